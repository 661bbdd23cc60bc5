import type { EntityManager } from "typeorm";
import { dialectOf } from "../../../database/dialects.ts";

/** Which signing key, and whose it is to be. */
export interface KeyName {
  readonly identityId: string;
  readonly id: string;
}

interface KeyRow {
  readonly id: string;
  readonly identity_id: string;
  /** In hexadecimal digits: to hand over a text takes less than to hand over bytes. */
  readonly public_key: string;
}

/**
 * The public keys of these names, all of them by one statement; undefined for a key that is revoked, and for one that
 * nobody or somebody else has.
 */
export async function publicKeysOf(
  manager: EntityManager,
  names: readonly KeyName[],
): Promise<(Uint8Array | undefined)[]> {
  const ids = [...new Set(names.map(({ id }) => id))];
  const listed = dialectOf(manager).list(ids);
  const rows: KeyRow[] = await manager.query(
    `SELECT id, identity_id, HEX(public_key) AS public_key FROM signing_keys WHERE revoked_at IS NULL AND id IN ${listed.sql}`,
    [...listed.values],
  );
  // What a database takes for the same text may be another one.
  const keys = new Map(rows.map((row) => [row.id, row]));
  return names.map(({ identityId, id }) => {
    const row = keys.get(id);
    return row?.identity_id === identityId ? Buffer.from(row.public_key, "hex") : undefined;
  });
}
