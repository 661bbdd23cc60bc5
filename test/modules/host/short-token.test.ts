import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { expandToken, shortenToken } from "../../../clients/host/short-token.ts";
import { law } from "../../support/laws/law.ts";

/** A token with random parts of realistic lengths. */
function tokenOf(scope: string, clientId: string, counter: number): string {
  const header = { typ: "wrt+jwt", alg: "EdDSA", kid: crypto.randomUUID() };
  const payload = {
    sub: crypto.randomUUID(),
    aud: "platonic",
    client_id: clientId,
    scope,
    iat: 1_795_243_909,
    exp: 1_795_244_209,
    jti: randomBytes(16).toString("base64url"),
    rot: { kid: "v1", w: 5_984_146, n: counter, code: randomBytes(32).toString("base64url") },
  };
  const parts = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  return [...parts, randomBytes(64).toString("base64url")].join(".");
}

const tokenParts = fc.tuple(
  fc.constantFrom("", "geocode:*", "wallet:read level:standard"),
  fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/),
  fc.nat(),
);

law("a short token expands to the same token, and fits a PAM prompt", tokenParts, ([scope, clientId, counter]) => {
  const token = tokenOf(scope, clientId, counter);
  const short = shortenToken(token);
  expect(expandToken(short)).toBe(token);
  expect(short.length).toBeLessThanOrEqual(511);
  expect(short).toMatch(/^~[A-Za-z0-9_-]+$/);
});

it("a token that is not shortened stays unchanged", () => {
  const token = tokenOf("", "app", 1);
  expect(expandToken(token)).toBe(token);
  expect(expandToken("anything else")).toBe("anything else");
});

it("a text that is no token cannot be shortened", () => {
  for (const text of ["", "a.b", "a.b.c.d", "a=.b.c", `${tokenOf("", "app", 1)}=`])
    expect(() => shortenToken(text)).toThrow();
});

it("a damaged short token is refused, and does not expand without bound", () => {
  const short = shortenToken(tokenOf("", "app", 1));
  for (const text of ["~", "~AAAA", `${short}AAAA`, short.slice(0, -8)]) expect(() => expandToken(text)).toThrow();
});
