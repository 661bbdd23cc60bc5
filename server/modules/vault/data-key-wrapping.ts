import type { SealedContext } from "../../core/sealed-column.ts";
import type { DataKeyRecord } from "./records.ts";
import { openBytes, sealBytes, type VersionedKey } from "./sealed.ts";

/** Identity of a data key, which rewrapping does not change. */
export type DataKeyPlace = Pick<DataKeyRecord, "id" | "version" | "identity" | "purpose">;

/** Wraps the bytes of a data key; bound to its identity. */
export function wrapDataKey(wrapping: VersionedKey, place: DataKeyPlace, bytes: Uint8Array): Uint8Array {
  return sealBytes(wrapping, "data-key", contextOf(place), bytes);
}

/**
 * Unwraps the bytes of a data key. The caller zeroes them.
 *
 * @throws VaultError "refused"
 */
export function unwrapDataKey(wrapping: VersionedKey, place: DataKeyPlace, wrapped: Uint8Array): Uint8Array {
  return openBytes(wrapping, "data-key", contextOf(place), wrapped);
}

function contextOf({ id, version, identity, purpose }: DataKeyPlace): SealedContext {
  return { table: "vault_data_keys", column: "wrapped_key", row: `${id}/${version}`, identity, purpose };
}
