import type { AccessPlan } from "./domain/access-plan.ts";

/** Plans whose terms can change while callers have them. */
export interface LivePlans {
  /** Each plan stays the same object, so that every holder sees its new terms. */
  readonly plans: ReadonlyMap<string, AccessPlan>;
  replace(next: ReadonlyMap<string, AccessPlan>): void;
}

export function createLivePlans(first: ReadonlyMap<string, AccessPlan>): LivePlans {
  const plans = new Map<string, AccessPlan>();

  function replace(next: ReadonlyMap<string, AccessPlan>): void {
    for (const name of plans.keys()) if (!next.has(name)) plans.delete(name);
    for (const [name, plan] of next) {
      const present = plans.get(name);
      if (present === undefined) plans.set(name, { ...plan });
      else Object.assign(present, plan);
    }
  }

  replace(first);
  return { plans, replace };
}
