import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mysql from "mysql2/promise";
import { readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import { createOn } from "./databases.ts";
import { startMariadb } from "./mariadb.ts";

/** A database whose files can be read byte by byte. */
export interface DatabaseFiles {
  /** Settings of a server that uses the database. */
  readonly environment: Record<string, string>;
  /** Returns the content of all files after the server is closed. */
  read(): Promise<Buffer>;
  remove(): Promise<void>;
}

export async function sqliteFiles(): Promise<DatabaseFiles> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-"));
  return {
    environment: { DATA_DIR: directory },
    read: async () => bytesIn(directory, (name) => name.startsWith("platonic.sqlite")),
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Starts a MariaDB server with a binary log; its files include tables, redo and undo logs. */
export async function mariadbFiles(): Promise<DatabaseFiles> {
  const mariadb = await startMariadb("--skip-networking", "--log-bin=changes", "--binlog-format=MIXED");
  const { environment } = await createOn(mariadb.url);
  return {
    environment,
    async read() {
      await writePages(mariadb.url("mysql", "root"));
      await mariadb.kill();
      return bytesIn(mariadb.dataDirectory, () => true);
    },
    async remove() {
      await mariadb.remove();
      rmSync(environment["DATA_DIR"] as string, { recursive: true, force: true });
    },
  };
}

/** Flushes all tables from memory to their files. */
async function writePages(url: string): Promise<void> {
  const { user, socketPath } = readDatabaseUrl(url);
  const connection = await mysql.createConnection({ user, socketPath } as mysql.ConnectionOptions);
  const [tables] = await connection.query<mysql.RowDataPacket[]>(
    "SELECT CONCAT(table_schema, '.', table_name) AS name FROM information_schema.tables " +
      "WHERE table_schema LIKE 'platonic%'",
  );
  await connection.query(`FLUSH TABLES ${tables.map(({ name }) => name).join(", ")} FOR EXPORT`);
  await connection.end();
}

const page = 4096;

/** Returns the bytes of the wanted files without pages of zeros, which are most of them. */
function bytesIn(directory: string, isWanted: (name: string) => boolean): Buffer {
  const zeros = Buffer.alloc(page);
  const pages = readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
    .flatMap((bytes) =>
      Array.from({ length: Math.ceil(bytes.length / page) }, (_, at) => at * page).map((at) =>
        bytes.subarray(at, at + page),
      ),
    )
    .filter((bytes) => !bytes.equals(zeros.subarray(0, bytes.length)));
  return Buffer.concat(pages);
}
