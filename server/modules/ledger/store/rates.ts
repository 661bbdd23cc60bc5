import type { StoredRow } from "../../../database/dialect.ts";
import type { Database } from "../../../database/source.ts";
import type { StoredRates } from "../domain/rates/rates.ts";
import { allRates, toRate } from "./row-conversion.ts";
import { exchangeRateRows, rateColumns } from "./wallet-row.ts";

/** The rates of a database. */
export function storedRates(database: Database): StoredRates {
  return {
    async set(rates, alongside) {
      const rows = rates.map(({ rate, ...others }) => ({ ...others, rate: String(rate) }));
      await database.transact(async (manager) => {
        await manager.query(`SELECT id FROM ledger_turn WHERE id = 1 ${database.dialect.shareLock}`);
        await manager.upsert(exchangeRateRows, rows, ["source", "target"]);
        await alongside?.(manager);
      });
    },

    async all() {
      const rows: StoredRow[] = await database.manager.query(allRates);
      return rows.map((row) => toRate(rateColumns.read(row)));
    },
  };
}
