import type { EntityManager } from "typeorm";
import { dialectOf } from "../../../database/dialects.ts";

/** A signing key and its expected owner. */
export interface KeyName {
  readonly identityId: string;
  readonly id: string;
}

interface KeyRow {
  readonly id: string;
  readonly identity_id: string;
  /** In hexadecimal digits: drivers pass a text faster than bytes. */
  readonly public_key: string;
}

/**
 * Reads public keys in one statement; undefined for a key that is revoked, unknown, or of another owner.
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
  // Compared again, because a database may consider different texts equal.
  const keys = new Map(rows.map((row) => [row.id, row]));
  return names.map(({ identityId, id }) => {
    const row = keys.get(id);
    return row?.identity_id === identityId ? Buffer.from(row.public_key, "hex") : undefined;
  });
}
