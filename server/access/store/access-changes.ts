import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import { dialectOf } from "../../database/dialects.ts";
import type { Database } from "../../database/source.ts";
import type { AccessChanges } from "../domain/access-changes.ts";

/** Longest time from a change to its commit in which other processes notice it by these rows. */
const overlapMs = 10_000;
/** Time for which changes are kept. */
const keptMs = 3_600_000;

/** Notes, in the transaction that changes it, that a principal may do less. */
export async function noteAccessChange(manager: EntityManager, principalId: string): Promise<void> {
  const columns = "access_changes (changed_ms, id, principal_id)";
  const values = [randomUUID(), principalId];
  await manager.query(`INSERT INTO ${columns} VALUES (${dialectOf(manager).nowMs}, ?, ?)`, values);
}

interface Row {
  readonly now_ms: bigint;
  readonly id: string | null;
  readonly principal_id: string;
}

/** The changes in a database. */
export function storedAccessChanges({ manager, dialect, transact }: Database): AccessChanges {
  const { nowMs } = dialect;
  const readText = `
    SELECT read_at.now_ms, id, principal_id FROM (SELECT ${nowMs} AS now_ms) AS read_at
    LEFT JOIN access_changes ON changed_ms > COALESCE(?, ${nowMs}) - ${overlapMs}`;
  return {
    async readSince(earlierMs) {
      const rows: Row[] = await manager.query(readText, [earlierMs ?? null]);
      return {
        atMs: Number(rows[0]?.now_ms),
        changes: rows.flatMap(({ id, principal_id }) => (id === null ? [] : [{ id, principalId: principal_id }])),
      };
    },

    async removeOld() {
      await transact((writer) => writer.query(`DELETE FROM access_changes WHERE changed_ms < ${nowMs} - ${keptMs}`));
    },
  };
}
