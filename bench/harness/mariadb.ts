import { tmpdir } from "node:os";
import mysql from "mysql2/promise";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { readDatabaseUrl } from "../../server/database/mysql/database-url.ts";
import type { Store } from "../../server/database/source.ts";
import { startMariadb } from "../../test/support/database/mariadb.ts";
import { pinTo } from "./servers.ts";

/**
 * A MariaDB of this run, reached by a Unix socket, that brings every commit to the disk. It stays on the first processor,
 * and this process on the second. Every store that is opened has an empty database of its own.
 */
export async function openOwnMariadb(): Promise<{ open(): Promise<Store>; remove(): Promise<void> }> {
  pinTo("0");
  const mariadb = await startMariadb("--skip-networking", "--innodb-flush-log-at-trx-commit=1");
  pinTo("1");
  const stores: Store[] = [];
  return {
    async open() {
      const databaseServer = readDatabaseUrl(mariadb.url(`platonic_bench_${stores.length}`));
      const { host, user, password, socketPath, database } = databaseServer;
      const connection = await mysql.createConnection({ host, user, password, socketPath } as mysql.ConnectionOptions);
      await connection.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
      await connection.end();
      const store = await openServiceDatabase({ dataDirectory: tmpdir(), databaseServer });
      stores.push(store);
      return store;
    },
    async remove() {
      for (const store of stores) await store.close();
      await mariadb.remove();
    },
  };
}
