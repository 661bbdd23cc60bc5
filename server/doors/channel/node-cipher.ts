import { type CipherGCM, createCipheriv, createDecipheriv, createSecretKey, type DecipherGCM } from "node:crypto";
import { type KeyedCipher, tagBytes } from "./cipher.ts";

// What the types of Node say of the one algorithm holds for the other.
const options = { authTagLength: tagBytes };
type Algorithm = "aes-256-gcm" | "chacha20-poly1305";
const algorithmOf = (algorithm: Algorithm) => algorithm as "aes-256-gcm";

/** A cipher of node:crypto under a key. `nonceOf` spells a message's number in 12 bytes, which are copied. */
export function nodeCipher(algorithm: Algorithm, nonceOf: (number: bigint) => Buffer, key: Uint8Array): KeyedCipher {
  const secret = createSecretKey(key);
  return {
    seal(number, associated, plain) {
      const cipher: CipherGCM = createCipheriv(algorithmOf(algorithm), secret, nonceOf(number), options);
      if (associated.length > 0) cipher.setAAD(associated);
      const body = cipher.update(plain);
      cipher.final();
      return Buffer.concat([body, cipher.getAuthTag()], plain.length + tagBytes);
    },
    open(number, associated, sealed) {
      const decipher: DecipherGCM = createDecipheriv(algorithmOf(algorithm), secret, nonceOf(number), options);
      const end = sealed.length - tagBytes;
      if (associated.length > 0) decipher.setAAD(associated);
      decipher.setAuthTag(sealed.subarray(end));
      const plain = decipher.update(sealed.subarray(0, end));
      decipher.final();
      return plain;
    },
  };
}
