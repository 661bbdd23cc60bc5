import { Fault } from "../../core/fault.ts";
import type { Plan } from "../../rpc/plan.ts";
import { holdsPermission, type Principal } from "../../rpc/principal.ts";
import type { AccessPlan } from "../domain/access-plan.ts";
import type { ApiKey } from "../domain/keys.ts";

/** Parts of a key that say what it may do. */
export type Grant = Pick<ApiKey, "identityId" | "permissions"> & { readonly plan: AccessPlan };

/** Default permissions of a new key, and the most that keys of identities have. */
export const geometricGrant = "geocode:*";

/**
 * Requires that a caller may create such a key. A caller with the permission `keys:create` grants at most its own
 * permissions, under a plan whose limits are at most its own. A session without it creates keys of its identity, under
 * plans that identities may choose.
 *
 * @throws Fault PERMISSION_DENIED or PARAMETER_INVALID
 */
export function requireGrant(principal: Principal, grant: Grant): void {
  if (isAdministrator(principal)) {
    requireWithin(principal.permissions, grant.permissions);
    requireLimits(grant.plan, principal.plan);
  } else {
    requireSelfService(grant.plan);
    // A session limited by the scope of its token grants only what it might call itself.
    const { ownPermissions } = principal.session ?? {};
    if (ownPermissions !== undefined) requireWithin(ownPermissions, grant.permissions);
  }
  if (grant.identityId !== "") requireGeometric(grant.permissions);
  requireCarried(grant);
}

/** Whether the caller may create keys for others. */
export function isAdministrator({ permissions }: Principal): boolean {
  return holdsPermission(permissions, "keys:create");
}

/** @throws Fault PERMISSION_DENIED for a plan with higher limits than the caller's */
export function requireLimits(plan: AccessPlan, own: Plan): void {
  if (plan.requestsPerMinute <= own.requestsPerMinute && plan.concurrentRequests <= own.concurrentRequests) return;
  throw new Fault("PERMISSION_DENIED", `The plan ${plan.name} has higher limits than the caller's own, ${own.name}.`, {
    parameter: "plan",
    provided: plan.name,
  });
}

/** @throws Fault PARAMETER_INVALID for a permission that keys of the plan cannot have */
export function requireCarried({ plan, permissions }: Grant, parameter: "permissions" | "plan" = "permissions"): void {
  const foreign = permissions.find((permission) => !holdsPermission(plan.permissions, permission));
  if (foreign === undefined) return;
  throw new Fault("PARAMETER_INVALID", `Keys of the plan ${plan.name} cannot have the permission ${foreign}.`, {
    parameter,
    provided: parameter === "plan" ? plan.name : foreign,
  });
}

function requireSelfService({ name, selfService }: AccessPlan): void {
  if (selfService === true) return;
  const message = `Identities cannot choose the plan ${name}; create the key with another plan, and ask an administrator to move it.`;
  throw new Fault("PERMISSION_DENIED", message, { parameter: "plan", provided: name });
}

function requireWithin(held: readonly string[], granted: readonly string[]): void {
  const excess = granted.find((permission) => !holdsPermission(held, permission));
  if (excess === undefined) return;
  throw new Fault("PERMISSION_DENIED", `Only a caller with the permission ${excess} can grant it.`, {
    requiredPermission: excess,
  });
}

function requireGeometric(granted: readonly string[]): void {
  const foreign = granted.find((permission) => !holdsPermission([geometricGrant], permission));
  if (foreign === undefined) return;
  const message = `A key of an identity can have ${geometricGrant} and permissions within it, but not ${foreign}.`;
  throw new Fault("PARAMETER_INVALID", message, { parameter: "permissions", provided: foreign });
}
