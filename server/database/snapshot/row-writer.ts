import type { EntityManager } from "typeorm";
import { placeholders } from "../dialect.ts";
import type { RowRecord, Value } from "./row-records.ts";

/** Place in a sequence of records, after those that were inserted. */
export interface Place {
  /** Number of records before it. */
  readonly records: number;
  /** Number of rows among them. */
  readonly rows: number;
  /** Table of the rows that follow. */
  readonly table: string;
  readonly columns: readonly string[];
}

/** Rows, or bytes, per INSERT statement. */
const rowsAtOnce = 100;
const bytesAtOnce = 1_048_576;

/** Place after the record of the migrations. */
export const beginning: Place = { records: 1, rows: 0, table: "", columns: [] };

/**
 * Returns the place after a record.
 *
 * @throws Error at the last record if the rows are not as many as it states
 */
export function after(place: Place, record: RowRecord): Place {
  const next = { ...place, records: place.records + 1 };
  if (record.type === "row") return { ...next, rows: place.rows + 1 };
  if (record.type === "table") return { ...next, table: record.table, columns: record.columns };
  if (record.type === "end" && record.rows !== place.rows)
    throw new Error("the backup does not have as many rows as it states");
  return next;
}

/** Inserts the rows of records from a place on, and returns the place after them. */
export async function insertRecords(writer: EntityManager, records: readonly RowRecord[], from: Place): Promise<Place> {
  let place = from;
  let waiting: (readonly Value[])[] = [];
  let bytes = 0;

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const { table, columns } = place;
    const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${placeholders(waiting.length, columns.length)}`;
    await writer.query(sql, waiting.flat());
    [waiting, bytes] = [[], 0];
  }

  for (const record of records) {
    if (record.type === "row") {
      waiting.push(record.values);
      bytes += sizeOf(record);
      if (waiting.length >= rowsAtOnce || bytes >= bytesAtOnce) await flush();
    } else {
      await flush();
      // The rows of the backup include those that migrations have inserted.
      if (record.type === "table") await writer.query(`DELETE FROM ${record.table}`);
    }
    place = after(place, record);
  }
  await flush();
  return place;
}

/** Returns about how many bytes a record has. */
export function sizeOf(record: RowRecord): number {
  if (record.type !== "row") return 0;
  return record.values.reduce(
    (sum, value) => sum + (value === null || typeof value === "bigint" ? 8 : value.length),
    0,
  );
}
