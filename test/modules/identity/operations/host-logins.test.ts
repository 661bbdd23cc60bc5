import { expect, it } from "vitest";
import type { Identities, Identity } from "../../../../server/modules/identity/domain/identities.ts";
import { withHostAccounts } from "../../../../server/modules/identity/operations/host-logins.ts";

const user = { id: "ada's", username: "ada", metadata: { "host.login": "true" } } as unknown as Identity;
const other = { ...user, id: "bob's", metadata: {} };

/** An identity store with fixed outcomes, the ids that were given a UID, and the problems reported. */
function setUp(outcome: { readonly create: boolean; readonly update: "changed" | "name-taken" }, problem?: Error) {
  const settled: string[] = [];
  const problems: unknown[] = [];
  const identities = { create: async () => outcome.create, update: async () => outcome.update };
  const settle = async (id: string) => {
    if (problem !== undefined) throw problem;
    return settled.push(id);
  };
  const wrapped = withHostAccounts(identities as unknown as Identities, { settle }, (error) => problems.push(error));
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
  const { create, problems } = setUp({ create: true, update: "changed" }, problem);
  expect(await create(user)).toBe(true);
  expect(problems).toEqual([problem]);
});
