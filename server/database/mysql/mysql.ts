import { readFileSync } from "node:fs";
import type { PoolOptions } from "mysql2";
import { DataSource, type EntitySchema, type QueryRunner } from "typeorm";
import { migrations } from "../migrations/index.ts";
import type { DatabaseServer } from "./database-url.ts";
import { createHostPool } from "./host-pool.ts";
import { openHosts } from "./hosts.ts";
import { overScripts, type Scripts } from "./scripts.ts";
import type { AnswerTime } from "./session.ts";

/** Concurrent transactions and reads; further ones wait for a connection. */
const connections = 10;

/** Longest silence of a server that has been asked something. Waits for locks are shorter. */
const answerMs = 15_000;

/** Longest wait of a start for other processes that bring the schema up to date. */
const migrationWaitSeconds = 120;

/**
 * Connects to the database and brings its schema up to date, or to where these migrations lead.
 *
 * @throws Error that says which database cannot be used and why, without the password.
 */
export async function openMysql(
  server: DatabaseServer,
  tables: readonly EntitySchema[],
  known = migrations,
): Promise<DataSource> {
  try {
    return await open(server, tables, known);
  } catch (error) {
    const place = server.socketPath ?? server.hosts.map(({ host, port }) => `${host}:${port}`).join(",");
    const reason = (error as Error).message;
    throw new Error(`the database ${server.database} at ${place} (DATABASE_URL) cannot be used. ${reason}`, {
      cause: error,
    });
  }
}

async function open(
  server: DatabaseServer,
  tables: readonly EntitySchema[],
  known: typeof migrations,
): Promise<DataSource> {
  const hosts = await openHosts(server.hosts, connectionTo(server));
  const answers: AnswerTime = { longestMs: 0 };
  const source = new DataSource({
    // MySQL, too: of the two it is MariaDB's spelling of locks that both understand.
    type: "mariadb",
    driver: { createPool: (options: PoolOptions) => createHostPool(hosts, answers, options) },
    ...connectionTo(server),
    username: server.user,
    poolSize: connections,
    entities: [...tables],
    migrations: known,
    migrationsTableName: "migrations",
  });
  await source.initialize();
  try {
    // A change of the schema may take long.
    await migrate(source);
    answers.longestMs = answerMs;
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return source;
}

/** Scripts on a connection of their own. */
export async function openMysqlScripts(server: DatabaseServer): Promise<Scripts> {
  const hosts = await openHosts(server.hosts, connectionTo(server));
  const pool = createHostPool(
    hosts,
    { longestMs: answerMs },
    {
      ...connectionTo(server),
      // They come one after the other.
      connectionLimit: 1,
      multipleStatements: true,
    },
  );
  return overScripts(pool);
}

function connectionTo(server: DatabaseServer) {
  return {
    user: server.user,
    ...(server.socketPath !== undefined && { socketPath: server.socketPath }),
    ...(server.password !== undefined && { password: server.password }),
    database: server.database,
    charset: "utf8mb4_bin",
    timezone: "Z",
    ...(server.tls && { ssl: { ...certificates(server.tls.caFile), verifyIdentity: true } }),
    // No server may ask for files of this machine.
    flags: ["-LOCAL_FILES"],
  };
}

function certificates(caFile: string | undefined): { ca?: string } {
  return caFile === undefined ? {} : { ca: readFileSync(caFile, "utf8") };
}

/** Finds out what is missing and does it under a lock, so that processes that start together take turns. */
async function migrate(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  // Locks are of the whole server, and their names are shorter than those of databases may be.
  const lock = "CONCAT('migrate ', MD5(DATABASE()))";
  try {
    const [answer] = await runner.query(`SELECT GET_LOCK(${lock}, ${migrationWaitSeconds}) AS taken`);
    if (answer.taken !== 1n) throw new Error("Another process has been changing the schema for too long.");
    await compareBytes(runner);
    // A change of the schema ends the transaction that it is in, so they cannot all be in one.
    await source.runMigrations({ transaction: "each" });
    await runner.query(`DO RELEASE_LOCK(${lock})`);
  } finally {
    await runner.release();
  }
}

/**
 * Texts of new tables are compared byte by byte, as SQLite does: ids and usernames that differ in case, accents or a
 * space at the end are different ones. MariaDB and MySQL call the same thing by different names.
 */
async function compareBytes(runner: QueryRunner): Promise<void> {
  const [found] = await runner.query(
    "SELECT COLLATION_NAME AS name, @@collation_database AS present FROM INFORMATION_SCHEMA.COLLATIONS " +
      "WHERE COLLATION_NAME IN ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')",
  );
  if (found === undefined) throw new Error("It needs MariaDB 10.6 or MySQL 8, or later.");
  if (found.name !== found.present) {
    await runner.query(`ALTER DATABASE CHARACTER SET utf8mb4 COLLATE ${found.name}`);
  }
}
