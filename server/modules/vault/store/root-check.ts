import type { EntityManager } from "typeorm";
import { dialectOf } from "../../../database/dialects.ts";

/** The only row of `vault_root`. */
export const rootId = 1;

/** Whether the root has this check value (undefined: none). Locks its row, so that it keeps it until the transaction ends. */
export function holdsRootCheck(writer: EntityManager, check: Uint8Array | undefined): Promise<boolean> {
  return hasRootCheck(writer, check, dialectOf(writer).shareLock);
}

/**
 * Whether the root has this check value. Locks its row for a change, after waiting for transactions that share the
 * lock.
 */
export function takesRootCheck(writer: EntityManager, check: Uint8Array): Promise<boolean> {
  return hasRootCheck(writer, check, dialectOf(writer).changeLock);
}

async function hasRootCheck(writer: EntityManager, check: Uint8Array | undefined, lock: string): Promise<boolean> {
  const sql = `SELECT check_value FROM vault_root WHERE id = ? ${lock}`;
  const [row] = (await writer.query(sql, [rootId])) as { check_value: Uint8Array | null }[];
  const stored = row?.check_value ?? undefined;
  if (stored === undefined || check === undefined) return stored === check;
  return Buffer.from(stored).equals(check);
}
