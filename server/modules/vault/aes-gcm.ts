import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import { VaultError } from "./vault-error.ts";

/** Lengths of nonces, authentication tags and keys in bytes (NIST SP 800-38D). */
export const nonceBytes = 12;
export const tagBytes = 16;
export const keyBytes = 32;

const algorithm = "aes-256-gcm";

/** Encrypts with AES-256-GCM. A nonce must never repeat under the same key. */
export function encrypt(
  key: KeyObject,
  nonce: Uint8Array,
  authenticated: Uint8Array,
  plain: Uint8Array,
): { ciphertext: Uint8Array; tag: Uint8Array } {
  checkSizes(key, nonce);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(authenticated);
  const ciphertext = cipher.update(plain);
  cipher.final();
  return { ciphertext, tag: cipher.getAuthTag() };
}

/** @throws VaultError "refused" if any input differs from that of `encrypt` */
export function decrypt(
  key: KeyObject,
  nonce: Uint8Array,
  authenticated: Uint8Array,
  ciphertext: Uint8Array,
  tag: Uint8Array,
): Uint8Array {
  checkSizes(key, nonce);
  if (tag.length !== tagBytes) throw new VaultError("refused");
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(authenticated);
  decipher.setAuthTag(tag);
  const plain = decipher.update(ciphertext);
  try {
    decipher.final();
  } catch {
    plain.fill(0);
    throw new VaultError("refused");
  }
  return plain;
}

function checkSizes(key: KeyObject, nonce: Uint8Array): void {
  if (key.symmetricKeySize !== keyBytes || nonce.length !== nonceBytes) throw new VaultError("refused");
}
