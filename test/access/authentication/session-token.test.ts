import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { mintSessionToken, sessionIdIn } from "../../../server/access/authentication/session-token.ts";

test("a session token contains the session's id, and a new secret each time", () => {
  const id = randomUUID();
  const [first, second] = [mintSessionToken(id), mintSessionToken(id)];
  expect([sessionIdIn(first.token), sessionIdIn(second.token)]).toEqual([id, id]);
  // The last of the id's digits shares a character with the secret.
  expect(first.token.slice(0, 25)).toBe(second.token.slice(0, 25));
  expect(first.token.slice(26)).not.toBe(second.token.slice(26));
  expect(first.digest).not.toEqual(second.digest);
});

test.each(["", "pls_", "plt_".padEnd(68, "a"), "pls_".padEnd(67, "a"), "pls_".padEnd(69, "a"), "pls_".padEnd(68, "+")])(
  "“%s” is not a session token",
  (text) => expect(sessionIdIn(text)).toBeUndefined(),
);
