import { hash } from "node:crypto";
import type { Identities } from "../../../../server/modules/identity/domain/identities.ts";
import { signature } from "./plain-cryptography.ts";

const keyId = "key";

function publicKeyOf(owner: string): Buffer {
  return hash("sha256", owner, "buffer");
}

/** Returns the signer of an owner's orders. */
export function signerOf(owner: string) {
  return { keyId, sign: (bytes: Uint8Array) => signature(bytes, publicKeyOf(owner)) };
}

/** Each owner has one key. */
export const knownKeys: Pick<Identities, "publicKey" | "signingKeys"> = {
  publicKey: async (owner, id) => (id === keyId ? publicKeyOf(owner) : undefined),
  async signingKeys(owner) {
    const key = { id: keyId, identityId: owner, publicKey: publicKeyOf(owner), vaultKeyId: undefined };
    return [{ ...key, createdAt: new Date(0), revokedAt: undefined }];
  },
};
