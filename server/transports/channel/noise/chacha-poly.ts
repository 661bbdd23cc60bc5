import { type Sodium, sodium } from "../../../core/sodium.ts";
import { type Cipher, type KeyedCipher, tagBytes } from "./cipher.ts";
import { nodeCipher } from "./node-cipher.ts";

const nonce = Buffer.alloc(12);

/**
 * ChaCha20-Poly1305 (RFC 8439). The nonce of a message are four zero bytes and its number in eight, the lowest first.
 * libsodium does it in a fifth of the time that node:crypto takes, and by the same bytes.
 */
export const chaChaPoly: Cipher = chaChaPolyBy(sodium);

/** By libsodium where there is one, else by node:crypto. */
export function chaChaPolyBy(library: Sodium | undefined): Cipher {
  const keyed = (key: Uint8Array) =>
    library === undefined ? nodeCipher("chacha20-poly1305", nonceOf, key) : sodiumCipher(library, key);
  return { name: "ChaChaPoly", keyed };
}

function sodiumCipher(library: Sodium, givenKey: Uint8Array): KeyedCipher {
  const key = Buffer.from(givenKey);
  return {
    seal(number, associated, plain) {
      const sealed = Buffer.allocUnsafe(plain.length + tagBytes);
      library.crypto_aead_chacha20poly1305_ietf_encrypt(sealed, plain, orNull(associated), null, nonceOf(number), key);
      return sealed;
    },
    open(number, associated, sealed) {
      const plain = Buffer.allocUnsafe(sealed.length - tagBytes);
      library.crypto_aead_chacha20poly1305_ietf_decrypt(plain, null, sealed, orNull(associated), nonceOf(number), key);
      return plain;
    },
  };
}

function orNull(bytes: Uint8Array): Uint8Array | null {
  return bytes.length > 0 ? bytes : null;
}

/** In the same place always. */
function nonceOf(number: bigint): Buffer {
  nonce.writeBigUInt64LE(number, 4);
  return nonce;
}
