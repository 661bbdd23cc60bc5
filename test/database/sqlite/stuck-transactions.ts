import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMainThread } from "node:worker_threads";
import Sqlite from "better-sqlite3";

/**
 * For a process that is started with it: no transaction of the main thread ends while there is a file `stuck` beside the
 * database, and none of another thread while there is a file `stuck-thread`.
 */
const file = isMainThread ? "stuck" : "stuck-thread";
const { exec } = Sqlite.prototype;
Sqlite.prototype.exec = function (sql) {
  const isEnd = /^(COMMIT|ROLLBACK)$/.test(sql);
  if (isEnd && existsSync(join(dirname(this.name), file)))
    throw new Sqlite.SqliteError("out of memory", "SQLITE_NOMEM");
  return exec.call(this, sql);
};
