import type { EntityManager } from "typeorm";
import type { Database } from "../../../database/source.ts";

/** Runs one transaction. Returns false if the work does, or if it violates a unique key, in which case nothing is stored. */
export async function insertIfAbsent(
  database: Database,
  work: (writer: EntityManager) => Promise<unknown>,
): Promise<boolean> {
  try {
    return (await database.transact(work)) !== false;
  } catch (error) {
    if (database.dialect.isDuplicateKey(error)) return false;
    throw error;
  }
}
