import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import type { SigningKey } from "../../../../server/modules/identity/domain/identities.ts";
import type { Expected, RotationKnowledge } from "../../../../server/modules/identity/domain/rotating-token.ts";
import { clientRotationKey, rotationCode } from "../../../../server/modules/identity/domain/rotation-code.ts";
import { type TokenVerdict, verifyToken } from "../../../../server/modules/identity/domain/verify-token.ts";

/** A token, how it is made, and the state of the service that verifies it. Tests change single members. */
export interface TokenFixture {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  rot: Record<string, unknown>;
  /** Private key that signs the token. */
  seed: Uint8Array;
  /** Rotation key that makes the code; `clientId` replaces the client of the claims. */
  codeKey: { version: number; secret: Uint8Array; clientId?: string };
  /** Rewrite the text of header and payload before it is signed, and the token after it is signed. */
  rewriteHeader: (text: string) => string;
  rewritePayload: (text: string) => string;
  rewriteToken: (token: string) => string;

  expected: Expected;
  signingKey: Pick<SigningKey, "id" | "identityId" | "publicKey" | "revokedAt"> | undefined;
  rotation: RotationKnowledge | undefined;
  nowMs: number;
}

export const identityId = "0197a0c2-8f4e-7a51-9c1d-2f6b8e3a4d05";
export const keyId = "0197a0c2-8f4f-7b62-8e2c-3a7c9f4b5e16";
export const clientId = "wallet-app";
export const audience = "https://wallet.example";
export const issuedAt = 1_800_000_010;
export const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
export const otherSeed = Uint8Array.from({ length: 32 }, (_, i) => 200 - i);
export const secret = Uint8Array.from({ length: 32 }, (_, i) => 32 + i);
export const otherSecret = Uint8Array.from({ length: 32 }, (_, i) => 100 + i);
export const tokenId = bytes(16, 0xa0);
export const otherTokenId = bytes(16, 0xb0);

/** Base64url of `length` bytes that count up from `first`. */
export function bytes(length: number, first: number): string {
  return Buffer.from(Array.from({ length }, (_, i) => (first + i) & 255)).toString("base64url");
}

/** Fixture of a valid token. */
export function goodScene(): TokenFixture {
  return {
    header: { typ: "wrt+jwt", alg: "EdDSA", kid: keyId },
    claims: {
      sub: identityId,
      aud: audience,
      client_id: clientId,
      scope: "wallet:read level:standard",
      iat: issuedAt,
      exp: issuedAt + 300,
      jti: tokenId,
    },
    rot: { kid: "v3", w: Math.floor(issuedAt / 300), n: 42 },
    seed,
    codeKey: { version: 3, secret },
    rewriteHeader: (text) => text,
    rewritePayload: (text) => text,
    rewriteToken: (token) => token,
    expected: { audience, windowSeconds: 300 },
    signingKey: { id: keyId, identityId, publicKey: publicKeyOf(seed), revokedAt: undefined },
    rotation: {
      version: 3,
      clientKey: clientRotationKey({ version: 3, secret }, identityId, clientId),
      endsAt: undefined,
      state: { lastN: 41, lastJti: otherTokenId },
    },
    nowMs: issuedAt * 1000,
  };
}

/** Fixture of a valid token after the given changes. */
export function fixtureWith(...spoilers: ((fixture: TokenFixture) => void)[]): TokenFixture {
  const fixture = goodScene();
  for (const spoil of spoilers) spoil(fixture);
  return fixture;
}

export function tokenOf(fixture: TokenFixture): string {
  const { claims, rot, codeKey } = fixture;
  const headerSegment = base64url(fixture.rewriteHeader(JSON.stringify(fixture.header)));
  const claim = (name: string) => claims[name] as string;
  const subject = String(claims["sub"]);
  const clientId = codeKey.clientId ?? String(claims["client_id"]);
  const code = rotationCode(clientRotationKey(codeKey, subject, clientId), {
    headerSegment,
    subject,
    audience: String(claims["aud"]),
    clientId,
    scope: String(claims["scope"]),
    issuedAtSeconds: wholeOf(claims["iat"]),
    expiresAtSeconds: wholeOf(claims["exp"]),
    tokenId: String(claims["jti"]),
    challenge: claim("chal"),
    channelBinding: claim("cb"),
    rotation: { keyVersion: codeKey.version, window: wholeOf(rot["w"]), counter: wholeOf(rot["n"]) },
  });
  const payload = { ...claims, rot: { ...rot, code: rot["code"] ?? code.toString("base64url") } };
  const signingInput = `${headerSegment}.${base64url(fixture.rewritePayload(JSON.stringify(payload)))}`;
  const signature = signed(Buffer.from(signingInput), fixture.seed).toString("base64url");
  return fixture.rewriteToken(`${signingInput}.${signature}`);
}

export function verdictOf(fixture: TokenFixture, token = tokenOf(fixture)): Promise<TokenVerdict> {
  const knowledge = { isSignature, signingKey: async () => fixture.signingKey, rotation: async () => fixture.rotation };
  return verifyToken(token, fixture.expected, knowledge, fixture.nowMs);
}

/** The code of the refusal, or "good". */
export async function outcomeOf(fixture: TokenFixture, token?: string): Promise<string> {
  return (await verdictOf(fixture, token)).refusal ?? "good";
}

export function base64url(text: string): string {
  return Buffer.from(text).toString("base64url");
}

/** Ed25519 signature, made by node:crypto. */
export function signed(message: Uint8Array, privateKey: Uint8Array): Buffer {
  return sign(null, message, privateKeyOf(privateKey));
}

export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  const { x } = createPublicKey(privateKeyOf(privateKey)).export({ format: "jwk" });
  return new Uint8Array(Buffer.from(x as string, "base64url"));
}

function privateKeyOf(bytes: Uint8Array) {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), bytes]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}

/** The value if it is a whole number, or 0: any other value must be refused before the code is checked. */
function wholeOf(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0;
}
