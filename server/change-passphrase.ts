import { existsSync } from "node:fs";
import { type Config, loadConfig } from "./app/config.ts";
import { runProgram } from "./app/program.ts";
import { requireStopped } from "./app/stopped-service.ts";
import { openServiceDatabase } from "./app/tables.ts";
import { SettingsProblem } from "./core/config/settings-problem.ts";
import type { Database } from "./database/source.ts";
import { auditWithoutVault, withRecord } from "./modules/audit/index.ts";
import {
  changePassphrase,
  developmentPassphrasePath,
  readPassphrase,
  replaceDevelopmentPassphrase,
  requireStrong,
  storedVaultRecords,
  stretchingInUse,
  writeNextPassphrase,
} from "./modules/vault/index.ts";

const usage = `Usage, with the settings of the service, which is stopped:
  npm run change-passphrase -- NEW_PASSPHRASE_FILE

NEW_PASSPHRASE_FILE has the new passphrase of the vault. The present one is in VAULT_PASSPHRASE_FILE, or else in
vault.passphrase in the data directory.
`;

/** Changes the passphrase of the vault without serving, and returns the exit status. */
async function main(args: string[]): Promise<number> {
  const [path, ...rest] = args;
  if (path === undefined || path.startsWith("-") || rest.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  const config = loadConfig(process.env);
  const next = newPassphrase(path);
  const { passphraseFile } = config.vault;
  const { dataDirectory, databaseServer } = config.database;
  if (databaseServer === undefined && !existsSync(`${dataDirectory}/platonic.sqlite`))
    throw new Error(`there is no database in ${dataDirectory}; set DATA_DIR or DATABASE_URL as for the service`);
  const database = await openServiceDatabase(config.database, { mayMigrate: false });
  try {
    const audit = auditWithoutVault(database, (error) => {
      process.stderr.write(`The audit log does not have the result: ${(error as Error).message}\n`);
    });
    const act = { action: "program.change-passphrase" };
    const outcome = await withRecord(audit, act, () => change(config, database, next));
    if (passphraseFile === undefined) replaceDevelopmentPassphrase(dataDirectory, next);
    process.stdout.write(report(outcome, path, config));
  } finally {
    next.fill(0);
    await database.close();
  }
  return 0;
}

/** @throws SettingsProblem that names the file */
function newPassphrase(path: string): Uint8Array {
  try {
    const passphrase = readPassphrase(path);
    requireStrong(passphrase);
    return passphrase;
  } catch (error) {
    throw new SettingsProblem(`${path} is not usable: ${(error as Error).message}`, { cause: error });
  }
}

async function change({ vault, database: { dataDirectory } }: Config, database: Database, next: Uint8Array) {
  const records = storedVaultRecords(database);
  if ((await records.root())?.check === undefined)
    throw new Error("the database has no vault yet; the first start of the service makes it");
  // Processes that serve hold the present root in memory, and would use it for backups and rotations.
  await requireStopped(database);
  const presentPath = vault.passphraseFile ?? developmentPassphrasePath(dataDirectory);
  if (!existsSync(presentPath))
    throw new Error(`${presentPath} is missing; set VAULT_PASSPHRASE_FILE to the file with the present passphrase`);
  return changePassphrase({
    present: readPassphrase(presentPath),
    next: Buffer.from(next),
    records,
    stretching: stretchingInUse,
    async prepare() {
      // Checked again, as deriving keys takes a while.
      await requireStopped(database);
      if (vault.passphraseFile === undefined) writeNextPassphrase(dataDirectory, next);
    },
  });
}

function report(outcome: Awaited<ReturnType<typeof changePassphrase>>, path: string, { vault, database }: Config) {
  const isDevelopment = vault.passphraseFile === undefined;
  return [
    outcome === "changed"
      ? `The vault has the passphrase of ${path} now, and no other.`
      : `The vault has had the passphrase of ${path} already: an earlier run has changed it.`,
    isDevelopment
      ? `${developmentPassphrasePath(database.dataDirectory)} has it, too: start the service as before.`
      : `Start the service with VAULT_PASSPHRASE_FILE=${path}.`,
    "Backups made before need the previous passphrase: keep it as long as you keep them, and make a new backup.",
    "",
  ].join("\n");
}

await runProgram("Could not change the passphrase", main);
