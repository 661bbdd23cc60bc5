import type { SealedContext } from "../../core/sealed-column.ts";
import type { DataKeyRecord } from "./records.ts";
import { openBytes, sealBytes, type VersionedKey } from "./sealed.ts";

/** What does not change when a data key is wrapped anew. */
export type DataKeyPlace = Pick<DataKeyRecord, "id" | "version" | "identity" | "purpose">;

/** Wraps the bytes of a data key, for its place only. */
export function wrapDataKey(wrapping: VersionedKey, place: DataKeyPlace, bytes: Uint8Array): Uint8Array {
  return sealBytes(wrapping, "data-key", contextOf(place), bytes);
}

/**
 * The bytes of a data key, to be zeroed by who asked.
 *
 * @throws VaultError "refused"
 */
export function unwrapDataKey(wrapping: VersionedKey, place: DataKeyPlace, wrapped: Uint8Array): Uint8Array {
  return openBytes(wrapping, "data-key", contextOf(place), wrapped);
}

function contextOf({ id, version, identity, purpose }: DataKeyPlace): SealedContext {
  return { table: "vault_data_keys", column: "wrapped_key", row: `${id}/${version}`, identity, purpose };
}
