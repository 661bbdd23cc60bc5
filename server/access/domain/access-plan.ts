import type { Plan } from "../../rpc/plan.ts";

/** A plan, and what its keys and tokens may do. */
export interface AccessPlan extends Plan {
  /** Grants that keys and tokens of the plan may carry: permissions, areas (`geocode:*`), or everything (`*`). */
  readonly permissions: readonly string[];
  /** Whether identities may choose it for their keys. */
  readonly selfService?: boolean;
  /** Whether it is a plan of the service itself, such as that of sessions. */
  readonly isInternal?: boolean;
}
