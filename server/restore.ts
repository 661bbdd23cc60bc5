import { basename } from "node:path";
import { loadConfig } from "./app/config.ts";
import { runProgram } from "./app/program.ts";
import { restoreChecks } from "./app/restore-checks.ts";
import { openServiceDatabase } from "./app/tables.ts";
import type { DatabaseLocation } from "./database/source.ts";
import { auditWithoutVault, serviceAct } from "./modules/audit/index.ts";
import { restore, restoreRows } from "./modules/backup/restore.ts";
import { readPassphrase, stretchingInUse } from "./modules/vault/index.ts";

const usage = `Usage:
  npm run restore -- FILE DIRECTORY   restores a backup into a new data directory
  npm run restore -- FILE             restores it into the empty database of DATABASE_URL

Environment:
  VAULT_PASSPHRASE_FILE   the file with the passphrase of the vault; a service without this setting has created
                          vault.passphrase in its data directory
`;

/** Restores a backup into a place that no service uses, and returns the exit status. */
async function main(args: string[]): Promise<number> {
  const [path, directory, ...rest] = args;
  const { vault, database } = loadConfig(process.env);
  const { databaseServer } = database;
  const isToServer = databaseServer !== undefined;
  if (path === undefined || path.startsWith("-") || rest.length > 0 || (directory === undefined) !== isToServer)
    return misused(usage);
  if (vault.passphraseFile === undefined) return misused(`VAULT_PASSPHRASE_FILE is missing.\n\n${usage}`);
  const opening = { path, passphrase: readPassphrase(vault.passphraseFile), stretching: stretchingInUse };
  if (isToServer) {
    await restoreRows({ ...opening, server: databaseServer });
    if (database.migrateOnStart) await record(path, database);
    process.stdout.write(`The database ${databaseServer.database} is restored.\n`);
    return 0;
  }
  const { counts, problems } = await restore({ ...opening, directory: directory as string, checks: restoreChecks });
  await record(path, { dataDirectory: directory as string });
  for (const { what, number } of counts) process.stdout.write(`${what.padEnd(56)} ${number}\n`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(
    `${directory} is restored${problems.length > 0 ? " with the problems listed above" : ""}.\n` +
      "Start the service with DATA_DIR set to it, and with the same VAULT_PASSPHRASE_FILE.\n",
  );
  return problems.length > 0 ? 1 : 0;
}

/** Records the restore in the database that it has made. */
async function record(path: string, location: DatabaseLocation): Promise<void> {
  try {
    const database = await openServiceDatabase(location);
    const act = serviceAct({ action: "program.restore", values: { backup: basename(path) } });
    await auditWithoutVault(database, () => undefined)
      .append(act)
      .finally(() => database.close());
  } catch (error) {
    process.stderr.write(`The audit log does not have this restore: ${(error as Error).message}\n`);
  }
}

function misused(text: string): number {
  process.stderr.write(text);
  return 2;
}

await runProgram("Could not restore the backup", main);
