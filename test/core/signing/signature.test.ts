import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, test } from "vitest";
import { bytesToSign, type SigningPurpose } from "../../../server/core/signing/purposes.ts";
import { isSignature } from "../../../server/core/signing/signature.ts";
import { isGoodPublicKey, requirePublicKey } from "../../../server/modules/identity/domain/public-key.ts";
import { plusOrder } from "../../modules/identity/domain/spoilers.ts";
import {
  goodScene,
  outcomeOf,
  publicKeyOf,
  seed,
  signed,
  tokenOf,
} from "../../modules/identity/domain/token-fixture.ts";
import { faultOf } from "../../support/fault-of.ts";
import { onPublishedVectors } from "../../support/published-vectors.ts";

interface Vectors {
  readonly testGroups: readonly { readonly publicKey: { readonly pk: string }; readonly tests: readonly Vector[] }[];
}

interface Vector {
  readonly tcId: number;
  readonly msg: string;
  readonly sig: string;
  readonly result: "valid" | "invalid";
}

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

onPublishedVectors<Vectors>("wycheproof/ed25519_test.json", "Wycheproof", ({ testGroups }) => {
  const vectors = testGroups.flatMap(({ publicKey, tests }) =>
    tests.map((vector) => ({ publicKey: publicKey.pk, ...vector })),
  );

  test("there are 151 vectors", () => expect(vectors.length).toBe(151));

  test.each(vectors)("$tcId is $result", async ({ publicKey, msg, sig, result }) => {
    expect(isGoodPublicKey(hex(publicKey))).toBe(true);
    expect(await isSignature(hex(msg), hex(publicKey), hex(sig))).toBe(result === "valid");
    const byNoble = () => ed25519.verify(hex(sig), hex(msg), hex(publicKey), { zip215: false });
    if (sig.length === 128) expect(byNoble()).toBe(result === "valid");
  });
});

test("S + L is refused, and S is accepted", async () => {
  const message = Buffer.from("message");
  const signature = signed(message, seed);
  expect(await isSignature(message, publicKeyOf(seed), signature)).toBe(true);
  expect(await isSignature(message, publicKeyOf(seed), plusOrder(signature))).toBe(false);
});

test("an R with a small-order component is refused, although noble accepts it", async () => {
  const order8 = ed25519.Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
  const order = ed25519.Point.Fn.ORDER;
  const { scalar } = ed25519.utils.getExtendedPublicKey(seed);
  const message = Buffer.from("message");
  const r = 12_345n;
  const point = ed25519.Point.BASE.multiply(r).add(order8).toBytes();
  const digest = createHash("sha512").update(point).update(publicKeyOf(seed)).update(message).digest();
  const challenge = BigInt(`0x${digest.reverse().toString("hex")}`);
  const s = ((r + challenge * scalar) % order).toString(16).padStart(64, "0");
  const signature = Buffer.concat([point, Buffer.from(s, "hex").reverse()]);
  expect(ed25519.verify(signature, message, publicKeyOf(seed), { zip215: false })).toBe(true);
  expect(await isSignature(message, publicKeyOf(seed), signature)).toBe(false);
});

describe("a public key to be registered", () => {
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
  const { Point } = ed25519;
  const order8 = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
  const small = Array.from({ length: 8 }, (_, i) => (i === 0 ? Point.ZERO : order8.multiply(BigInt(i))));
  const honest = Point.fromBytes(publicKeyOf(seed));

  test("is accepted", () => expect(requirePublicKey(base64url(publicKeyOf(seed)))).toEqual(publicKeyOf(seed)));

  test.each(small.map((point, i) => [i, point.toHex()]))("of small order is refused: %i", (_, encoded) => {
    expect(isGoodPublicKey(hex(encoded as string))).toBe(false);
  });

  test("of small order: a forged signature passes a verification by ZIP 215, and not by node:crypto", async () => {
    const forged = new Uint8Array(64);
    forged[0] = 1;
    const message = Buffer.from("any message");
    expect(ed25519.verify(forged, message, Point.ZERO.toBytes(), { zip215: true })).toBe(true);
    expect(await isSignature(message, Point.ZERO.toBytes(), forged)).toBe(false);
  });

  test.each(small.slice(1).map((point, i) => [i + 1, honest.add(point).toHex()]))(
    "with a small-order component is refused: %i",
    (_, encoded) => expect(isGoodPublicKey(hex(encoded as string))).toBe(false),
  );

  test.each([
    ["y = p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
    ["y = p + 1", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
    ["y = p + 3", "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
    ["y = p + 18", `ff${"ff".repeat(30)}7f`],
    ["y = 2^255 - 1 with a sign", "ff".repeat(32)],
    ["x = 0 with a sign", `01${"00".repeat(30)}80`],
    ["x = 0 with a sign, y = -1", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"],
    ["not on the curve", `02${"00".repeat(31)}`],
    ["31 bytes", "11".repeat(31)],
    ["33 bytes", `${honest.toHex()}00`],
    ["nothing", ""],
  ])("in a malformed or non-canonical encoding is refused: %s", (_, encoded) => {
    expect(isGoodPublicKey(hex(encoded))).toBe(false);
    expect(faultOf(() => requirePublicKey(base64url(hex(encoded))))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: "public_key",
    });
  });

  test.each(["=", " ", "\n"])("followed by %j is refused", (end) => {
    expect(faultOf(() => requirePublicKey(base64url(publicKeyOf(seed)) + end))).toMatchObject({
      reason: "PARAMETER_INVALID",
    });
  });

  test("with non-zero trailing bits is refused", () => {
    const text = base64url(publicKeyOf(seed));
    const altered = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(42) + 1);
    expect(Buffer.from(altered, "base64url")).toEqual(Buffer.from(text, "base64url"));
    expect(faultOf(() => requirePublicKey(altered))).toMatchObject({ reason: "PARAMETER_INVALID" });
  });
});

describe("purposes", () => {
  const purposes: SigningPurpose[] = ["transfer", "receipt", "channel"];
  const lineOf = (purpose: SigningPurpose) => Buffer.from(bytesToSign(purpose, new Uint8Array())).toString();

  test("have prefixes of which none begins with another", () => {
    expect(purposes.map(lineOf)).toEqual(["platonic transfer v1\n", "platonic receipt v1\n", "platonic channel v1\n"]);
    for (const one of purposes) {
      for (const other of purposes) expect(lineOf(one).startsWith(lineOf(other))).toBe(one === other);
    }
  });

  test("have prefixes that no signing input of a token can begin with", () => {
    for (const purpose of purposes) expect(lineOf(purpose)).not.toMatch(/^[A-Za-z0-9_.-]*$/);
  });

  test("a token's signature is not valid for a transfer, nor the reverse", async () => {
    const fixture = goodScene();
    const token = tokenOf(fixture);
    const cut = token.lastIndexOf(".");
    const signingInput = Buffer.from(token.slice(0, cut));
    const ofToken = Buffer.from(token.slice(cut + 1), "base64url");
    const transfer = bytesToSign("transfer", signingInput);
    expect(await isSignature(transfer, publicKeyOf(seed), ofToken)).toBe(false);
    const ofTransfer = signed(transfer, seed).toString("base64url");
    expect(await outcomeOf(fixture, `${token.slice(0, cut)}.${ofTransfer}`)).toBe("AUTH_ERROR_SIGNATURE_INVALID");
  });
});
