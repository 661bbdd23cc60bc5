import { expect, test } from "vitest";
import { isEndUser, networkOfPerson } from "../../server/rpc/people.ts";

const plan = { name: "any", requestsPerMinute: 1, concurrentRequests: 1 };
const address = "2001:db8::7";
const anonymous = { principal: { id: "address:x", plan, permissions: [] }, address };
const session = { principal: { id: "s", plan, permissions: ["geocode:*"], identityId: "i" }, address };
const application = { principal: { id: "k", plan, permissions: ["identities:*"] }, address };

test("identities and callers without credentials are people, and have a network", () => {
  for (const context of [anonymous, session]) {
    expect([isEndUser(context), networkOfPerson(context)]).toEqual([true, "2001:db8:0:0::/64"]);
  }
  expect(networkOfPerson({ ...anonymous, address: "" })).toBeUndefined();
});

test("applications are no people, and have no network", () => {
  expect([isEndUser(application), networkOfPerson(application)]).toEqual([false, undefined]);
});
