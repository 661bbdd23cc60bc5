import type { QueryRunner } from "typeorm";
import { currentScope, inSpan } from "../../core/tracing/scope.ts";
import type { SpanDescription } from "../../core/tracing/span.ts";
import type { Database } from "../../database/source.ts";

/**
 * Records transactions, and the statements of the library beside them, as spans of the work that they are for, by the
 * semantic conventions of databases. Spans hold neither the text of a statement nor its values.
 */
export function tracedDatabase(database: Database): Database {
  const trace = traceStatements(database);
  const transaction: SpanDescription = {
    name: "transaction",
    kind: "client",
    attributes: { "db.system.name": database.system, "db.operation.name": "TRANSACTION" },
  };
  const transact: Database["transact"] = (work) =>
    inSpan(transaction, () =>
      database.transact((manager) => {
        // That of a transaction of SQLite is not created by the library.
        if (currentScope()?.span !== undefined && manager.queryRunner !== undefined) trace(manager.queryRunner);
        return work(manager);
      }),
    );
  if ("onConnection" in database) {
    const onConnection: typeof database.onConnection = (work) => inSpan(transaction, () => database.onConnection(work));
    const readOnConnection: typeof database.onConnection = (work) =>
      inSpan(transaction, () => database.readOnConnection(work));
    return { ...database, transact, onConnection, readOnConnection };
  }
  const transactByScripts: typeof database.transactByScripts = (work) =>
    inSpan(transaction, () => database.transactByScripts(work));
  return { ...database, transact, transactByScripts };
}

/**
 * Records each statement of the runners that the library creates, one or many, as the dialect has it. Returns the function
 * that does so with another runner.
 */
function traceStatements({ manager: { dataSource }, system }: Database): (runner: QueryRunner) => QueryRunner {
  const describe = descriptions(system, new Set(dataSource.entityMetadatas.map(({ tableName }) => tableName)));
  const create = dataSource.createQueryRunner.bind(dataSource);
  const traced = new WeakSet<QueryRunner>();

  function trace(runner: QueryRunner): QueryRunner {
    if (traced.has(runner)) return runner;
    traced.add(runner);
    const query = runner.query.bind(runner) as (sql: string, ...rest: unknown[]) => Promise<unknown>;
    runner.query = ((sql: string, ...rest: unknown[]) =>
      inSpan(describe(sql), () => query(sql, ...rest))) as typeof runner.query;
    return runner;
  }

  dataSource.createQueryRunner = (...mode) => trace(create(...mode));
  return trace;
}

const verbs = /^\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|START TRANSACTION|COMMIT|ROLLBACK)\b/i;
const target = /\b(?:FROM|INTO|UPDATE)\s+["`]?(\w+)/i;

/** Most texts whose description is kept. */
const textsMax = 1_000;

/** Returns what describes a statement by its verb, and by its table if that is one of ours. */
function descriptions(system: string, tables: ReadonlySet<string>): (sql: string) => SpanDescription {
  const known = new Map<string, SpanDescription>();
  return (sql) => {
    let description = known.get(sql);
    if (description === undefined) {
      const verb = verbs.exec(sql)?.[1]?.toUpperCase() ?? "STATEMENT";
      const table = target.exec(sql)?.[1];
      const isOurs = table !== undefined && tables.has(table);
      description = {
        name: isOurs ? `${verb} ${table}` : verb,
        kind: "client",
        attributes: {
          "db.system.name": system,
          "db.operation.name": verb,
          ...(isOurs && { "db.collection.name": table }),
        },
      };
      if (known.size >= textsMax) known.clear();
      known.set(sql, description);
    }
    return description;
  };
}
