import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";

/** For a process that is started with it: no transaction ends while there is a file `stuck` beside the database. */
const { exec } = Sqlite.prototype;
Sqlite.prototype.exec = function (sql) {
  const isEnd = /^(COMMIT|ROLLBACK)$/.test(sql);
  if (isEnd && existsSync(join(dirname(this.name), "stuck")))
    throw new Sqlite.SqliteError("out of memory", "SQLITE_NOMEM");
  return exec.call(this, sql);
};
