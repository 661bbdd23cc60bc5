import { type CipherGCM, createCipheriv, createDecipheriv, createSecretKey, type DecipherGCM } from "node:crypto";
import { type KeyedCipher, tagBytes } from "./cipher.ts";

type Algorithm = "aes-256-gcm" | "chacha20-poly1305";
const options = { authTagLength: tagBytes };

/** A cipher of node:crypto under a key. `nonceOf` writes a message's number as a nonce, whose bytes are copied. */
export function nodeCipher(given: Algorithm, nonceOf: (number: bigint) => Buffer, key: Uint8Array): KeyedCipher {
  // Node's types declare authentication tags for AES-GCM only; ChaCha20-Poly1305 has the same methods.
  const algorithm = given as "aes-256-gcm";
  const secret = createSecretKey(key);
  return {
    seal(number, associated, plain) {
      const cipher: CipherGCM = createCipheriv(algorithm, secret, nonceOf(number), options);
      if (associated.length > 0) cipher.setAAD(associated);
      const body = cipher.update(plain);
      cipher.final();
      return Buffer.concat([body, cipher.getAuthTag()], plain.length + tagBytes);
    },
    open(number, associated, sealed) {
      const decipher: DecipherGCM = createDecipheriv(algorithm, secret, nonceOf(number), options);
      const end = sealed.length - tagBytes;
      if (associated.length > 0) decipher.setAAD(associated);
      decipher.setAuthTag(sealed.subarray(end));
      const plain = decipher.update(sealed.subarray(0, end));
      decipher.final();
      return plain;
    },
  };
}
