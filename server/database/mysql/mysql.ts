import type { PoolOptions } from "mysql2";
import { DataSource, type EntitySchema } from "typeorm";
import { migrations } from "../migrations/index.ts";
import type { DatabaseSystem } from "../open-database.ts";
import { refuseNewerDatabase, refuseOutdated, type SchemaOptions } from "../schema-options.ts";
import { connectionTo } from "./connection-options.ts";
import type { DatabaseServer } from "./database-url.ts";
import { createHostPool } from "./host-pool.ts";
import { type Hosts, openHosts } from "./hosts.ts";
import { refusalOf } from "./refusal.ts";
import { migrate } from "./schema/migrate.ts";
import type { Scripts } from "./scripts.ts";
import { openScripts } from "./scripts-pool.ts";
import type { AnswerTime } from "./session.ts";
import { systemOf } from "./system.ts";
import { refuseUnfinishedRestore } from "./unfinished-restore.ts";

/** Concurrent transactions and reads; further ones wait for a connection. */
const connections = 10;

interface MysqlSchemaOptions extends SchemaOptions {
  /** Whether a part of a backup may be there, whose rest will be inserted. */
  readonly isRestoring?: boolean | undefined;
  /** For tests. */
  readonly leaseSeconds?: number | undefined;
}

/**
 * Connects to the database and brings its schema up to date, or refuses it.
 *
 * @throws Error that says which database cannot be used and why, without the password.
 */
export async function openMysql(
  server: DatabaseServer,
  tables: readonly EntitySchema[],
  options: MysqlSchemaOptions = {},
): Promise<DataSource> {
  const { source } = await open(server, tables, options);
  return source;
}

/** Does the same as `openMysql`, and opens a connection for scripts, always to the same host as those of the source. */
export async function openMysqlWithScripts(
  server: DatabaseServer,
  tables: readonly EntitySchema[],
  options: MysqlSchemaOptions = {},
): Promise<{
  readonly source: DataSource;
  readonly system: DatabaseSystem;
  readonly hosts: Hosts;
  readonly scripts: Scripts;
}> {
  const { source, system, hosts } = await open(server, tables, options);
  return { source, system, hosts, scripts: openScripts(server, hosts, options.measurements) };
}

async function open(server: DatabaseServer, tables: readonly EntitySchema[], options: MysqlSchemaOptions) {
  const hosts = await openHosts(server.hosts, connectionTo(server));
  try {
    return { hosts, ...(await openSource(server, tables, options, hosts)) };
  } catch (error) {
    hosts.close();
    const place = server.socketPath ?? server.hosts.map(({ host, port }) => `${host}:${port}`).join(",");
    const reason = await refusalOf(error, { ...connectionTo(server), ...hosts.current });
    throw new Error(`the database ${server.database} at ${place} (DATABASE_URL) cannot be used. ${reason}`, {
      cause: error,
    });
  }
}

async function openSource(
  server: DatabaseServer,
  tables: readonly EntitySchema[],
  { known = migrations, mayMigrate = true, isForReading = false, isRestoring = false, ...options }: MysqlSchemaOptions,
  hosts: Hosts,
): Promise<{ readonly source: DataSource; readonly system: DatabaseSystem }> {
  const answers: AnswerTime = { longestMs: 0 };
  const measured = { name: "main", measurements: options.measurements };
  const source = new DataSource({
    // For MySQL, too: both understand MariaDB's spelling of locks.
    type: "mariadb",
    driver: { createPool: (chosen: PoolOptions) => createHostPool(hosts, answers, chosen, measured) },
    ...connectionTo(server),
    username: server.user,
    poolSize: isForReading ? 1 : connections,
    entities: [...tables],
    migrations: known,
    migrationsTableName: "migrations",
  });
  await source.initialize();
  try {
    const system = await systemOf(source);
    if (options.measurements !== undefined) options.measurements.system = system;
    if (isForReading) {
      await source.query("SET SESSION TRANSACTION READ ONLY");
      answers.longestMs = server.timeoutMs;
      return { source, system };
    }
    await refuseNewerDatabase(source);
    if (!isRestoring) await refuseUnfinishedRestore(source);
    // A change of the schema may take long.
    await (mayMigrate ? migrate(source, options) : refuseOutdated(source));
    answers.longestMs = server.timeoutMs;
    return { source, system };
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
