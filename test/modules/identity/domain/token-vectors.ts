import { createHash, createHmac, hkdfSync } from "node:crypto";
import { mintToken, signWith, type TokenRequest } from "../../../../clients/typescript/src/identity/mint-token.ts";
import { refusals, spoilers } from "./spoilers.ts";
import {
  audience,
  bytes,
  clientId,
  fixtureWith,
  goodScene,
  identityId,
  issuedAt,
  keyId,
  otherTokenId,
  publicKeyOf,
  secret,
  seed,
  tokenId,
  tokenOf,
} from "./token-fixture.ts";

/** Test vectors: tokens that every client must mint, and tokens that every service must refuse. */
export async function tokenVectors(): Promise<object> {
  const bad = spoilers.filter(({ name }) => name !== "a mebibyte").map(badVector);
  return {
    description: "Rotating tokens, as docs/rotating-token.md describes them.",
    identity: {
      id: identityId,
      signing_key: { id: keyId, private_key_hex: hex(seed), public_key_hex: hex(publicKeyOf(seed)) },
      rotation_key: { version: 3, secret_hex: hex(secret) },
    },
    mint: [
      await mintVector("plain", {}),
      await mintVector("without a scope", { scope: "" }),
      await mintVector("with a challenge", { challenge: bytes(16, 0x10) }),
      await mintVector("for a channel", {
        challenge: bytes(16, 0x10),
        channelBinding: Buffer.from(bytes(32, 0x40), "base64url"),
      }),
      await mintVector("short window and life", { windowSeconds: 30, lifetimeSeconds: 10 }),
      await mintVector("highest counter", { counter: Number.MAX_SAFE_INTEGER }),
      await mintVector("audience that is no ASCII", { audience: "https://geldgeschäft.example/😀" }),
    ],
    verify: {
      audience,
      window_seconds: 300,
      last_n: 41,
      last_jti: otherTokenId,
      good: { token: tokenOf(goodScene()), now_ms: goodScene().nowMs },
      bad,
    },
  };
}

function badVector({ name, step, spoil }: (typeof spoilers)[number]): object {
  const fixture = fixtureWith(spoil);
  const { signingKey, rotation, expected } = fixture;
  const usual = goodScene();
  const known = {
    ...(expected.channelBinding !== undefined && { channel_binding: expected.channelBinding }),
    ...((signingKey === undefined || signingKey.identityId !== identityId) && { signing_key: "unknown" }),
    ...(signingKey?.revokedAt && { signing_key: "revoked" }),
    ...((rotation === undefined || rotation.version !== usual.rotation?.version) && { rotation_key: "unknown" }),
    ...(rotation?.endsAt && { rotation_key: "ended" }),
  };
  return { name, token: tokenOf(fixture), now_ms: fixture.nowMs, ...known, refusal: refusals[step] };
}

async function mintVector(name: string, more: Partial<TokenRequest>): Promise<object> {
  const request: TokenRequest = {
    audience,
    clientId,
    scope: "wallet:read level:standard",
    counter: 42,
    windowSeconds: 300,
    nowMs: issuedAt * 1000 + 678,
    tokenId: Buffer.from(tokenId, "base64url"),
    ...more,
  };
  const rotationKey = { version: 3, secret };
  const token = await mintToken({ identityId, keyId, sign: signWith(seed), rotationKey }, request);
  const [header, payload] = token.split(".").map((segment) => Buffer.from(segment, "base64url").toString());
  return {
    name,
    now_ms: request.nowMs,
    window_seconds: request.windowSeconds,
    header,
    payload,
    ...codeBySteps(token),
    token,
  };
}

/** The code of a token and its intermediate values, computed a second time from the document alone. */
function codeBySteps(token: string): object {
  const [header, payload] = token.split(".") as [string, string];
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const { kid, w, n } = claims.rot;
  const text = (value = "") => `${number(Buffer.byteLength(value), 4)}${Buffer.from(value).toString("hex")}`;
  const number = (value: number, size: number) => value.toString(16).padStart(2 * size, "0");
  const clientKey = hkdfSync("sha256", secret, claims.sub, `platonic rotation v3|${claims.client_id}`, 32);
  const encodedClaims = [
    text("platonic rotation claims v1"),
    ...[header, claims.sub, claims.aud, claims.client_id, claims.scope].map(text),
    number(claims.iat, 8),
    number(claims.exp, 8),
    ...[claims.jti, claims.chal, claims.cb, kid].map(text),
  ].join("");
  const digest = createHash("sha256").update(encodedClaims, "hex").digest("hex");
  const encodedCode = [text("platonic rotation code v1"), number(3, 4), number(w, 8), number(n, 8), digest].join("");
  return {
    client_key_hex: hex(new Uint8Array(clientKey)),
    digest_input_hex: encodedClaims,
    digest_hex: digest,
    code_input_hex: encodedCode,
    code_hex: createHmac("sha256", new Uint8Array(clientKey)).update(encodedCode, "hex").digest("hex"),
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
