import type { DataSource, EntityManager } from "typeorm";
import { openSqlite } from "./sqlite.ts";

/** An open database whose schema is up to date. */
export interface Store {
  /** For reads outside a transaction. Writes go through `transact`. */
  readonly manager: EntityManager;
  /** Runs the work in a transaction of its own: all of it is stored durably, or, when it rejects, none of it. */
  transact<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result>;
  /** Waits for the transactions under way and closes the database. */
  close(): Promise<void>;
}

/** Where the data are kept. */
export interface StoreLocation {
  /** Folder of the SQLite database; made when missing. */
  readonly dataDirectory: string;
}

/** Opens the database, creating it or bringing its schema up to date where needed. */
export async function openStore({ dataDirectory }: StoreLocation): Promise<Store> {
  return overOneConnection(await openSqlite(dataDirectory));
}

function overOneConnection(source: DataSource): Store {
  let last: Promise<unknown> = Promise.resolve();
  return {
    manager: source.manager,
    transact(work) {
      // There is one connection: a second transaction begun on it would end, or be rolled back, with the first.
      const result = last.then(() => source.transaction(work));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      await last;
      if (source.isInitialized) await source.destroy();
    },
  };
}
