import { createJwtIssuer, type JwtIssuer } from "../../access/authentication/jwt-issuer.ts";
import { newUuidV7 } from "../../core/uuid.ts";
import type { IdentitySettings } from "./config.ts";
import type { Identities, SigningKey } from "./domain/identities.ts";
import type { Vault } from "./domain/vault.ts";

/** Owner of the service's own keys in the store of identities. No identity has this id. */
export const serviceId = "service";
/** Rotation period of the signing key: 30 days. */
const rotationMs = 2_592_000_000;
/** Validity of tokens of a retired key after its replacement: one hour. */
const overlapMs = 3_600_000;
/** Longest delay before this process uses a key that another one created. */
const refreshMs = 10_000;

/** Signs on behalf of the service: tokens for other services, receipts, and channel keys. */
export interface ServiceSigner {
  readonly jwtIssuer: JwtIssuer;
  /** Signs anything except tokens, with the newest of the same keys. */
  readonly sign: (bytes: Uint8Array) => Promise<{ readonly keyId: string; readonly signature: Uint8Array }>;
}

/** Opens the service's signing keys, which are in the vault and are replaced every 30 days. */
export async function openServiceSigner(
  identities: Identities,
  vault: Vault,
  { jwtIssuer, tokenAudience }: Pick<IdentitySettings, "jwtIssuer" | "tokenAudience">,
): Promise<ServiceSigner> {
  const now = Date.now;
  let known: readonly SigningKey[] = [];
  let knownAtMs = Number.NEGATIVE_INFINITY;

  async function keys(): Promise<readonly SigningKey[]> {
    if (now() - knownAtMs < refreshMs) return known;
    const all = await identities.signingKeys(serviceId);
    const [newest] = all;
    if (newest === undefined || now() - newest.createdAt.getTime() >= rotationMs) all.unshift(await addKey());
    known = all.filter(({ createdAt }) => now() - createdAt.getTime() < rotationMs + overlapMs);
    knownAtMs = now();
    return known;
  }

  async function addKey(): Promise<SigningKey> {
    const { keyId, publicKey, storing } = await vault.createSigningKey({ identity: serviceId, purpose: "jwt" });
    const id = newUuidV7(now());
    const key = {
      id,
      identityId: serviceId,
      publicKey,
      vaultKeyId: keyId,
      createdAt: new Date(now()),
      revokedAt: undefined,
    };
    await identities.addSigningKey(key, Number.POSITIVE_INFINITY, storing);
    return key;
  }

  async function signBy(id: string, bytes: Uint8Array): Promise<Uint8Array> {
    const key = (await keys()).find((one) => one.id === id);
    return vault.sign(key?.vaultKeyId as string, bytes);
  }

  await keys();
  return {
    jwtIssuer: createJwtIssuer({
      issuer: {
        issuer: jwtIssuer,
        audience: tokenAudience,
        jwks: "",
        permissionsClaim: "scope",
        planClaim: "plan",
        plans: ["identity"],
        permissions: ["*"],
        defaultPlan: "identity",
      },
      keys,
      sign: signBy,
      now,
    }),
    async sign(bytes) {
      const [newest] = await keys();
      if (newest === undefined) throw new Error("the service has no key to sign with");
      return { keyId: newest.id, signature: await signBy(newest.id, bytes) };
    },
  };
}
