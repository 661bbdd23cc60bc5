import type { Dialect } from "../dialect.ts";
import { errorCodeOf } from "../driver-error.ts";

/** The members of a JSON array: the statement is the same for any number of texts, and stays prepared. */
export const textList = "(SELECT value FROM json_each(?))";

export const sqliteDialect: Dialect<"sqlite"> = {
  name: "sqlite",
  driver: "better-sqlite3",
  schema: {
    digest: { type: "blob" },
    bytes: { type: "blob" },
    wrappedKey: { type: "blob" },
    // Only SQLite's integer primary keys are rowids, which the database generates.
    integerKey: "integer PRIMARY KEY NOT NULL",
    generatedKey: "integer PRIMARY KEY NOT NULL",
    clustered: " WITHOUT ROWID",
  },
  // Otherwise SQLite journals every page that the statement changes, to roll it back separately, at several times its
  // cost.
  insert: "INSERT OR FAIL",
  overwrite: (columns) => `ON CONFLICT DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`,
  increase: (columns) =>
    `ON CONFLICT DO UPDATE SET ${columns.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")}`,
  // Nobody else writes during a transaction.
  shareLock: "",
  changeLock: "",
  nowMs: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  list: (texts) => ({ sql: textList, values: [JSON.stringify(texts)] }),
  isDuplicateKey: (error) => /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(errorCodeOf(error)),
  outageOf(error) {
    const [, code = "", primary = ""] = /^SQLITE_(([A-Z]+)\w*)/.exec(errorCodeOf(error)) ?? [];
    return outages.get(code) ?? outages.get(primary);
  },
  // Writers take turns, so no transaction is aborted in favour of another.
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

/** Whether an error shows that the file is damaged or is no database. */
export function isFileDamaged(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(errorCodeOf(error));
}
