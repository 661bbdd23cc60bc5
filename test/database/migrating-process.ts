/** A process that migrates a database, and kills itself at a statement. */
import { setImmediate as turn } from "node:timers/promises";
import { openMysql } from "../../server/database/mysql/mysql.ts";
import type { DatabaseLocation } from "../../server/database/source.ts";
import { openSqlite } from "../../server/database/sqlite/sqlite.ts";

/** Parameters of the process. */
export interface MigrationTask {
  readonly location: DatabaseLocation;
  /** Number of the statement at which it kills itself, counted from its first; if absent it runs to its end. */
  readonly statement?: number;
  /** Turns of the event loop after the statement was sent; -1 kills before it, undefined after its answer. */
  readonly turns?: number;
  readonly leaseSeconds?: number;
}

const { location, statement = 0, turns, leaseSeconds } = JSON.parse(process.argv[2] as string) as MigrationTask;
const { databaseServer, dataDirectory } = location;

const kill = () => process.kill(process.pid, "SIGKILL");

type Query = (...args: unknown[]) => Promise<unknown>;

/** Number of statements so far. */
let count = 0;

/** Counts the statements of query runners, and kills the process at one of them. */
function countStatements(runner: { query: Query }): void {
  const { query } = runner;
  runner.query = async function (...args) {
    if (++count !== statement) return query.apply(this, args);
    if (turns === -1) kill();
    const answered = query.apply(this, args);
    if (turns === undefined) await answered;
    for (let turnsLeft = turns ?? 0; turnsLeft > 0; turnsLeft--) await turn();
    kill();
    return answered;
  };
}

const name = databaseServer === undefined ? "better-sqlite3/BetterSqlite3QueryRunner" : "mysql/MysqlQueryRunner";
const module = await import(`typeorm/driver/${name}.js`);
countStatements(module.default[name.split("/")[1] as string].prototype);
const source = await (databaseServer === undefined
  ? openSqlite(dataDirectory, [])
  : openMysql(databaseServer, [], { leaseSeconds }));
await source.destroy();
process.stdout.write(String(count));
