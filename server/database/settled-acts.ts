import type { EntityManager } from "typeorm";
import type { Alongside } from "../core/alongside.ts";
import type { Database } from "./source.ts";
import { type UnrecordedAct, unrecordedActsTable } from "./unrecorded-acts.ts";

/** Forgets the changes that were noted, in the transaction of their records. */
export async function settleUnrecordedActs(
  { manager, dialect, transact }: Database,
  recordsOf: (acts: readonly UnrecordedAct[]) => Promise<Alongside>,
): Promise<void> {
  const isSqlite = dialect.name === "sqlite";
  const exists = isSqlite
    ? "SELECT 1 FROM sqlite_master WHERE name = ?"
    : "SELECT 1 FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?";
  const isThere = async (reader: EntityManager) => (await reader.query(exists, [unrecordedActsTable])).length > 0;
  if (!(await isThere(manager))) return;
  const select = `SELECT action, subject FROM ${unrecordedActsTable} ORDER BY id`;
  if (!isSqlite && (await manager.query(select)).length === 0) return;
  await transact(async (writer) => {
    // Another process was first.
    if (!(await isThere(writer))) return;
    const acts: UnrecordedAct[] = await writer.query(`${select} ${dialect.changeLock}`);
    if (acts.length > 0) await (await recordsOf(acts))(writer);
    await writer.query(isSqlite ? `DROP TABLE ${unrecordedActsTable}` : `DELETE FROM ${unrecordedActsTable}`);
  });
}
