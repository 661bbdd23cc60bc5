import type { EntitySchema } from "typeorm";
import type { ToldStatements } from "../measurements.ts";
import type { OpenDatabase } from "../open-database.ts";
import type { SchemaOptions } from "../schema-options.ts";
import { withRetry } from "../with-retry.ts";
import type { DatabaseServer } from "./database-url.ts";
import { mysqlDialect } from "./dialect.ts";
import type { Hosts } from "./hosts.ts";
import { openMysqlWithScripts } from "./mysql.ts";
import type { Scripts } from "./scripts.ts";
import { scriptsPool } from "./scripts-pool.ts";
import { mysqlTransaction } from "./transaction.ts";

/** A MySQL or MariaDB database, in which every transaction has its own connection. */
export interface MysqlDatabase extends OpenDatabase<"mysql"> {
  /** Runs a transaction with few round trips, for frequent writers. */
  readonly transactByScripts: Scripts["transact"];
  /** Server and hosts, for a thread that opens scripts of its own. */
  readonly shared: SharedServer;
}

export interface SharedServer {
  readonly server: DatabaseServer;
  readonly hosts: Pick<Hosts, "current" | "onLost">;
  /** Receives what the scripts of the other thread have measured; undefined: the thread has ended. */
  readonly measured: (told: ToldStatements | undefined) => void;
}

/** Connects to the database and brings its schema up to date. */
export async function openMysqlDatabase(
  server: DatabaseServer,
  tables: readonly EntitySchema[],
  options?: SchemaOptions,
): Promise<MysqlDatabase> {
  const { hosts, ...opened } = await openMysqlWithScripts(server, tables, options);
  const measured: SharedServer["measured"] = (told) => options?.measurements?.add(scriptsPool, told);
  return overPool(opened, { server, hosts, measured });
}

type OpenedPools = Omit<Awaited<ReturnType<typeof openMysqlWithScripts>>, "hosts">;

function overPool({ source, system, scripts }: OpenedPools, shared: SharedServer): MysqlDatabase {
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  function whileOpen<Result>(transact: () => Promise<Result>): Promise<Result> {
    if (closing !== undefined) return Promise.reject(new Error("The database is closed."));
    const result = transact();
    const settled = result.catch(() => undefined).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return result;
  }

  async function closeAll(): Promise<void> {
    await Promise.all(underWay);
    await scripts.close();
    await source.destroy();
  }

  return {
    dialect: mysqlDialect,
    system,
    manager: source.manager,
    // Never resolves: a connection that cannot end its transaction is closed, and the others go on.
    stopped: new Promise(() => undefined),
    transact: (work) => whileOpen(() => withRetry(mysqlDialect, () => mysqlTransaction(source, work))),
    transactByScripts: (work) => whileOpen(() => scripts.transact(work)),
    shared,
    close: () => (closing ??= closeAll()),
  };
}
