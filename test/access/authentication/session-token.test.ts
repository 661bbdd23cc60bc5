import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { mintSessionToken, sessionIdIn } from "../../../server/access/authentication/session-token.ts";

test("a session's token names the session, and has 256 bits that nobody can guess", () => {
  const id = randomUUID();
  const [one, other] = [mintSessionToken(id), mintSessionToken(id)];
  expect([sessionIdIn(one.token), sessionIdIn(other.token)]).toEqual([id, id]);
  // The last of the id's digits shares a character with the secret.
  expect(one.token.slice(0, 25)).toBe(other.token.slice(0, 25));
  expect(one.token.slice(26)).not.toBe(other.token.slice(26));
  expect(one.digest).not.toEqual(other.digest);
});

test.each(["", "pls_", "plt_".padEnd(68, "a"), "pls_".padEnd(67, "a"), "pls_".padEnd(69, "a"), "pls_".padEnd(68, "+")])(
  "“%s” is no session's token",
  (text) => expect(sessionIdIn(text)).toBeUndefined(),
);
