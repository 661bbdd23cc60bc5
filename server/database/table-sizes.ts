import { rowCounts } from "./sealed-rows.ts";
import { byDialect, type Database } from "./source.ts";

/** A table with its size. */
export interface TableSize {
  readonly table: string;
  /** On a database server an estimate. */
  readonly rows: number;
  /** Undefined on SQLite. */
  readonly bytes?: number;
}

/** Returns the size of every table. */
export function tableSizes(database: Database): Promise<readonly TableSize[]> {
  return byDialect<Promise<readonly TableSize[]>>(database, {
    async sqlite(own) {
      return [...(await rowCounts(own))].map(([table, rows]) => ({ table, rows }));
    },
    async mysql({ manager }) {
      const rows: { name: string; number: bigint; bytes: bigint }[] = await manager.query(
        "SELECT TABLE_NAME AS name, TABLE_ROWS AS number, DATA_LENGTH + INDEX_LENGTH AS bytes " +
          "FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME",
      );
      return rows.map(({ name, number, bytes }) => ({ table: name, rows: Number(number), bytes: Number(bytes) }));
    },
  });
}
