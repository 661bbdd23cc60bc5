import { statSync } from "node:fs";
import { join } from "node:path";
import { serviceVersion } from "../../core/service-version.ts";
import { migrations } from "../../database/migrations/index.ts";
import { unfinishedRestore } from "../../database/mysql/unfinished-restore.ts";
import { appliedMigrations } from "../../database/schema-options.ts";
import { byDialect, type Database } from "../../database/source.ts";
import { unfinishedRestoreIn } from "../../database/sqlite/unfinished-restore.ts";
import { silentAfterMs } from "../../modules/processes/domain/process.ts";
import { runningProcesses } from "../../modules/processes/running.ts";
import { storedProcesses } from "../../modules/processes/store/processes.ts";
import type { Config } from "../config.ts";
import { openServiceDatabase } from "../tables.ts";
import { type Finding, findings, reasonOf } from "./finding.ts";

const of = findings("database");
const ofSchema = findings("schema");
const ofProcesses = findings("processes");

/** The database as it was found; undefined if it is not there or cannot be reached. */
export interface FoundDatabase {
  readonly database: Database | undefined;
  readonly hasOwnSchema: boolean;
  readonly findings: readonly Finding[];
}

/** Opens the database for reading alone, beside a service that may use it. */
export async function findDatabase({ database: location }: Config): Promise<FoundDatabase> {
  const { dataDirectory, databaseServer } = location;
  const missing = databaseServer === undefined ? missingFile(dataDirectory) : undefined;
  if (missing !== undefined) return { database: undefined, hasOwnSchema: false, findings: [missing] };
  try {
    const database = await openServiceDatabase(location, { isForReading: true });
    const { schema, hasOwnSchema } = await lookAtSchema(database, location.migrateOnStart);
    return { database, hasOwnSchema, findings: [...(await lookAtServer(database)), schema] };
  } catch (error) {
    const advice = "see that the database runs, and that its setting, its user and its network are right";
    return { database: undefined, hasOwnSchema: false, findings: [of.failed((error as Error).message, advice)] };
  }
}

/** Returns the finding that there is no file of SQLite, or that this user cannot see whether there is; undefined: there is. */
function missingFile(dataDirectory: string): Finding | undefined {
  try {
    statSync(join(dataDirectory, "platonic.sqlite"));
    return undefined;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== "ENOENT")
      return of.failed(
        `${dataDirectory} (DATA_DIR) cannot be looked into (${reason})`,
        "run this as the user of the service",
      );
    if (unfinishedRestoreIn(dataDirectory) !== undefined)
      return of.failed(
        `a restore into ${dataDirectory} (DATA_DIR) has not ended, and the service does not start on it`,
        "wait for it, or run it again if it was cut off",
      );
    return of.warning(
      `there is no database in ${dataDirectory} (DATA_DIR) yet`,
      "start the service to make it; if there should be one, set DATA_DIR or DATABASE_URL as for the service",
    );
  }
}

async function lookAtSchema(database: Database, migratesOnStart: boolean) {
  const applied = new Set(await appliedMigrations(database.manager));
  const known = migrations.map(({ name }) => name);
  const later = [...applied].filter((name) => !known.includes(name));
  const lacking = known.filter((name) => !applied.has(name));
  return { hasOwnSchema: later.length + lacking.length === 0, schema: schemaFinding(later, lacking, migratesOnStart) };
}

function schemaFinding(later: readonly string[], lacking: readonly string[], migratesOnStart: boolean): Finding {
  if (later.length > 0) {
    const message = `the schema is newer than version ${serviceVersion}, which does not know ${later.join(", ")}`;
    return ofSchema.failed(message, "start the version that migrated it, or restore a backup: docs/upgrades.md");
  }
  if (lacking.length === 0)
    return ofSchema.ok(`it is that of version ${serviceVersion} (${migrations.length} migrations)`);
  const message = `the schema is older than version ${serviceVersion}: it lacks ${lacking.join(", ")}`;
  return migratesOnStart
    ? ofSchema.warning(message, "make a backup; the next start brings it up to date")
    : ofSchema.failed(message, "make a backup, then run `platonic migrate`: MIGRATE_ON_START is false");
}

function lookAtServer(database: Database): Promise<readonly Finding[]> {
  return byDialect<Promise<readonly Finding[]>>(database, {
    async sqlite({ manager }) {
      const [row] = await manager.query("SELECT sqlite_version() AS version");
      return [of.ok(`SQLite ${row.version} can be read`)];
    },
    async mysql({ manager }) {
      const startedMs = performance.now();
      const [row] = await manager.query("SELECT VERSION() AS version");
      const tookMs = Math.round(performance.now() - startedMs);
      const server = of.ok(`${row.version} answers in ${tookMs} ms`);
      return [server, ...(await lookAtRestore(database)), ...(await lookAtVariables(database))];
    },
  });
}

/** Finds a part of a backup, on which no service starts. */
async function lookAtRestore({ manager }: Database): Promise<Finding[]> {
  if ((await unfinishedRestore(manager.connection)) === undefined) return [];
  return [of.failed("a restore into it has not ended", "run the same restore again, which goes on")];
}

/** Values of variables with which a power failure loses nothing that was acknowledged, and with which there are writes. */
const wanted: Readonly<Record<string, string>> = {
  innodb_flush_log_at_trx_commit: "1",
  sync_binlog: "1",
  read_only: "OFF",
};

async function lookAtVariables({ manager }: Database): Promise<Finding[]> {
  const names = [...Object.keys(wanted), "log_bin"].map((name) => `'${name}'`).join(", ");
  const rows: { Variable_name: string; Value: string }[] = await manager.query(
    `SHOW GLOBAL VARIABLES WHERE Variable_name IN (${names})`,
  );
  const values = new Map(rows.map((row) => [row.Variable_name, row.Value]));
  return Object.entries(wanted).flatMap(([name, value]) => {
    const present = values.get(name);
    if (present === undefined || present === value || (name === "sync_binlog" && values.get("log_bin") !== "ON"))
      return [];
    if (name === "read_only") return [of.failed("the server is read-only", "use the one that takes writes")];
    const message = `the server has ${name} = ${present}, with which a power failure loses acknowledged changes`;
    return [of.warning(message, `set it to ${value} in the configuration of the server`)];
  });
}

/** Lists the processes that serve on a database of this schema. */
export async function lookAtProcesses(database: Database): Promise<readonly Finding[]> {
  const running = await runningProcesses(storedProcesses(database));
  if (running.length === 0) return [ofProcesses.ok(`none has had a heartbeat in the last ${silentAfterMs / 1_000} s`)];
  const listed = running.map(({ pid, host, version, state }) => `${pid} on ${host} (${version}, ${state})`);
  const others = running.filter(({ version }) => version !== serviceVersion);
  return others.length === 0
    ? [ofProcesses.ok(listed.join(", "))]
    : [ofProcesses.warning(`versions differ: ${listed.join(", ")}`, `finish the update to version ${serviceVersion}`)];
}
