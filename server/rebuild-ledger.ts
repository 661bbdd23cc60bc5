import { existsSync } from "node:fs";
import { loadConfig } from "./app/config.ts";
import { runProgram } from "./app/program.ts";
import { requireStopped } from "./app/stopped-service.ts";
import { openServiceDatabase } from "./app/tables.ts";
import { auditWithoutVault, withRecord } from "./modules/audit/index.ts";
import { type RebuildReport, rebuildLedger } from "./modules/ledger/rebuild.ts";

const usage = "Usage: platonic ledger rebuild, with the settings of the service, which is stopped, and no arguments\n";

/** Computes anew what follows from the entries of the ledger, without serving, and returns the exit status. */
async function main(args: string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  const { database: location } = loadConfig(process.env);
  const { dataDirectory, databaseServer } = location;
  if (databaseServer === undefined && !existsSync(`${dataDirectory}/platonic.sqlite`))
    throw new Error(`there is no database in ${dataDirectory}; set DATA_DIR or DATABASE_URL as for the service`);
  const database = await openServiceDatabase(location, { mayMigrate: false });
  try {
    await requireStopped(database);
    const audit = auditWithoutVault(database, (error) => {
      process.stderr.write(`The audit log does not have the result: ${(error as Error).message}\n`);
    });
    const rebuilt = await withRecord(audit, { action: "program.rebuild-ledger" }, () =>
      rebuildLedger(database, (manager) => requireStopped(database, manager)),
    );
    process.stdout.write(textOf(rebuilt));
  } finally {
    await database.close();
  }
  return 0;
}

function textOf({ batches, entries, ...differing }: RebuildReport): string {
  const rows = Object.entries(names).map(([name, what]): [string, number] => [
    what,
    differing[name as keyof typeof names],
  ]);
  const lines = rows.map(([what, number]) => `${what.padEnd(56)} ${number}\n`);
  const isAny = rows.some(([, number]) => number > 0);
  return (
    `Replayed ${entries} entries in ${batches} batches. Rows that differed from them, or were missing:\n` +
    `${lines.join("")}${isAny ? "All of them are as the entries make them now" : "Nothing was wrong"}. A check of the ledger ` +
    "has no findings; that of the running service verifies the signatures, too: platonic ledger check\n"
  );
}

const names = {
  accounts: "accounts",
  pages: "pages of postings",
  changes: "changes of accounts by a batch",
  holds: "holds",
  reversals: "reversals",
  turns: "the row by which writers take turns",
} satisfies Record<Exclude<keyof RebuildReport, "batches" | "entries">, string>;

await runProgram("Could not rebuild the ledger", main);
