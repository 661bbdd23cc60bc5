import type { Plan } from "./plan.ts";

/** The party on whose behalf a call is made. */
export interface Principal {
  /** Unique among all principals; the limits are counted under it. */
  readonly id: string;
  readonly plan: Plan;
  /** Grants such as `geocode:transform`, `geocode:*` or `*`. */
  readonly permissions: readonly string[];
  /** Session of the identity that makes the call, if it is one. */
  readonly session?: { readonly id: string; readonly identityId: string };
}

/**
 * Whether one of the grants is the permission itself, its whole area (`geocode:*`), or everything (`*`). A wildcard
 * is held like any permission: `geocode:*` only through itself or `*`, and `*` only through `*`.
 */
export function holdsPermission(permissions: readonly string[], permission: string): boolean {
  // Without a colon there is no area, and what remains is `*`.
  const area = `${permission.slice(0, permission.indexOf(":") + 1)}*`;
  return permissions.some((grant) => grant === permission || grant === area || grant === "*");
}
