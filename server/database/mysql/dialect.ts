import { type Dialect, placeholders } from "../dialect.ts";
import { errorCodeOf } from "../driver-error.ts";
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
  isOutage: (error) =>
    isConnectionLoss(error) ||
    /^ER_(LOCK_|DISK_FULL|RECORD_FILE_FULL|OPTION_PREVENTS_STATEMENT)/.test(errorCodeOf(error)),
  attemptsMax: (error) => attempts.get(errorCodeOf(error)) ?? 1,
};

/** Largest number of attempts of a transaction, by the error that aborted it in favour of another. */
const attempts: ReadonlyMap<string, number> = new Map([
  ["ER_LOCK_DEADLOCK", 20],
  // Each attempt has already waited for the whole lock timeout.
  ["ER_LOCK_WAIT_TIMEOUT", 2],
]);
