import { expect, test } from "vitest";
import { digestOf, hasWrongChecksum, mintApiKey } from "../../server/access/authentication/api-key.ts";
import { mintSessionToken, sessionIdIn } from "../../server/access/authentication/session-token.ts";
import { goldenVectors, hex } from "./vectors.ts";

interface CredentialVectors {
  readonly apiKeys: readonly { readonly secret: string; readonly digest: Uint8Array }[];
  readonly chosenKey: { readonly secret: string; readonly digest: Uint8Array };
  readonly sessions: readonly { readonly sessionId: string; readonly token: string; readonly digest: Uint8Array }[];
}

const { apiKeys, chosenKey, sessions } = goldenVectors<CredentialVectors>("credentials", ["digest"]);

test.each(apiKeys)("the API key $secret is well-formed and has this digest", ({ secret, digest }) => {
  expect(hasWrongChecksum(secret)).toBe(false);
  expect(hasWrongChecksum(secret.slice(0, -1))).toBe(true);
  expect(hex(digestOf(secret))).toBe(hex(digest));
});

test("a new API key has the form of the recorded ones", () => {
  const form = /^plt_[0-9A-Za-z]{49}$/;
  for (const secret of [mintApiKey().secret, ...apiKeys.map((key) => key.secret)]) expect(secret).toMatch(form);
});

test("an API key chosen by the operator has this digest", () => {
  expect(hasWrongChecksum(chosenKey.secret)).toBe(false);
  expect(hex(digestOf(chosenKey.secret))).toBe(hex(chosenKey.digest));
});

test.each(sessions)("the session token $token names its session and has this digest", (session) => {
  expect(sessionIdIn(session.token)).toBe(session.sessionId);
  expect(hex(digestOf(session.token))).toBe(hex(session.digest));
});

test.each(sessions)(
  "a new token of the session $sessionId has the form of the recorded one",
  ({ sessionId, token }) => {
    const minted = mintSessionToken(sessionId).token;
    expect(minted).toMatch(/^pls_[\w-]{64}$/);
    // Four characters of prefix and 21 of the id; the 22nd is shared with the secret.
    expect(minted.slice(0, 25)).toBe(token.slice(0, 25));
  },
);
