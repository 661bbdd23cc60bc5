import { Fault } from "../core/fault.ts";
import { holdsPermission, type Principal } from "./principal.ts";

/** Longest time since the last proof of identity for a session that changes what outlives it. */
const freshMs = 5 * 60_000;

/**
 * Requires that the calling identity has recently proven itself to its session, so that a stolen session cannot take
 * over the identity, nor leave anything behind that outlives it. A JWT carries no such proof. Other callers act with their
 * own permissions.
 *
 * @throws Fault PERMISSION_DENIED
 */
export function requireFreshProof({ identityId, session }: Principal, nowMs: number): void {
  if (identityId === undefined) return;
  const provenAtMs = session?.provenAtMs;
  if (provenAtMs !== undefined && nowMs - provenAtMs <= freshMs) return;
  throw new Fault(
    "PERMISSION_DENIED",
    "The session needs a proof of the identity from the last 5 minutes: open a session with a token of a key of the " +
      "identity, or answer a challenge of an enrolled factor.",
  );
}

/**
 * Requires that no scope confines the calling session, so that it makes nothing that opens sessions without the scope.
 *
 * @throws Fault PERMISSION_DENIED
 */
export function requireUnconfined({ session }: Principal): void {
  if (session?.ownPermissions === undefined || holdsPermission(session.ownPermissions, "*")) return;
  throw new Fault(
    "PERMISSION_DENIED",
    "The session is confined by the scope of its token, and keys open sessions that are not: open a session with a token without a scope.",
  );
}
