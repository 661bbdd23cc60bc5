import { type KeyObject, randomBytes } from "node:crypto";
import type { SealedContext } from "../../core/sealed-column.ts";
import { decrypt, encrypt, nonceBytes, tagBytes } from "./aes-gcm.ts";
import { encodeContext, type Kind } from "./context.ts";
import { VaultError } from "./vault-error.ts";

/*
 * The sealed form, in bytes:
 *
 *   1   format: 1
 *   4   version of the key, big-endian
 *   12  nonce, random
 *   n   ciphertext, as long as the plaintext
 *   16  authentication tag
 *
 * Kind, context and version of the key are authenticated; the format need not be, as there is only one.
 */
const format = 1;
const nonceAt = 5;
const ciphertextAt = nonceAt + nonceBytes;

/** Bytes by which the sealed form exceeds the plaintext. */
export const sealOverheadBytes = ciphertextAt + tagBytes;

/** A key and its version, which the sealed form contains. */
export interface VersionedKey {
  readonly version: number;
  readonly key: KeyObject;
}

/** Seals bytes; they open only as this kind, in this context and with this key. */
export function sealBytes(
  { key, version }: VersionedKey,
  kind: Kind,
  context: SealedContext,
  plain: Uint8Array,
): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const { ciphertext, tag } = encrypt(key, nonce, encodeContext(kind, context, version), plain);
  const sealed = Buffer.alloc(sealOverheadBytes + ciphertext.length);
  sealed.writeUInt8(format);
  sealed.writeUInt32BE(version, 1);
  sealed.set(nonce, nonceAt);
  sealed.set(ciphertext, ciphertextAt);
  sealed.set(tag, sealed.length - tagBytes);
  return sealed;
}

/**
 * Opens sealed bytes. Returns a separate buffer, which the caller zeroes.
 *
 * @throws VaultError "refused" if kind, context, key or a byte differs
 */
export function openBytes(
  { key, version }: VersionedKey,
  kind: Kind,
  context: SealedContext,
  sealed: Uint8Array,
): Uint8Array {
  if (keyVersionOf(sealed) !== version) throw new VaultError("refused");
  const tagAt = sealed.length - tagBytes;
  return decrypt(
    key,
    sealed.subarray(nonceAt, ciphertextAt),
    encodeContext(kind, context, version),
    sealed.subarray(ciphertextAt, tagAt),
    sealed.subarray(tagAt),
  );
}

/**
 * Returns the version of the key that sealed these bytes; not authenticated until they are opened.
 *
 * @throws VaultError "refused" if the bytes are not a sealed form
 */
export function keyVersionOf(sealed: Uint8Array): number {
  if (!(sealed instanceof Uint8Array) || sealed.length < sealOverheadBytes || sealed[0] !== format) {
    throw new VaultError("refused");
  }
  return Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).readUInt32BE(1);
}
