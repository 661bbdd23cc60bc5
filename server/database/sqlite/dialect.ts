import type { Dialect } from "../dialect.ts";
import { errorCodeOf } from "../driver-error.ts";

/** The members of a JSON array: of however many texts, the statement is the same and stays prepared. */
export const textList = "(SELECT value FROM json_each(?))";

export const sqliteDialect: Dialect<"sqlite"> = {
  name: "sqlite",
  driver: "better-sqlite3",
  schema: {
    digest: { type: "blob" },
    bytes: { type: "blob" },
    wrappedKey: { type: "blob" },
    // Of SQLite's integers only these are the place of their row, and are given by it.
    integerKey: "integer PRIMARY KEY NOT NULL",
    generatedKey: "integer PRIMARY KEY NOT NULL",
    clustered: " WITHOUT ROWID",
  },
  // Else SQLite writes down every page that the statement changes, to undo it alone, for several times its cost.
  insert: "INSERT OR FAIL",
  overwrite: (columns) => `ON CONFLICT DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`,
  increase: (columns) =>
    `ON CONFLICT DO UPDATE SET ${columns.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")}`,
  // Nobody else writes while a transaction does.
  shareLock: "",
  changeLock: "",
  nowMs: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  list: (texts) => ({ sql: textList, values: [JSON.stringify(texts)] }),
  isDuplicateKey: (error) => /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(errorCodeOf(error)),
  outageOf(error) {
    const [, code = "", primary = ""] = /^SQLITE_(([A-Z]+)\w*)/.exec(errorCodeOf(error)) ?? [];
    return outages.get(code) ?? outages.get(primary);
  },
  // Writers take turns, so no transaction is broken off for the sake of another.
  attemptsMax: () => 1,
};

/** Reasons of outages, by the code of an error or by its primary code. */
const outages: ReadonlyMap<string, string> = new Map([
  ["FULL", "the disk of the database is full"],
  ["IOERR", "the disk of the database fails, or its quota is used up"],
  ["READONLY_DBMOVED", "the file of the database was moved or removed"],
  ["READONLY", "the database can only be read"],
  ["BUSY", "another process has locked the database"],
  ["LOCKED", "another process has locked the database"],
  ["CORRUPT", "the file of the database is damaged"],
  ["NOTADB", "the file of the database is damaged"],
  ["CANTOPEN", "the file of the database cannot be opened"],
  ["NOMEM", "the database has no memory left"],
]);

/** Whether an error tells of the file: it is damaged, or no database. */
export function isFileDamaged(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(errorCodeOf(error));
}
