import { expect, test } from "vitest";
import { readClaims } from "../../../../server/modules/identity/domain/claims.ts";
import { bytes, goodScene } from "./token-fixture.ts";

const { claims, rot: members } = goodScene();
const rot = { ...members, code: bytes(32, 1) };

test("claims are read with all their members", () => {
  const read = readClaims({ ...claims, rot });
  expect(read).toMatchObject({ audience: claims["aud"], rotation: { keyVersion: 3, code: rot.code } });
});

test.each([
  ["an audience that is a number", { aud: 7 }],
  ["a version of the rotation key in a list", { rot: { ...rot, kid: ["v3"] } }],
  ["a version of the rotation key followed by a space", { rot: { ...rot, kid: "v3 " } }],
])("claims with %s are refused", (_, changed) => {
  expect(readClaims({ ...claims, rot, ...changed })).toBeUndefined();
});
