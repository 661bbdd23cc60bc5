import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { Keys } from "../domain/keys.ts";
import { identityPrincipalId, keyPrincipalId } from "../domain/principal-ids.ts";
import { sessionGoodUntilMs } from "../domain/session-expiry.ts";
import type { Sessions } from "../domain/sessions.ts";
import { isTokenShaped } from "./bearer.ts";
import type { VerifiedToken } from "./json-web-token.ts";
import type { UseRecorder } from "./last-used.ts";
import { invalidCredentials, RefusedKey } from "./refused-key.ts";
import { sessionIdIn, sessionTokenPrefix } from "./session-token.ts";

/** A caller whose token was checked. */
export interface KnownCaller {
  readonly principal: Principal;
  readonly checkedAtMs: number;
  readonly goodUntilMs: number;
  /** Records a use; undefined if uses are not recorded. */
  readonly recordUse: ((atMs: number) => void) | undefined;
}

/** Whether a cached caller is recent enough; not after the clock was set back, which would extend its validity. */
export function isFresh({ checkedAtMs, goodUntilMs }: Pick<KnownCaller, "checkedAtMs" | "goodUntilMs">, nowMs: number) {
  return nowMs >= checkedAtMs && nowMs < goodUntilMs;
}

export interface CallerLookupDeps {
  readonly keys: Pick<Keys, "findByDigest">;
  readonly sessions: Pick<Sessions, "find"> | undefined;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly sessionPlan: Plan | undefined;
  readonly verifyToken: (token: string) => Promise<VerifiedToken>;
  readonly keyUses: UseRecorder;
  readonly sessionUses: UseRecorder | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Looks up the caller of a token, given the token and its SHA-256 in hexadecimal digits. */
export type CallerLookup = (token: string, digest: string) => Promise<KnownCaller>;

/** Longest delay before another process's revocation of a key or session applies. */
const keyGoodMs = 1_000;
/** Longest delay before the removal of a key from its issuer's set applies, once the set is read again. */
const tokenGoodMs = 60_000;

export function createCallerLookup(deps: CallerLookupDeps): CallerLookup {
  const { keys, sessions, plans, sessionPlan, verifyToken, keyUses, sessionUses, now } = deps;

  async function fromToken(token: string): Promise<KnownCaller> {
    const checkedAtMs = now();
    const { principal, expiresAtMs } = await verifyToken(token);
    const goodUntilMs = Math.min(expiresAtMs, checkedAtMs + tokenGoodMs);
    return { principal, checkedAtMs, goodUntilMs, recordUse: undefined };
  }

  async function fromKey(digest: string): Promise<KnownCaller> {
    const checkedAtMs = now();
    const key = await keys.findByDigest(Buffer.from(digest, "hex"));
    const plan = key === undefined ? undefined : plans.get(key.plan);
    if (key === undefined) throw invalidCredentials();
    const { id, identityId } = key;
    if (key.revokedAt !== undefined || plan === undefined) throw new RefusedKey({ id, identityId });
    const principal = Object.freeze({
      id: keyPrincipalId(id),
      plan,
      permissions: Object.freeze([...key.permissions]),
      key: Object.freeze({ id, identityId }),
    });
    const recordUse = (atMs: number) => keyUses.note(id, atMs);
    return { principal, checkedAtMs, goodUntilMs: checkedAtMs + keyGoodMs, recordUse };
  }

  async function fromSession(token: string, digest: string): Promise<KnownCaller> {
    const checkedAtMs = now();
    const sessionId = sessionIdIn(token);
    const session = sessionId === undefined ? undefined : await sessions?.find(sessionId, Buffer.from(digest, "hex"));
    if (session === undefined || sessionPlan === undefined) throw invalidCredentials();
    const endsAtMs = sessionGoodUntilMs(session);
    if (checkedAtMs >= endsAtMs) throw invalidCredentials();
    const { id, identityId, permissions, ownPermissions, provenAt, authLevel } = session;
    // Sessions are limited by identity, so that more sessions do not allow more calls.
    const principal = Object.freeze({
      id: identityPrincipalId(identityId),
      plan: sessionPlan,
      permissions: Object.freeze([...permissions]),
      identityId,
      session: Object.freeze({
        id,
        identityId,
        authLevel,
        ...(ownPermissions !== undefined && { ownPermissions: Object.freeze([...ownPermissions]) }),
        ...(provenAt !== undefined && { provenAtMs: provenAt.getTime() }),
      }),
    });
    const recordUse = (atMs: number) => sessionUses?.note(id, atMs);
    return { principal, checkedAtMs, goodUntilMs: Math.min(endsAtMs, checkedAtMs + keyGoodMs), recordUse };
  }

  return (token, digest) => {
    if (isTokenShaped(token)) return fromToken(token);
    return token.startsWith(sessionTokenPrefix) ? fromSession(token, digest) : fromKey(digest);
  };
}
