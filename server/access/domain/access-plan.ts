import type { Plan } from "../../rpc/plan.ts";

/** A plan, and what its keys and tokens may do. */
export interface AccessPlan extends Plan {
  /** Grants that keys and tokens of the plan may carry: permissions, areas (`geocode:*`), or everything (`*`). */
  readonly permissions: readonly string[];
}
