import type { StoredRow } from "../../../database/dialect.ts";
import type { Database } from "../../../database/source.ts";
import type { Batch } from "../domain/entry/entry.ts";
import { chainEndColumns } from "./ledger-row.ts";
import { lastBatch } from "./row-conversion.ts";

/** Reads the last batch of a ledger; undefined if it is empty. */
export async function ledgerHead({ manager }: Database): Promise<Pick<Batch, "number" | "hash"> | undefined> {
  const [last]: StoredRow[] = await manager.query(lastBatch);
  return last && chainEndColumns.read(last);
}
