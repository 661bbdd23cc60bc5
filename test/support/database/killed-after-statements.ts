/*
 * Loaded into a server before its own program (`node --import`). Once the file of KILL_FILE is there, the process ends by
 * SIGKILL when as many further statements as the file says have been answered by the database.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import mysql from "mysql2";

const file = process.env["KILL_FILE"] as string;
let left: number | undefined;

function answered(): void {
  if (left === undefined && existsSync(file)) {
    left = Number(readFileSync(file, "utf8"));
    rmSync(file);
  }
  if (left !== undefined && --left <= 0) process.kill(process.pid, "SIGKILL");
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

function watchSqlite(): void {
  const connection = new Sqlite(":memory:");
  const statement = Object.getPrototypeOf(connection.prepare("SELECT 1"));
  connection.close();
  for (const [prototype, names] of [
    [statement, ["run", "get", "all"]],
    [Sqlite.prototype, ["exec"]],
  ] as [Record<string, Method>, string[]][])
    for (const name of names) {
      const original = prototype[name] as Method;
      prototype[name] = function (...given) {
        const answer = original.apply(this, given);
        answered();
        return answer;
      };
    }
}

function watchMysql(): void {
  const { Connection } = mysql as unknown as { Connection: { prototype: object } };
  const prototype = Object.getPrototypeOf(Connection.prototype) as Record<string, Method>;
  const original = prototype["query"] as Method;
  prototype["query"] = function (...given) {
    const done = given.at(-1);
    if (typeof done !== "function") return original.apply(this, given);
    return original.call(this, ...given.slice(0, -1), (...answer: unknown[]) => {
      answered();
      done(...answer);
    });
  };
}

if (isMainThread) {
  watchSqlite();
  watchMysql();
}
