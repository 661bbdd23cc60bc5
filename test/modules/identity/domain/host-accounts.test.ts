import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isHostUser, isUnixName, uidsFor } from "../../../../server/modules/identity/domain/host-accounts.ts";
import { law } from "../../../support/laws/law.ts";

const ranges = fc.record({
  base: fc.integer({ min: 1_000, max: 4_000_000_000 }),
  count: fc.integer({ min: 2, max: 300 }),
});

law("an identity has every number of the range to choose from, each once, and not the group's", ranges, (range) => {
  const uids = [...uidsFor(randomUUID(), range)];
  expect(uids).toHaveLength(range.count - 1);
  expect(new Set(uids).size).toBe(range.count - 1);
  expect(Math.min(...uids)).toBe(range.base + 1);
  expect(Math.max(...uids)).toBe(range.base + range.count - 1);
});

it("the first number follows from the identity alone, and not from its neighbours'", () => {
  const range = { base: 70_000, count: 1_000_000 };
  const first = (id: string) => uidsFor(id, range).next().value;
  const id = "0197a0c2-8f4e-7a51-9c1d-2f6b8e3a4d05";
  expect(first(id)).toBe(first(id));
  const many = new Set(Array.from({ length: 1_000 }, () => first(randomUUID())));
  expect(many.size).toBeGreaterThan(990);
});

it.each(["ada", "ada-l", "a_b", "_a", "a", "x9", "my-systemd", "a".repeat(31)])("%j is a name of Unix", (name) => {
  expect(isUnixName(name)).toBe(true);
});

it.each([
  ...["", "Ada", "9lives", "-a", "a.b", "a b", "a:b", "a\n", "a/b", "ä", "a$", "a".repeat(32)],
  ...[
    "root",
    "daemon",
    "sudo",
    "wheel",
    "docker",
    "www-data",
    "systemd-network",
    "nixbld1",
    "ubuntu",
    "adm",
    "pi",
    "gnats",
  ],
])("%j is none, or a system's own", (name) => {
  // Root cannot be registered at all.
  expect(isUnixName(name)).toBe(name === "root");
});

it("only what the owner says in so many words makes an identity a user", () => {
  const user = (metadata: Record<string, string>) => isHostUser({ username: "ada", metadata });
  expect(user({ "host.login": "true" })).toBe(true);
  expect(user({ "host.login": "yes" })).toBe(false);
  expect(user({})).toBe(false);
  expect(user(Object.create({ "host.login": "true" }))).toBe(false);
  expect(isHostUser({ username: "Ada", metadata: { "host.login": "true" } })).toBe(false);
});
