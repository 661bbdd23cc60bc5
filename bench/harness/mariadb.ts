import { tmpdir } from "node:os";
import mysql from "mysql2/promise";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { readDatabaseUrl } from "../../server/database/mysql/database-url.ts";
import type { Database } from "../../server/database/source.ts";
import { startMariadb } from "../../test/support/database/mariadb.ts";
import { pinTo } from "./servers.ts";

export interface OwnMariadb {
  open(): Promise<Database>;
  /** Opens a database that a server uses as well, by its `DATABASE_URL`. */
  openWithUrl(): Promise<{ readonly database: Database; readonly url: string }>;
  remove(): Promise<void>;
}

/**
 * A private MariaDB for this run, reached by a Unix socket, that syncs every commit to disk. It runs on the first
 * processor, this process on the second. Every database that is opened is empty at first.
 */
export async function openOwnMariadb(): Promise<OwnMariadb> {
  pinTo("0");
  const mariadb = await startMariadb("--skip-networking", "--innodb-flush-log-at-trx-commit=1");
  pinTo("1");
  const databases: Database[] = [];

  async function openWithUrl() {
    const url = mariadb.url(`platonic_bench_${databases.length}`);
    const databaseServer = readDatabaseUrl(url);
    const { user, password, socketPath, database: name } = databaseServer;
    const connection = await mysql.createConnection({ user, password, socketPath } as mysql.ConnectionOptions);
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    await connection.end();
    const database = await openServiceDatabase({ dataDirectory: tmpdir(), databaseServer });
    databases.push(database);
    return { database, url };
  }

  return {
    openWithUrl,
    open: async () => (await openWithUrl()).database,
    async remove() {
      for (const database of databases) await database.close();
      await mariadb.remove();
    },
  };
}
