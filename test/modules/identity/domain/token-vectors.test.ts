import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import { readRotatingToken } from "../../../../server/modules/identity/domain/rotating-token.ts";
import { clientRotationKey } from "../../../../server/modules/identity/domain/rotation-code.ts";
import { verifyToken } from "../../../../server/modules/identity/domain/verify-token.ts";
import { identityId, publicKeyOf } from "./token-fixture.ts";
import { tokenVectors } from "./token-vectors.ts";

interface Vectors {
  readonly identity: {
    readonly signing_key: { readonly id: string; readonly private_key_hex: string; readonly public_key_hex: string };
    readonly rotation_key: { readonly version: number; readonly secret_hex: string };
  };
  readonly mint: readonly { [name: string]: string }[];
  readonly verify: {
    readonly audience: string;
    readonly window_seconds: number;
    readonly last_n: number;
    readonly last_jti: string;
    readonly good: { readonly token: string; readonly now_ms: number };
    readonly bad: readonly {
      readonly name: string;
      readonly token: string;
      readonly now_ms: number;
      readonly channel_binding?: string;
      readonly signing_key?: string;
      readonly rotation_key?: string;
      readonly refusal: string;
    }[];
  };
}

const file = "test/vectors/rotating-tokens.json";
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vectors;
const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

/** `npx vitest run test/modules/identity/domain/token-vectors.test.ts -u` writes the file. */
test("the vector file holds what the client mints", async () => {
  await expect(`${JSON.stringify(await tokenVectors(), null, 1)}\n`).toMatchFileSnapshot(`../../../../${file}`);
});

test("the public key belongs to the private key", () => {
  const { private_key_hex, public_key_hex } = vectors.identity.signing_key;
  expect(publicKeyOf(hex(private_key_hex))).toEqual(hex(public_key_hex));
});

test.each(vectors.mint)("a minted code equals the one computed as documented: $name", ({ payload, code_hex }) => {
  const { rot } = JSON.parse(payload as string);
  expect(Buffer.from(rot.code, "base64url").toString("hex")).toBe(code_hex);
});

describe("verification gives the result of the vector:", () => {
  const { identity, verify } = vectors;
  type Bad = (typeof verify.bad)[number];
  const outcomeOf = async ({ token, now_ms, ...known }: Pick<Bad, "token" | "now_ms"> & Partial<Bad>) => {
    const expected = {
      audience: verify.audience,
      windowSeconds: verify.window_seconds,
      channelBinding: known.channel_binding,
    };
    const { id, public_key_hex } = identity.signing_key;
    const revokedAt = known.signing_key === "revoked" ? new Date(0) : undefined;
    const key = { id, identityId, publicKey: hex(public_key_hex), revokedAt };
    const { version, secret_hex } = identity.rotation_key;
    const endsAt = known.rotation_key === "ended" ? new Date(0) : undefined;
    const state = { lastN: verify.last_n, lastJti: verify.last_jti };
    const rotationKey = { version, secret: hex(secret_hex) };
    const knowledge = {
      isSignature,
      signingKey: async () => (known.signing_key === "unknown" ? undefined : key),
      rotation: async ({ clientId }: { clientId: string }) =>
        known.rotation_key === "unknown"
          ? undefined
          : { version, endsAt, state, clientKey: clientRotationKey(rotationKey, identityId, clientId) },
    };
    return (await verifyToken(token, expected, knowledge, now_ms)).refusal;
  };

  test("good", async () => expect(await outcomeOf(verify.good)).toBeUndefined());
  test.each(verify.bad)("$name", async (vector) => expect(await outcomeOf(vector)).toBe(vector.refusal));
});

describe("the example in the document", () => {
  const page = readFileSync("docs/rotating-token.md", "utf8").replaceAll(/\s/g, "");
  const [plain] = vectors.mint as [{ [name: string]: string }];
  const shown = [
    "header",
    "payload",
    "client_key_hex",
    "digest_input_hex",
    "digest_hex",
    "code_input_hex",
    "code_hex",
    "token",
  ];
  test.each(shown)("has the %s of the first vector", (name) => {
    expect(page).toContain((plain[name] as string).replaceAll(/\s/g, ""));
  });

  test("is a well-formed token", () => {
    const { audience, window_seconds: windowSeconds } = vectors.verify;
    expect(readRotatingToken(plain["token"] as string, { audience, windowSeconds })).toBeDefined();
  });
});
