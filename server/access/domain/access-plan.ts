import type { Plan } from "../../rpc/plan.ts";

/** A plan, with the grants that its keys and tokens may carry. */
export interface AccessPlan extends Plan {
  /** Grants that keys and tokens of the plan may carry: permissions, areas (`geocode:*`), or everything (`*`). */
  readonly permissions: readonly string[];
  /** Whether identities may choose it for their keys. */
  readonly selfService?: boolean;
  /** Whether it is an internal plan of the service, such as that of sessions. */
  readonly isInternal?: boolean;
}
