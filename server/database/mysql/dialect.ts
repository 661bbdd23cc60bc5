import { type Dialect, placeholders } from "../dialect.ts";
import { driverErrorOf, errorCodeOf } from "../driver-error.ts";
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
    // InnoDB always stores rows this way.
    clustered: "",
  },
  insert: "INSERT",
  overwrite: (columns) => `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${name} = VALUES(${name})`).join(", ")}`,
  increase: (columns) =>
    `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${name} = ${name} + VALUES(${name})`).join(", ")}`,
  // MariaDB does not support FOR SHARE, which TypeORM would use.
  shareLock: "LOCK IN SHARE MODE",
  changeLock: "FOR UPDATE",
  // The time zone of every session is UTC, in which no hour is repeated.
  nowMs: "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)",
  list: (texts) => ({ sql: placeholders(1, texts.length), values: texts }),
  isDuplicateKey: (error) => errorCodeOf(error) === "ER_DUP_ENTRY",
  outageOf(error) {
    const { code = "", errno = 0 } = driverErrorOf(error);
    const inWords = outages.find(({ codes, numbers }) => codes.test(code) || numbers?.includes(errno));
    if (inWords !== undefined) return inWords.outage;
    // Errors of other connections, such as those of rates, have the same codes, but not the library around them.
    const isOfLibrary = error instanceof Error && "driverError" in error;
    return isOfLibrary && isConnectionLoss(error) ? notAvailable : undefined;
  },
  attemptsMax: (error) => attempts.get(errorCodeOf(error)) ?? 1,
};

/** Reasons of outages, by the code of an error, or by its number where the driver has no name for one of MariaDB. */
const outages: readonly { readonly codes: RegExp; readonly numbers?: readonly number[]; readonly outage: string }[] = [
  { codes: /^ER_(DISK_FULL|RECORD_FILE_FULL)$/, outage: "the disk of the database is full" },
  {
    codes:
      /^ER_(ERROR_ON_(READ|WRITE|CLOSE)|GET_ERRNO|CANT_(CREATE|OPEN)_FILE|IO_(READ|WRITE)_ERROR|TEMP_FILE_WRITE_FAILURE)$/,
    outage: "the disk of the database fails, or its quota is used up",
  },
  {
    codes: /^ER_(OPTION_PREVENTS_STATEMENT|CANT_EXECUTE_IN_READ_ONLY_TRANSACTION|READ_ONLY_MODE|INNODB_READ_ONLY)$/,
    outage: "the database can only be read",
  },
  {
    codes: /^ER_(TABLEACCESS|COLUMNACCESS|DBACCESS)_DENIED/,
    outage: "the service's user of the database may not write",
  },
  {
    // 4151: the account is locked.
    codes: /^ER_(ACCESS_DENIED|ACCOUNT_HAS_BEEN_LOCKED|MUST_CHANGE_PASSWORD)/,
    numbers: [4151],
    outage: "the database refuses the service's user",
  },
  {
    codes: /^ER_(USER_LIMIT_REACHED|TOO_MANY_USER_CONNECTIONS)$/,
    outage: "the service's user of the database has reached a limit",
  },
  // 1969: max_statement_time.
  { codes: /^ER_QUERY_TIMEOUT$/, numbers: [1969], outage: "the database allows a statement too little time" },
  { codes: /^ER_LOCK_/, outage: "others have locked the database" },
  {
    codes: /^ER_(OUTOFMEMORY|OUT_OF_RESOURCES|OUT_OF_SORTMEMORY|ENGINE_OUT_OF_MEMORY)$/,
    outage: "the database has no memory left",
  },
  {
    codes: /^ER_(CRASHED_ON_(USAGE|REPAIR)|NOT_KEYFILE|OLD_KEYFILE|TABLE_CORRUPT|INDEX_CORRUPT)$/,
    outage: "a file of the database is damaged",
  },
];

/** Largest number of attempts of a transaction, by the error that aborted it in favour of another. */
const attempts: ReadonlyMap<string, number> = new Map([
  ["ER_LOCK_DEADLOCK", 20],
  // Each attempt has already waited for the whole lock timeout.
  ["ER_LOCK_WAIT_TIMEOUT", 2],
]);
