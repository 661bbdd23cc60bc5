import { chmodSync, closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Database as Connection } from "better-sqlite3";
import { DataSource, type EntitySchema } from "typeorm";
import { SettingsProblem } from "../../core/config/settings-problem.ts";
import { makeFolder } from "../../core/folder.ts";
import { driverErrorOf } from "../driver-error.ts";
import { migrations } from "../migrations/index.ts";
import { refuseNewerDatabase, refuseOutdated, type SchemaOptions } from "../schema-options.ts";
import { createUnrecordedActsOnSqlite, noting, type UnrecordedAct } from "../unrecorded-acts.ts";
import { busyTimeoutMs, prepareConnection } from "./connection-settings.ts";
import { sqliteDialect } from "./dialect.ts";
import { connectionOf, undo } from "./transaction.ts";
import { refuseUnfinishedRestore } from "./unfinished-restore.ts";

/**
 * Opens `platonic.sqlite` in the folder and brings its schema up to date, or refuses it.
 *
 * @throws Error that says what is wrong with the file or its disk
 */
export async function openSqlite(
  dataDirectory: string,
  tables: readonly EntitySchema[],
  options?: SchemaOptions,
): Promise<DataSource> {
  try {
    return await open(dataDirectory, tables, options);
  } catch (error) {
    const outage = sqliteDialect.outageOf(error);
    if (outage === undefined) throw error;
    const { code, message } = driverErrorOf(error);
    throw new Error(`The database in ${dataDirectory} (DATA_DIR) cannot be used: ${outage} (${code}, ${message}).`, {
      cause: error,
    });
  }
}

async function open(
  dataDirectory: string,
  tables: readonly EntitySchema[],
  { known = migrations, mayMigrate = true, isForReading = false, ...migrating }: SchemaOptions = {},
): Promise<DataSource> {
  refuseUnfinishedRestore(dataDirectory);
  const source = new DataSource({
    type: "better-sqlite3",
    database: isForReading ? join(dataDirectory, "platonic.sqlite") : await createPrivately(dataDirectory),
    readonly: isForReading,
    fileMustExist: isForReading,
    timeout: busyTimeoutMs,
    prepareDatabase: isForReading
      ? (connection: Connection) => void connection.defaultSafeIntegers(true)
      : prepareConnection,
    entities: [...tables],
    migrations: known,
    migrationsTableName: "migrations",
  });
  await source.initialize();
  try {
    if (isForReading) {
      // Reads the header of the file, which is not read before.
      await source.query("PRAGMA schema_version");
      return source;
    }
    await refuseNewerDatabase(source);
    await (mayMigrate ? migrate(source, migrating) : refuseOutdated(source));
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return source;
}

/** Makes folder and file readable only by their owner. An existing folder keeps its mode. */
async function createPrivately(dataDirectory: string): Promise<string> {
  await makeFolder(dataDirectory, 0o700).catch((error: unknown) => {
    throw new SettingsProblem(`DATA_DIR cannot be ${dataDirectory}: ${(error as Error).message}`, { cause: error });
  });
  const path = join(dataDirectory, "platonic.sqlite");
  closeSync(openSync(path, "a", 0o600));
  // SQLite gives its -wal and -shm files the mode of the database file.
  chmodSync(path, 0o600);
  return path;
}

/** Applies the missing migrations in one transaction, so that processes that start together take turns. */
async function migrate(
  source: DataSource,
  { onMigrated, migratingAct }: Pick<SchemaOptions, "onMigrated" | "migratingAct">,
): Promise<void> {
  // SQLite alters a table by making a new one; with foreign keys on, dropping the old one would delete the rows that
  // refer to it. The setting cannot be changed inside a transaction.
  await source.query("PRAGMA foreign_keys = OFF");
  const connection = connectionOf(source);
  connection.exec("BEGIN IMMEDIATE");
  try {
    const applied = await source.runMigrations({ transaction: "none" });
    if (migratingAct !== undefined && applied.length > 0) {
      connection.exec(createUnrecordedActsOnSqlite);
      for (const { name } of applied) note(connection, { action: migratingAct, subject: name });
    }
    connection.exec("COMMIT");
    for (const { name } of applied) onMigrated?.(name);
  } catch (error) {
    undo(connection);
    throw error;
  }
  await source.query("PRAGMA foreign_keys = ON");
}

function note(connection: Connection, act: UnrecordedAct): void {
  const { sql, values } = noting(act);
  connection.prepare(sql).run(...values);
}
