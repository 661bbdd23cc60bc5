import { generateKeyPairSync } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { beforeAll, expect, it } from "vitest";
import { createTokenVerifier } from "../../../server/access/authentication/json-web-token.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { goodClaims, issuerWithFile, nowMs, plans, type SigningKey, sign, signingKey } from "./issuing.ts";

const fetch: typeof globalThis.fetch = () => Promise.reject(new Error("nothing may be fetched"));

let edwards: SigningKey;
let elliptic: SigningKey;
let rsa: SigningKey;

beforeAll(async () => {
  edwards = await signingKey("EdDSA", "shared");
  elliptic = await signingKey("ES256", "shared");
  rsa = await signingKey("RS256", "shared");
});

/** The message by which a token is refused; undefined for one that is accepted. `keys` is what its issuer publishes. */
async function refusal(keys: readonly (JWK | unknown)[], token: string): Promise<string | undefined> {
  const published = keys.map((publicJwk) => ({ publicJwk }) as SigningKey);
  const issuer = issuerWithFile(temporaryDirectory(), "https://issuer.example", published);
  const verify = createTokenVerifier([issuer], plans, { now: () => nowMs, fetch });
  return verify(token).then(
    () => undefined,
    (error) => `${error.reason}: ${error.message}`,
  );
}

const signed = (key: SigningKey, header: Record<string, unknown> = {}) => sign(key, goodClaims(), header);

it.each([
  ["EdDSA", "EdDSA"],
  ["EdDSA", "Ed25519"],
  ["EdDSA", undefined],
  ["Ed25519", "EdDSA"],
  ["Ed25519", "Ed25519"],
  ["Ed25519", undefined],
])("a token with alg %s is accepted by a key with alg %s, with a kid and without", async (alg, keyAlg) => {
  const published = { ...edwards.publicJwk, alg: keyAlg };
  const other = { ...elliptic.publicJwk, kid: "other" };
  expect(await refusal([published, other], await signed(edwards, { alg }))).toBeUndefined();
  expect(await refusal([published, other], await signed(edwards, { alg, kid: undefined }))).toBeUndefined();
});

it("a key of another algorithm for the curve, for encryption, or for no verification is not used", async () => {
  const token = await signed(edwards, { alg: "Ed25519" });
  for (const member of [{ alg: "ECDH-ES" }, { use: "enc" }, { key_ops: ["sign"] }, { crv: "Ed448" }]) {
    expect(await refusal([{ ...edwards.publicJwk, ...member }], token), JSON.stringify(member)).toMatch(
      /^INVALID_API_KEY: .*no key of its `kid` and `alg`/,
    );
  }
  const operations = { ...edwards.publicJwk, use: "sig", key_ops: ["verify"] };
  expect(await refusal([operations], token)).toBeUndefined();
});

it("of several keys with one kid, those that fit the algorithm are tried", async () => {
  const { publicJwk: second } = await signingKey("ES256", "shared");
  const { publicJwk: third } = await signingKey("EdDSA", "shared");
  const all = [second, third, rsa.publicJwk, edwards.publicJwk, elliptic.publicJwk];
  for (const keys of [all, all.toReversed(), all.map((key) => ({ ...key, alg: undefined }))]) {
    for (const key of [edwards, elliptic, rsa]) expect(await refusal(keys, await signed(key)), key.alg).toBeUndefined();
  }
});

it("a token that none of the keys with its kid has signed is refused for its signature, not for want of a kid", async () => {
  const { publicJwk: second } = await signingKey("ES256", "shared");
  const stranger = await signingKey("ES256", "shared");
  expect(await refusal([elliptic.publicJwk, second], await signed(stranger))).toMatch(
    /^INVALID_API_KEY: .*its signature is not by the key of its issuer/,
  );
});

it("claims are checked also if several keys have the kid", async () => {
  const { publicJwk: second } = await signingKey("ES256", "shared");
  const expired = await sign(elliptic, goodClaims({ exp: nowMs / 1000 - 3_600 }));
  expect(await refusal([second, elliptic.publicJwk], expired)).toContain("it has expired");
});

it("a token without a kid is told that its issuer has several keys", async () => {
  const { publicJwk: second } = await signingKey("ES256", "second");
  const token = await signed(elliptic, { kid: undefined });
  expect(await refusal([elliptic.publicJwk, second], token)).toContain("it has no `kid`, and its issuer has several");
});

it("a token whose kid its issuer does not have is told so", async () => {
  expect(await refusal([elliptic.publicJwk], await signed(elliptic, { kid: "unknown" }))).toContain(
    "no key of its `kid` and `alg`",
  );
});

it("a token of an algorithm that is not accepted is told so, also if the key has the accepted one", async () => {
  const { privateKey } = await generateKeyPair("PS256", { extractable: true });
  const probabilistic = { ...rsa, privateKey, alg: "PS256" };
  const published = { ...rsa.publicJwk, alg: undefined };
  expect(await refusal([published], await signed(probabilistic))).toContain("its algorithm is not EdDSA");
  const fixed = { ...rsa.publicJwk, alg: "PS256" };
  expect(await refusal([fixed], await signed(rsa))).toContain("no key of its `kid` and `alg`");
});

it("a key that cannot be read, or that is private or weak, is passed over for another with its kid", async () => {
  const token = await signed(elliptic);
  const privateJwk = { ...(await exportJWK(elliptic.privateKey)), kid: "shared" };
  const broken = [{ ...elliptic.publicJwk, x: "AA" }, { ...elliptic.publicJwk, y: 7 }, privateJwk];
  for (const one of broken) {
    expect(await refusal([one, elliptic.publicJwk], token), JSON.stringify(one)).toBeUndefined();
    expect(await refusal([one], token), JSON.stringify(one)).toMatch(
      /^INVALID_API_KEY: .*cannot be used as its issuer publishes it/,
    );
    expect(await refusal([one, one], token), JSON.stringify(one)).toMatch(/^INVALID_API_KEY: .*cannot be used/);
  }
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" });
  const weakJwk = { ...weak, kid: "shared" };
  expect(await refusal([weakJwk, rsa.publicJwk], await signed(rsa))).toBeUndefined();
  expect(await refusal([weakJwk, weakJwk], await signed(rsa))).toContain("its key is too short");
});

it("a set with an entry that is no key serves the others", async () => {
  expect(await refusal([{}, { kty: "none" }, elliptic.publicJwk], await signed(elliptic))).toBeUndefined();
});
