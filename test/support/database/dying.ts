import type { EntityManager } from "typeorm";
import type { Database } from "../../../server/database/source.ts";

/** Returns a database whose process dies after so many statements of a transaction. */
export function dyingAfter(database: Database, statements: number): Database {
  let left = statements;
  const mortal = (manager: EntityManager) =>
    new Proxy(manager, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (!["query", "update", "insert", "find", "findBy", "findOneBy"].includes(String(name))) return value;
        return (...given: unknown[]) => {
          if (left-- <= 0) throw new Error("the process died");
          return (value as (...given: unknown[]) => unknown).apply(target, given);
        };
      },
    });
  const transact: Database["transact"] = (work) => database.transact((manager) => work(mortal(manager)));
  return { ...database, transact } as Database;
}
