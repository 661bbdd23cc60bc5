import type { Plan } from "./plan.ts";

/** The party on whose behalf a call is made. */
export interface Principal {
  /** Unique among all principals; limits are counted by it. */
  readonly id: string;
  readonly plan: Plan;
  /** Grants such as `geocode:transform`, `geocode:*` or `*`. */
  readonly permissions: readonly string[];
  /** Identity that makes the call, with a session or with a JWT issued to one. */
  readonly identityId?: string;
  /** Session that makes the call, if any. */
  readonly session?: PrincipalSession;
  /** API key that makes the call, if any. */
  readonly key?: PrincipalKey;
}

/** An API key as a caller. */
export interface PrincipalKey {
  readonly id: string;
  /** Identity that owns the key, which does not act on its behalf; empty for a key of the operator. */
  readonly identityId: string;
}

/** A session as a caller. */
export interface PrincipalSession {
  readonly id: string;
  readonly identityId: string;
  /** Level of its authentication, from 0 to 5. */
  readonly authLevel?: number;
  /** Grants that limit its rights on its own identity; absent: no limit. */
  readonly ownPermissions?: readonly string[];
  /**
   * Time at which the identity last proved itself to the session, in ms since 1970; absent: only through another
   * session.
   */
  readonly provenAtMs?: number;
}

/** Returns a caller to whose session the identity has proven itself at a time, if that is its last proof. */
export function provenAt(principal: Principal, provenAtMs: number): Principal {
  const { session } = principal;
  if (session === undefined || (session.provenAtMs ?? 0) >= provenAtMs) return principal;
  return { ...principal, session: { ...session, provenAtMs } };
}

/** Returns the grants contained in both lists: for `*` and `geocode:*`, `geocode:*`. */
export function commonGrants(some: readonly string[], others: readonly string[]): string[] {
  const inOthers = some.filter((grant) => holdsPermission(others, grant));
  return [...new Set([...inOthers, ...others.filter((grant) => holdsPermission(some, grant))])];
}

/**
 * Whether one of the grants is the permission itself, its whole area (`geocode:*`), or everything (`*`). A wildcard is
 * held like any permission: `geocode:*` only through itself or `*`, and `*` only through `*`.
 */
export function holdsPermission(permissions: readonly string[], permission: string): boolean {
  // Without a colon there is no area, and the result is `*`.
  const area = `${permission.slice(0, permission.indexOf(":") + 1)}*`;
  return permissions.some((grant) => grant === permission || grant === area || grant === "*");
}
