import { ED25519_TORSION_SUBGROUP, ed25519 } from "@noble/curves/ed25519.js";
import { expect, test } from "vitest";
import { isGoodPublicKey, requirePublicKey } from "../../../../server/modules/identity/domain/public-key.ts";
import { faultOf } from "../../../support/fault-of.ts";
import { otherSeed, publicKeyOf, seed } from "./token-fixture.ts";

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const good = publicKeyOf(seed);

test.each([good, publicKeyOf(otherSeed)])("a key is read as its bytes", (key) => {
  expect(requirePublicKey(base64url(key))).toEqual(new Uint8Array(key));
});

test.each([
  ["empty", ""],
  ["31 bytes", base64url(good.subarray(1))],
  ["33 bytes", base64url(Buffer.concat([good, Buffer.alloc(1)]))],
  ["hexadecimal", Buffer.from(good).toString("hex")],
  ["padded", `${base64url(good)}=`],
  ["no point of the curve", base64url(Buffer.alloc(32, 2))],
  ["the neutral point", base64url(Buffer.from([1, ...Buffer.alloc(31)]))],
])("a refusal names the parameter and the given value: %s", (_, text) => {
  expect(faultOf(() => requirePublicKey(text))).toEqual({
    reason: "PARAMETER_INVALID",
    message: expect.stringContaining("Ed25519"),
    parameter: "public_key",
    provided: text,
  });
});

test.each(ED25519_TORSION_SUBGROUP)("a key of small order is refused: %s", (point) => {
  expect(isGoodPublicKey(Buffer.from(point, "hex"))).toBe(false);
});

test.each(ED25519_TORSION_SUBGROUP)("a key plus a non-zero point of small order is refused: %s", (point) => {
  const part = ed25519.Point.fromHex(point);
  const sum = ed25519.Point.fromBytes(good).add(part);
  expect(isGoodPublicKey(sum.toBytes())).toBe(part.is0());
});
