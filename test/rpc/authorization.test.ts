import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { KeyService } from "#contract/admin/v1/keys_pb.js";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { OutboxService } from "#contract/admin/v1/outbox_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { Fault } from "../../server/core/fault.ts";
import { compileAccess, openMethods, permit } from "../../server/rpc/authorization.ts";
import type { Principal } from "../../server/rpc/principal.ts";
import { contractServices } from "../support/contract-services.ts";

const closed = openMethods({ registration: false });
const plan = { name: "p", requestsPerMinute: 1, concurrentRequests: 1 };
const key = (...permissions: string[]): Principal => ({ id: "key:a", plan, permissions });
const session = (identityId: string): Principal => ({
  id: `identity:${identityId}`,
  plan,
  permissions: [],
  session: { id: "s", identityId },
});

/** Returns the access of a principal to an identity: `all`, `own`, or the permission that it lacks. */
function outcome(principal: Principal, method: Parameters<typeof compileAccess>[0], id = "mine", openToAll = closed) {
  try {
    const check = permit(principal, compileAccess(method, openToAll));
    check?.(create(method.input, { id, identityId: id } as never));
    return check === undefined ? "all" : "own";
  } catch (error) {
    if (!(error instanceof Fault) || error.reason !== "PERMISSION_DENIED") throw error;
    return error.facts.requiredPermission;
  }
}

describe("a method whose request names an owner", () => {
  const { getIdentity } = IdentityService.method;

  test("is allowed to a principal with its permission", () => {
    expect(outcome(key("identities:read"), getIdentity)).toBe("all");
    expect(outcome(key("identities:*"), getIdentity)).toBe("all");
    expect(outcome(key("geocode:*"), getIdentity)).toBe("identities:read");
  });

  test("is allowed to a session of that identity, and of no other", () => {
    expect(outcome(session("mine"), getIdentity)).toBe("own");
    expect(outcome(session("other"), getIdentity)).toBe("identities:read");
    expect(outcome(session(""), getIdentity)).toBe("identities:read");
  });
});

test("a session that names no identity is refused for that where one is required, otherwise for its permission", () => {
  const check = (method: Parameters<typeof compileAccess>[0], members: Record<string, unknown> = {}) =>
    permit(session("mine"), compileAccess(method, closed))?.(create(method.input, members));
  // The validation of the contract refuses the request.
  expect(() => check(VerificationService.method.requestChallenge)).not.toThrow();
  const { listCases } = ReviewService.method;
  expect(() => check(listCases)).toThrow(expect.objectContaining({ reason: "PERMISSION_DENIED" }));
  expect(() => check(listCases, { identityId: "other" })).toThrow(
    expect.objectContaining({ reason: "PERMISSION_DENIED" }),
  );
});

test("a session may not call methods without an owner", () => {
  expect(outcome(session("mine"), KeyService.method.changePlan)).toBe("keys:change-plan");
  expect(outcome(session("mine"), IdentityService.method.createIdentity)).toBe("identities:create");
});

test("registration is open when it is configured as open", () => {
  const { createIdentity } = IdentityService.method;
  expect(compileAccess(createIdentity, closed).isOpen).toBe(false);
  const open = openMethods({ registration: true });
  expect(compileAccess(createIdentity, open).isOpen).toBe(true);
  expect(outcome(key(), createIdentity, "", open)).toBe("all");
});

test("no other method is opened by that, and the faucet and the outbox by nothing", async () => {
  const open = openMethods({ registration: true });
  const opened = (await contractServices()).flatMap(({ methods }) =>
    methods.filter((method) => compileAccess(method, open).isOpen && !compileAccess(method, closed).isOpen),
  );
  expect(opened.map(({ name }) => name)).toEqual(["CreateIdentity"]);
  for (const method of [LedgerService.method.deposit, OutboxService.method.listMessages]) {
    expect(compileAccess(method, open).isOpen).toBe(false);
  }
});

test("authentication is open to everybody, and logout to callers with a session", () => {
  expect(compileAccess(AuthenticationService.method.authenticate, closed).isOpen).toBe(true);
  expect(outcome(session("mine"), AuthenticationService.method.logout)).toBe("all");
  expect(outcome(key(), AuthenticationService.method.logout)).toBe("authentication:logout");
});

test("every method declares a permission, and its owner is a field of its request", () => {
  for (const service of [IdentityService, AuthenticationService, KeyService]) {
    for (const method of service.methods)
      expect(compileAccess(method as never, closed).permission).toMatch(/^[a-z]+:[a-z]+(-[a-z]+)*$/);
  }
});
