import { type Cipher, createNonce } from "./cipher.ts";
import { nodeCipher } from "./node-cipher.ts";

/** AES-256-GCM. Nonces are big-endian. */
export const aesGcm: Cipher = {
  name: "AESGCM",
  keyed: (key) => nodeCipher("aes-256-gcm", createNonce(false), key),
};
