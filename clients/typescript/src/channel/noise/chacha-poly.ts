import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import { type Bytes, type Cipher, nonceOf } from "./cipher.ts";

/**
 * ChaCha20-Poly1305 (RFC 8439), which platforms do not have. What is short is sealed in less time than the platform needs
 * to hand it to another thread and back.
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
