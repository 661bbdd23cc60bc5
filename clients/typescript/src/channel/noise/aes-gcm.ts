import { type Cipher, nonceOf } from "./cipher.ts";

const name = "AES-GCM";

/** AES-256-GCM, implemented by the platform. Nonces are big-endian. */
export const aesGcm: Cipher = {
  name: "AESGCM",
  async keyed(bytes) {
    const key = await crypto.subtle.importKey("raw", bytes, name, false, ["encrypt", "decrypt"]);
    return {
      async seal(number, additionalData, plain) {
        const algorithm = { name, iv: nonceOf(number, false), additionalData };
        return new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plain));
      },
      async open(number, additionalData, sealed) {
        const algorithm = { name, iv: nonceOf(number, false), additionalData };
        return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, sealed));
      },
    };
  },
};
