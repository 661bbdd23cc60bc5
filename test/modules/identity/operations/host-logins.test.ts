import { expect, it } from "vitest";
import type { Identities, Identity } from "../../../../server/modules/identity/domain/identities.ts";
import { withHostAccounts } from "../../../../server/modules/identity/operations/host-logins.ts";

const user = { id: "ada's", username: "ada", metadata: { "host.login": "true" } } as unknown as Identity;
const other = { ...user, id: "bob's", metadata: {} };

/** An identity store with fixed outcomes, the ids that were given a UID, and the problems reported. */
function setUp(
  outcome: { readonly create: boolean; readonly update: "changed" | "name-taken" },
  { problem, local = {} }: { problem?: Error; local?: { [name: string]: number } } = {},
) {
  const settled: string[] = [];
  const problems: unknown[] = [];
  const identities = {
    create: async () => outcome.create,
    update: async () => outcome.update,
    find: async (id: string) => (id === user.id ? user : undefined),
  };
  const settle = async (id: string) => {
    if (problem !== undefined) throw problem;
    return settled.push(id);
  };
  const wrapped = withHostAccounts(identities as unknown as Identities, {
    accounts: { settle },
    localUid: async (name) => local[name],
    uids: { base: 1_900_000_000, count: 1_000_000 },
    report: (error) => problems.push(error),
  });
  const create = (identity: Identity) => wrapped.create(identity, undefined as never, undefined as never);
  return { create, update: wrapped.update, settled, problems };
}

it("an identity that becomes a host user is assigned a UID, and no other identity is", async () => {
  const { create, update, settled } = setUp({ create: true, update: "changed" });
  expect([await create(user), await create(other)]).toEqual([true, true]);
  expect([await update(user), await update(other)]).toEqual(["changed", "changed"]);
  expect(settled).toEqual(["ada's", "ada's"]);
});

it("an identity that was not stored is assigned no UID", async () => {
  const { create, update, settled } = setUp({ create: false, update: "name-taken" });
  expect([await create(user), await update(user)]).toEqual([false, "name-taken"]);
  expect(settled).toEqual([]);
});

it("a change is kept when no UID can be assigned, and the problem is reported", async () => {
  const problem = new Error("every number is given away");
  const { create, problems } = setUp({ create: true, update: "changed" }, { problem });
  expect(await create(user)).toBe(true);
  expect(problems).toEqual([problem]);
});

it("an identity with the name of a local user does not become a host user", async () => {
  const { create, update, settled } = setUp({ create: true, update: "changed" }, { local: { root: 0, ada: 1_000 } });
  const conflict = { reason: "RESOURCE_CONFLICT", facts: { parameter: "username" } };
  await expect(create(user)).rejects.toMatchObject(conflict);
  await expect(update({ ...other, username: "root", metadata: user.metadata })).rejects.toMatchObject(conflict);
  await expect(update({ ...user, username: "root" })).rejects.toMatchObject(conflict);
  expect(settled).toEqual([]);
  expect(await create({ ...other, username: "ada" })).toBe(true);
});

it("a host user keeps its name, whether the machine knows it by its own UID or has a local user of this name since", async () => {
  for (const uid of [1_900_000_001, 1_000]) {
    const { update, settled } = setUp({ create: true, update: "changed" }, { local: { ada: uid } });
    expect(await update(user)).toBe("changed");
    expect(settled).toEqual(["ada's"]);
  }
});

it("an identity becomes a host user by a name that the machine knows as a name of identities", async () => {
  const { create } = setUp({ create: true, update: "changed" }, { local: { ada: 1_900_000_001 } });
  expect(await create(user)).toBe(true);
});
