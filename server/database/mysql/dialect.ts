import { QueryFailedError } from "typeorm";
import { type Dialect, placeholders } from "../dialect.ts";
import { errorCodeOf } from "../driver-error.ts";
import { notAvailable } from "../unavailable.ts";
import { isConnectionLoss } from "./connection-loss.ts";

export const mysqlDialect: Dialect<"mysql"> = {
  name: "mysql",
  driver: "mariadb",
  schema: {
    // A whole BLOB cannot be unique.
    digest: { type: "binary", length: "32" },
    bytes: { type: "mediumblob" },
    wrappedKey: { type: "varbinary", length: "1024" },
    integerKey: "bigint PRIMARY KEY NOT NULL",
    generatedKey: "bigint PRIMARY KEY NOT NULL AUTO_INCREMENT",
    // InnoDB keeps every table so.
    clustered: "",
  },
  insert: "INSERT",
  overwrite: (columns) => `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${name} = VALUES(${name})`).join(", ")}`,
  increase: (columns) =>
    `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${name} = ${name} + VALUES(${name})`).join(", ")}`,
  // MariaDB does not support FOR SHARE, which TypeORM would use.
  shareLock: "LOCK IN SHARE MODE",
  changeLock: "FOR UPDATE",
  // The time zone of every session is UTC, in which no hour comes twice.
  nowMs: "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)",
  list: (texts) => ({ sql: placeholders(1, texts.length), values: texts }),
  isDuplicateKey: (error) => errorCodeOf(error) === "ER_DUP_ENTRY",
  outageOf(error) {
    // Errors of other connections, such as those of rates, have the same codes.
    if (error instanceof QueryFailedError && isConnectionLoss(error)) return notAvailable;
    const code = errorCodeOf(error);
    return outages.find(([codes]) => codes.test(code))?.[1];
  },
  attemptsMax: (error) => attempts.get(errorCodeOf(error)) ?? 1,
};

/** Reasons of outages, by the code of an error. */
const outages: readonly (readonly [RegExp, string])[] = [
  [/^ER_(DISK_FULL|RECORD_FILE_FULL)$/, "the disk of the database is full"],
  [
    /^ER_(OPTION_PREVENTS_STATEMENT|CANT_EXECUTE_IN_READ_ONLY_TRANSACTION|READ_ONLY_MODE)$/,
    "the database can only be read",
  ],
  [/^ER_(TABLEACCESS|COLUMNACCESS|DBACCESS)_DENIED/, "the service's user of the database may not write"],
  [/^ER_ACCESS_DENIED/, "the database refuses the service's user"],
  [/^ER_LOCK_/, "others have locked the database"],
  [/^ER_(OUTOFMEMORY|OUT_OF_RESOURCES)$/, "the database has no memory left"],
];

/** Largest number of attempts of a transaction, by the error that aborted it in favour of another. */
const attempts: ReadonlyMap<string, number> = new Map([
  ["ER_LOCK_DEADLOCK", 20],
  // Each attempt has already waited for the whole lock timeout.
  ["ER_LOCK_WAIT_TIMEOUT", 2],
]);
