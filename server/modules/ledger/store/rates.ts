import type { Database } from "../../../database/source.ts";
import type { Rate } from "../domain/rates/rates.ts";
import { exchangeRateRows } from "./wallet-row.ts";

/** Rates that administrators have set. */
export interface StoredRates {
  /** Replaces the rate of a pair of assets. */
  set(rate: Rate): Promise<void>;
  all(): Promise<Rate[]>;
}

/** The rates of a database. */
export function storedRates(database: Database): StoredRates {
  return {
    async set({ rate, ...others }) {
      const row = { ...others, rate: String(rate) };
      await database.transact((manager) => manager.upsert(exchangeRateRows, row, ["source", "target"]));
    },

    async all() {
      const rows = await database.manager.find(exchangeRateRows, { order: { source: "ASC", target: "ASC" } });
      return rows.map(({ rate, ...others }) => ({ ...others, rate: BigInt(rate) }));
    },
  };
}
