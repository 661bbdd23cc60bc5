import type { Cipher } from "./cipher.ts";
import { nodeCipher } from "./node-cipher.ts";

const nonce = Buffer.alloc(12);

/** AES-256-GCM. The nonce of a message are four zero bytes and its number in eight, the highest first. */
export const aesGcm: Cipher = {
  name: "AESGCM",
  keyed: (key) => nodeCipher("aes-256-gcm", nonceOf, key),
};

/** In the same place always. */
function nonceOf(number: bigint): Buffer {
  nonce.writeBigUInt64BE(number, 4);
  return nonce;
}
