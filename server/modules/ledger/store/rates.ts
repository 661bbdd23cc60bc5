import type { Database } from "../../../database/source.ts";
import type { StoredRates } from "../domain/rates/rates.ts";
import { exchangeRateRows } from "./wallet-row.ts";

/** The rates of a database. */
export function storedRates(database: Database): StoredRates {
  return {
    async set(rates) {
      const rows = rates.map(({ rate, ...others }) => ({ ...others, rate: String(rate) }));
      await database.transact((manager) => manager.upsert(exchangeRateRows, rows, ["source", "target"]));
    },

    async all() {
      const rows = await database.manager.find(exchangeRateRows, { order: { source: "ASC", target: "ASC" } });
      return rows.map(({ rate, ...others }) => ({ ...others, rate: BigInt(rate) }));
    },
  };
}
