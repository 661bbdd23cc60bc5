import { describe, expect, it } from "vitest";
import { mysqlDialect } from "../../../server/database/mysql/dialect.ts";

describe("an error of a database server", () => {
  it.each([
    ["ER_DISK_FULL", 1021, "the disk of the database is full"],
    ["ER_RECORD_FILE_FULL", 1114, "the disk of the database is full"],
    ["ER_ERROR_ON_WRITE", 1026, "the disk of the database fails, or its quota is used up"],
    ["ER_ERROR_ON_READ", 1024, "the disk of the database fails, or its quota is used up"],
    ["ER_GET_ERRNO", 1030, "the disk of the database fails, or its quota is used up"],
    ["ER_CANT_CREATE_FILE", 1004, "the disk of the database fails, or its quota is used up"],
    ["ER_INNODB_READ_ONLY", 1874, "the database can only be read"],
    ["ER_TABLEACCESS_DENIED_ERROR", 1142, "the service's user of the database may not write"],
    ["ER_ACCESS_DENIED_ERROR", 1045, "the database refuses the service's user"],
    ["ER_MUST_CHANGE_PASSWORD_LOGIN", 1862, "the database refuses the service's user"],
    ["ER_USER_LIMIT_REACHED", 1226, "the service's user of the database has reached a limit"],
    ["ER_TOO_MANY_USER_CONNECTIONS", 1203, "the service's user of the database has reached a limit"],
    ["ER_LOCK_WAIT_TIMEOUT", 1205, "others have locked the database"],
    ["ER_OUT_OF_SORTMEMORY", 1038, "the database has no memory left"],
    ["ER_CRASHED_ON_USAGE", 1194, "a file of the database is damaged"],
    ["ER_NOT_KEYFILE", 1034, "a file of the database is damaged"],
    // The driver has no names for these of MariaDB.
    [undefined, 1969, "the database allows a statement too little time"],
    [undefined, 4151, "the database refuses the service's user"],
  ])("%s (%i) is an outage in words", (code, errno, outage) => {
    expect(mysqlDialect.outageOf(Object.assign(new Error("told"), { code, errno }))).toBe(outage);
  });

  it.each([
    ["ER_PARSE_ERROR", 1064],
    ["ER_BAD_FIELD_ERROR", 1054],
    ["ER_DUP_ENTRY", 1062],
    ["ER_DATA_TOO_LONG", 1406],
    [undefined, undefined],
  ])("%s (%s) is a bug, and no outage", (code, errno) => {
    expect(mysqlDialect.outageOf(Object.assign(new Error("told"), { code, errno }))).toBe(undefined);
  });
});
