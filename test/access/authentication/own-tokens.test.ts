import { createHash, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hasWrongChecksum, mintApiKey } from "../../../server/access/authentication/api-key.ts";
import { createOwnTokens } from "../../../server/access/authentication/own-tokens.ts";
import { mintSessionToken, sessionIdIn } from "../../../server/access/authentication/session-token.ts";
import { law } from "../../support/laws/law.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const own = createOwnTokens(Buffer.alloc(32, 7), "chosen-by-the-operator-0123456789");
/** A key with a right checksum, whose 43 digits stand for more than 32 bytes. */
const tooLarge = withChecksum(`plt_${"z".repeat(43)}`);
const other = createOwnTokens(Buffer.alloc(32, 8));

test("tokens that the service has made are recognized, and have the form that tokens have always had", () => {
  for (let count = 0; count < 100; count += 1) {
    const [key, sessionId] = [own.mintApiKey().secret, randomUUID()];
    const { token } = own.mintSessionToken(sessionId);
    expect([key, token].map(own.recognizes)).toEqual([true, true]);
    expect(key).toMatch(/^plt_[0-9A-Za-z]{49}$/);
    expect(hasWrongChecksum(key)).toBe(false);
    expect(token).toMatch(/^pls_[\w-]{64}$/);
    expect(sessionIdIn(token)).toBe(sessionId);
  }
});

test("the version before finds them as it finds its own: by a CRC-32 at the end, and by the SHA-256 of the whole", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const hex = (digest: Uint8Array) => Buffer.from(digest).toString("hex");
  const key = own.mintApiKey();
  expect(withChecksum(key.secret.slice(0, -6))).toBe(key.secret);
  expect(hex(key.digest)).toBe(sha256(key.secret));
  const session = own.mintSessionToken(randomUUID());
  expect(hex(session.digest)).toBe(sha256(session.token));
});

test("what others, or earlier versions, have made is not recognized, however well it is formed", () => {
  const made = [
    other.mintApiKey().secret,
    other.mintSessionToken(randomUUID()).token,
    mintApiKey().secret,
    mintSessionToken(randomUUID()).token,
    tooLarge,
    "plt_",
    "pls_",
    "",
  ];
  expect(hasWrongChecksum(tooLarge)).toBe(false);
  expect(made.map(own.recognizes)).toEqual(made.map(() => false));
});

const tokens = [own.mintApiKey(Buffer.alloc(32, 3)).secret, own.mintSessionToken(randomUUID()).token];
const change = fc.record({
  token: fc.constantFrom(...tokens),
  place: fc.nat(67),
  digit: fc.constantFrom(...digits),
});
law("a token with another character anywhere is not recognized", change, ({ token, place, digit }) => {
  if (place >= token.length || token[place] === digit) return;
  expect(own.recognizes(token.slice(0, place) + digit + token.slice(place + 1))).toBe(false);
});

test("the bytes of one session's token in that of another are not recognized", () => {
  const bytes = Buffer.from(own.mintSessionToken(randomUUID()).token.slice(4), "base64url").subarray(16);
  expect(own.recognizes(mintSessionToken(randomUUID(), bytes).token)).toBe(false);
});

test("the key that the operator has chosen is recognized, and no other text", () => {
  expect(own.recognizes("chosen-by-the-operator-0123456789")).toBe(true);
  expect(own.recognizes("chosen-by-the-operator-012345678")).toBe(false);
  expect(other.recognizes("chosen-by-the-operator-0123456789")).toBe(false);
});

test("equal random bytes make the same key, so that a repeated request returns it again", () => {
  const random = Buffer.alloc(32, 1);
  expect(own.mintApiKey(random)).toEqual(own.mintApiKey(random));
});

function withChecksum(body: string): string {
  let sum = "";
  for (let rest = crc32(body); sum.length < 6; rest = Math.floor(rest / 62)) sum = `${digits[rest % 62]}${sum}`;
  return body + sum;
}
