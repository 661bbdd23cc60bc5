import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isHostUser, isUnixName, uidsFor } from "../../../../server/modules/identity/domain/host-accounts.ts";
import { law } from "../../../support/laws/law.ts";

const ranges = fc.record({
  base: fc.integer({ min: 1_000, max: 4_000_000_000 }),
  count: fc.integer({ min: 2, max: 300 }),
});

law("the UIDs for an identity are all numbers of the range, each once, without the group's", ranges, (range) => {
  const uids = [...uidsFor(randomUUID(), range)];
  expect(uids).toHaveLength(range.count - 1);
  expect(new Set(uids).size).toBe(range.count - 1);
  expect(Math.min(...uids)).toBe(range.base + 1);
  expect(Math.max(...uids)).toBe(range.base + range.count - 1);
});

it("the first UID depends on the identity's id alone, and differs between identities", () => {
  const range = { base: 70_000, count: 1_000_000 };
  const first = (id: string) => uidsFor(id, range).next().value;
  const id = "0197a0c2-8f4e-7a51-9c1d-2f6b8e3a4d05";
  expect(first(id)).toBe(first(id));
  const many = new Set(Array.from({ length: 1_000 }, () => first(randomUUID())));
  expect(many.size).toBeGreaterThan(990);
});

it.each(["ada", "ada-l", "a_b", "_a", "a", "x9", "my-systemd", "a".repeat(31)])("%j is a Unix username", (name) => {
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
])("%j is no Unix username, or is reserved for the system", (name) => {
  // The name root is accepted here, since it cannot be registered as a username.
  expect(isUnixName(name)).toBe(name === "root");
});

it("an identity is a host user only with host.login set to true and a valid Unix username", () => {
  const user = (metadata: Record<string, string>) => isHostUser({ username: "ada", metadata });
  expect(user({ "host.login": "true" })).toBe(true);
  expect(user({ "host.login": "yes" })).toBe(false);
  expect(user({})).toBe(false);
  expect(user(Object.create({ "host.login": "true" }))).toBe(false);
  expect(isHostUser({ username: "Ada", metadata: { "host.login": "true" } })).toBe(false);
});
