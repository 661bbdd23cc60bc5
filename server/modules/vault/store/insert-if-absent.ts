import type { EntityManager } from "typeorm";
import type { Database } from "../../../database/source.ts";

/** Runs one transaction. Returns false, and stores nothing, if the work returns false or violates a unique key. */
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
