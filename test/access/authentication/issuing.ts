import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from "jose";
import type { AccessPlan } from "../../../server/access/domain/access-plan.ts";
import type { Issuer } from "../../../server/access/domain/issuer.ts";

/** Plans as a service configures them. */
export const plans = new Map<string, AccessPlan>(
  ["developer", "enterprise", "operator"].map((name) => [
    name,
    {
      name,
      requestsPerMinute: 100,
      concurrentRequests: 20,
      permissions: name === "enterprise" ? ["geocode:*", "keys:list"] : ["*"],
    },
  ]),
);

/** Current time of the tests, in ms, and in seconds as in tokens. */
export const nowMs = 1_763_600_000_000;
export const nowSeconds = nowMs / 1000;

/** A key pair that an issuer signs with. */
export interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly publicPem: string;
  readonly alg: string;
  readonly kid: string;
}

/** A new key pair. */
export async function signingKey(alg: string, kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg },
    publicPem: await exportSPKI(publicKey),
    alg,
    kid,
  };
}

/** Configuration of an issuer whose keys are in a file of the directory. */
export function issuerWithFile(
  directory: string,
  issuer: string,
  keys: readonly SigningKey[],
  members: Partial<Issuer> = {},
): Issuer {
  const jwks = join(directory, `${encodeURIComponent(issuer)}.json`);
  writeFileSync(jwks, JSON.stringify({ keys: keys.map((key) => key.publicJwk) }));
  return {
    issuer,
    audience: "platonic",
    jwks,
    permissionsClaim: undefined,
    planClaim: "plan",
    plans: ["developer", "enterprise"],
    permissions: ["*"],
    defaultPlan: "developer",
    ...members,
  };
}

/** Claims of a valid token. */
export function goodClaims(members: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    iss: "https://issuer.example",
    aud: "platonic",
    sub: "alice",
    iat: nowSeconds,
    exp: nowSeconds + 600,
    ...members,
  };
}

/** A token with a valid signature, and any claims and header. */
export function sign(
  key: SigningKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey);
}

/** A token with any header, claims and signature, as an attacker can write it. */
export function forge(header: Record<string, unknown>, claims: Record<string, unknown>, signature = ""): string {
  return `${part(header)}.${part(claims)}.${signature}`;
}

/** A token signed with HS256 and a text as the shared secret. */
export function signWithSecret(
  secret: string,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): string {
  const content = `${part({ alg: "HS256", ...header })}.${part(claims)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

function part(json: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(json)).toString("base64url");
}
