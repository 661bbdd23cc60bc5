import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import { type Bytes, type Cipher, nonceOf } from "./cipher.ts";

/**
 * ChaCha20-Poly1305 (RFC 8439), which platforms lack. Nonces are little-endian. A short message takes less time here
 * than the platform needs to pass it to another thread and back.
 */
export const chaChaPoly: Cipher = {
  name: "ChaChaPoly",
  async keyed(key) {
    const by = (number: bigint, associated: Bytes) => chacha20poly1305(key, nonceOf(number, true), associated);
    return {
      seal: async (number, associated, plain) => by(number, associated).encrypt(plain),
      open: async (number, associated, sealed) => by(number, associated).decrypt(sealed),
    };
  },
};
