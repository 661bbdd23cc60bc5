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
 *   n   ciphertext, as long as what was sealed
 *   16  authentication tag
 *
 * Kind, context and version of the key are authenticated. The format is by being the only one.
 */
const format = 1;
const nonceAt = 5;
const ciphertextAt = nonceAt + nonceBytes;

/** How much longer the sealed form is than what was sealed, in bytes. */
export const sealOverheadBytes = ciphertextAt + tagBytes;

/** A key and its version, which is told in the sealed form. */
export interface VersionedKey {
  readonly version: number;
  readonly key: KeyObject;
}

/** Seals bytes so that they open as this kind, in this context and with this key only. */
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
 * Opens what `sealBytes` made. The answer is a buffer of its own, to be zeroed by who holds it.
 *
 * @throws VaultError "refused" when kind, context, key or a byte is another.
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
 * The version of the key that sealed this; not to be believed before it has opened.
 *
 * @throws VaultError "refused" when this is no sealed form.
 */
export function keyVersionOf(sealed: Uint8Array): number {
  if (!(sealed instanceof Uint8Array) || sealed.length < sealOverheadBytes || sealed[0] !== format) {
    throw new VaultError("refused");
  }
  return Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).readUInt32BE(1);
}
