import type { MessageInitShape } from "@bufbuild/protobuf";
import type { PlanSchema } from "#contract/admin/v1/keys_pb.js";
import { Fault } from "../../core/fault.ts";
import { holdsPermission, type Principal } from "../../rpc/principal.ts";
import type { AccessPlan } from "../domain/access-plan.ts";

/** Returns the plans that a caller may see, from the lowest limit to the highest. */
export function plansFor({ permissions }: Principal, plans: ReadonlyMap<string, AccessPlan>): AccessPlan[] {
  const all = [...plans.values()].sort(
    (a, b) => a.requestsPerMinute - b.requestsPerMinute || (a.name < b.name ? -1 : 1),
  );
  return holdsPermission(permissions, "keys:list") ? all : all.filter(({ isInternal }) => isInternal !== true);
}

/** @throws Fault PARAMETER_INVALID */
export function planNamed(name: string, plans: ReadonlyMap<string, AccessPlan>, principal: Principal): AccessPlan {
  const plan = plans.get(name);
  if (plan !== undefined) return plan;
  const names = plansFor(principal, plans).map((one) => one.name);
  throw new Fault("PARAMETER_INVALID", `\`plan\` must be one of ${names.join(", ")}.`, {
    parameter: "plan",
    provided: name,
  });
}

export function planMessage(plan: AccessPlan): MessageInitShape<typeof PlanSchema> {
  return {
    name: plan.name,
    callsPerMinute: BigInt(plan.requestsPerMinute),
    concurrentCalls: plan.concurrentRequests,
    permissions: [...plan.permissions],
    isSelfService: plan.selfService === true,
    isInternal: plan.isInternal === true,
  };
}
