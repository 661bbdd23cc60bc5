import type { EntityManager } from "typeorm";
import type { Database } from "../../database/source.ts";
import { DamagedLog, rebuildRows } from "./engine/rebuild/rebuild.ts";
import type { RebuildReport } from "./engine/rebuild/report.ts";
import { Audit } from "./engine/replay/audit.ts";
import { replayLedger } from "./engine/replay/replay.ts";
import { derivedRows } from "./store/rebuild/derived-rows.ts";
import { rowsOfLedger } from "./store/rows.ts";

export type { RebuildReport };

/**
 * Computes everything anew that follows from the entries of a ledger, and writes what differs, in one transaction that is stored
 * only if a check of the ledger has no findings afterwards. Signatures are not checked: nothing here follows from them.
 *
 * @param requireStopped throws while a service uses the database; called before the first change, and before the commit within
 * the transaction
 * @throws DamagedLog, without a change, if the entries or batches are damaged themselves
 */
export async function rebuildLedger(
  database: Database,
  requireStopped: (manager: EntityManager) => Promise<void>,
): Promise<RebuildReport> {
  await requireStopped(database.manager);
  return database.transact(async (manager) => {
    // The turn of writers: on a server nobody else writes a batch meanwhile.
    await manager.query(`SELECT id FROM ledger_turn ${database.dialect.changeLock}`);
    const report = await rebuildRows(derivedRows(manager));
    const audit = new Audit();
    const none = async () => undefined;
    const rows = rowsOfLedger(manager);
    await replayLedger(audit, { rows, entryFlaw: none, pendingFlaw: none, pause: async () => false });
    if (audit.findings.length > 0) throw new DamagedLog("a check would still have findings", audit);
    await requireStopped(manager);
    return report;
  });
}
