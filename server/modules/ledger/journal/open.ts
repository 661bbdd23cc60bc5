import { join } from "node:path";
import type { Logger } from "pino";
import { makeFolder } from "../../../core/folder.ts";
import type { Metrics } from "../../../core/metrics/metrics.ts";
import type { Database } from "../../../database/source.ts";
import type { LedgerSettings } from "../config.ts";
import type { Ledger } from "../domain/requests.ts";
import type { Reconciliation } from "../engine/journal/journal.ts";
import { type LedgerDeps, openLedger } from "../store/ledger.ts";
import { storedContent } from "../store/stored-content.ts";
import { type FileJournal, openJournal } from "./journal.ts";
import { offerJournal } from "./metrics.ts";
import { type ReapplicationDeps, reapplication } from "./reapplication.ts";
import { createReconciliation } from "./reconciliation.ts";

/** Opens the journal of this process in `DATA_DIR`; undefined if it is turned off. SQLite never has one. */
export async function openJournalFor(
  database: Database,
  setting: LedgerSettings["journal"],
  dataDirectory: string,
): Promise<FileJournal | undefined> {
  if (setting === "off" || database.dialect.name === "sqlite") return undefined;
  if (setting === "auto" && !(await isCluster(database))) return undefined;
  const root = join(dataDirectory, "acknowledged");
  await makeFolder(root, 0o700);
  return openJournal({ root, now: Date.now });
}

async function isCluster({ manager }: Database): Promise<boolean> {
  // MySQL, and MariaDB without Galera, lack the variable.
  const [row] = await manager.query("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'");
  return row?.Value === "ON";
}

interface JournaledLedgerDeps extends Pick<ReapplicationDeps, "identities" | "isSignature">, LedgerDeps {
  readonly database: Database;
  readonly dataDirectory: string;
  readonly setting: LedgerSettings["journal"];
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Opens the ledger with its journal, and compares acknowledgements with it, now and periodically. */
export async function openJournaledLedger(
  { database, dataDirectory, setting, identities, isSignature, metrics, log, ...rules }: JournaledLedgerDeps,
  resources: AsyncDisposableStack,
): Promise<{ readonly ledger: Ledger; readonly reconciliation: Reconciliation | undefined }> {
  const { policy, now } = rules;
  const journal = await openJournalFor(database, setting, dataDirectory);
  if (journal !== undefined) resources.adopt(journal, (opened) => opened.close());
  const ledger = resources.adopt(await openLedger(database, { ...rules, journal }), (opened) => opened.close());
  if (journal === undefined) return { ledger, reconciliation: undefined };
  const reapply = reapplication({ ledger, identities, policy, isSignature, now });
  const lookup = storedContent(database.manager);
  const { compared } = offerJournal(metrics, journal);
  const check = createReconciliation({ journal, lookup, reapply, policy, compared, log, now });
  const reconciliation = resources.adopt(check, (opened) => opened.close());
  await reconciliation.compare().catch((error: unknown) => {
    log.warn({ err: error }, "could not compare acknowledged results with the database; it will be retried");
  });
  return { ledger, reconciliation };
}
