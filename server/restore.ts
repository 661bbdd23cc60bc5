import { basename } from "node:path";
import { loadConfig } from "./app/config.ts";
import { runProgram } from "./app/program.ts";
import { restoreChecks } from "./app/restore-checks.ts";
import { openServiceDatabase, recordUnrecordedActs } from "./app/tables.ts";
import type { DatabaseLocation } from "./database/source.ts";
import { auditWithoutVault, restoreAction, serviceAct } from "./modules/audit/index.ts";
import { restore, restoreToServer } from "./modules/backup/restore.ts";
import { readPassphrase, stretchingInUse } from "./modules/vault/index.ts";

const usage = `Usage:
  npm run restore -- FILE DIRECTORY   restores a backup into a new data directory
  npm run restore -- FILE             restores it into the empty database of DATABASE_URL

Environment:
  VAULT_PASSPHRASE_FILE   the file with the passphrase of the vault; a service without this setting has created
                          vault.passphrase in its data directory
`;

const withoutPlace = "DIRECTORY is missing: name a new folder, or set DATABASE_URL to an empty database.\n";

/** Restores a backup into a place that no service uses, and returns the exit status. */
async function main(args: string[]): Promise<number> {
  const [path, directory, ...rest] = args;
  const { vault, database } = loadConfig(process.env);
  const { databaseServer } = database;
  const isToServer = databaseServer !== undefined;
  const isMisplaced = path !== undefined && (directory === undefined) !== isToServer;
  if (isMisplaced) return misused(isToServer ? `DATABASE_URL is set: omit ${directory}, or unset it.\n` : withoutPlace);
  if (path === undefined || path.startsWith("-") || rest.length > 0) return misused(usage);
  if (vault.passphraseFile === undefined) return misused(`VAULT_PASSPHRASE_FILE is missing.\n\n${usage}`);
  const opening = {
    path,
    passphrase: readPassphrase(vault.passphraseFile),
    stretching: stretchingInUse,
    checks: restoreChecks,
  };
  const { counts, problems } = isToServer
    ? await restoreToServer({
        ...opening,
        server: databaseServer,
        dataDirectory: database.dataDirectory,
        action: restoreAction,
      })
    : await restore({
        ...opening,
        directory: directory as string,
        record: (dataDirectory) => record(path, { dataDirectory }),
      });
  if (isToServer && database.migrateOnStart) await recordRestored(database);
  for (const { what, number } of counts) process.stdout.write(`${what.padEnd(56)} ${number}\n`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const [place, setting] = isToServer
    ? [`The database ${databaseServer.database}`, "the same DATABASE_URL"]
    : [directory, "DATA_DIR set to it"];
  process.stdout.write(
    `${place} is restored${problems.length > 0 ? " with the problems listed above" : ""}.\n` +
      `Start the service with ${setting}, and with the same VAULT_PASSPHRASE_FILE.\n`,
  );
  return problems.length > 0 ? 1 : 0;
}

/** Records the restore in the database of a server, which has a note of it. */
async function recordRestored(location: DatabaseLocation): Promise<void> {
  try {
    const database = await openServiceDatabase(location, { migratingAct: "program.migrate" });
    await recordUnrecordedActs(database).finally(() => database.close());
  } catch (error) {
    process.stderr.write(`The next start records this restore in the audit log: ${(error as Error).message}\n`);
  }
}

/** Records the restore in the database that it has made. */
async function record(path: string, location: DatabaseLocation): Promise<void> {
  try {
    const database = await openServiceDatabase(location);
    const act = serviceAct({ action: restoreAction, values: { backup: basename(path) } });
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
