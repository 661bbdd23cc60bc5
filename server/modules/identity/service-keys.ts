import { randomBytes } from "node:crypto";
import { createOwnIssuer, type OwnIssuer } from "../../access/authentication/jwt-issuer.ts";
import type { Config } from "../../app/config.ts";
import { uuidV7 } from "../../core/uuid.ts";
import type { Identities, SigningKey } from "./domain/identities.ts";
import type { Vault } from "./domain/vault.ts";

/** Under which the service keeps its own keys among those of identities; no identity has such an id. */
export const serviceId = "service";
/** A key signs for so long, as all keys do. */
const signingMs = 2_592_000_000;
/** And its tokens are good for a while longer. */
const overlapMs = 3_600_000;
/** So soon the keys that another process made are known here. */
const rememberedMs = 10_000;

/** The service as one that signs. */
export interface OwnSigner {
  readonly issuer: OwnIssuer;
  /** Signs other things than tokens by the newest of the same keys. */
  readonly sign: (bytes: Uint8Array) => Promise<{ readonly keyId: string; readonly signature: Uint8Array }>;
}

/** Composes the service as an issuer of tokens, whose keys are in the vault and replaced after 30 days. */
export async function composeOwnIssuer(identities: Identities, vault: Vault, config: Config): Promise<OwnSigner> {
  const now = Date.now;
  let known: readonly SigningKey[] = [];
  let knownAtMs = Number.NEGATIVE_INFINITY;

  async function keys(): Promise<readonly SigningKey[]> {
    if (now() - knownAtMs < rememberedMs) return known;
    const all = await identities.signingKeys(serviceId);
    const [newest] = all;
    if (newest === undefined || now() - newest.createdAt.getTime() >= signingMs) all.unshift(await addKey());
    known = all.filter(({ createdAt }) => now() - createdAt.getTime() < signingMs + overlapMs);
    knownAtMs = now();
    return known;
  }

  async function addKey(): Promise<SigningKey> {
    const { keyId, publicKey } = await vault.createSigningKey({ identity: serviceId, purpose: "jwt" });
    const id = uuidV7(now(), randomBytes(10));
    const key = {
      id,
      identityId: serviceId,
      publicKey,
      vaultKeyId: keyId,
      createdAt: new Date(now()),
      revokedAt: undefined,
    };
    await identities.addSigningKey(key);
    return key;
  }

  async function signBy(id: string, bytes: Uint8Array): Promise<Uint8Array> {
    const key = (await keys()).find((one) => one.id === id);
    return vault.sign(key?.vaultKeyId as string, bytes);
  }

  await keys();
  const issuer = createOwnIssuer({
    issuer: {
      issuer: config.ownIssuer,
      audience: config.tokenAudience,
      jwks: "",
      permissionsClaim: "scope",
      planClaim: "plan",
      defaultPlan: "identity",
    },
    keys,
    sign: signBy,
    now,
  });
  return {
    issuer,
    async sign(bytes) {
      const [newest] = await keys();
      if (newest === undefined) throw new Error("the service has no key to sign with");
      return { keyId: newest.id, signature: await signBy(newest.id, bytes) };
    },
  };
}
