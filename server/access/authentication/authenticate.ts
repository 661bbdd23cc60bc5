import { hash } from "node:crypto";
import type { Authenticate } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { OnAccessChanged } from "../../rpc/waits/credentials.ts";
import type { AccessPlan } from "../domain/access-plan.ts";
import type { Issuer } from "../domain/issuer.ts";
import type { Keys } from "../domain/keys.ts";
import { identityPrincipalId, keyPrincipalId } from "../domain/principal-ids.ts";
import type { Sessions } from "../domain/sessions.ts";
import { hasWrongChecksum } from "./api-key.ts";
import { bearerToken, isVisibleAscii } from "./bearer.ts";
import { type CallerLookup, createCallerLookup, isFresh, type KnownCaller } from "./caller-lookup.ts";
import { createFailureCount, type FailureCount } from "./failure-count.ts";
import { createTokenVerifier } from "./json-web-token.ts";
import type { JwtIssuer } from "./jwt-issuer.ts";
import { createUseRecorder } from "./last-used.ts";
import { createRecentCache } from "./recent-cache.ts";
import { invalidCredentials } from "./refused-key.ts";

export interface AuthenticatorDeps {
  readonly keys: Keys;
  /** Sessions of identities. Absent: there are no identities, and session tokens are rejected. */
  readonly sessions?: Sessions | undefined;
  readonly plans: ReadonlyMap<string, AccessPlan>;
  readonly sessionPlan?: Plan | undefined;
  /** Issuers whose tokens are accepted. */
  readonly issuers?: readonly Issuer[];
  /** The service itself, if it issues tokens. */
  readonly jwtIssuer?: Pick<JwtIssuer, "issuer" | "findKey"> | undefined;
  /** Whether this service has made a token; by default it recognizes none without a look-up. */
  readonly isOwn?: ((token: string) => boolean) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly fetch?: typeof fetch;
  /** Receives failures to record when keys and sessions were last used; callers do not see them. */
  readonly report?: (error: unknown) => void;
}

/** Identifies callers. */
export interface Authenticator {
  /**
   * Returns the principal of an Authorization header; synchronously if its token was checked recently.
   *
   * @throws Fault AUTHENTICATION_REQUIRED, INVALID_API_KEY, RATE_LIMIT_EXCEEDED after many wrong credentials,
   *   or INTERNAL when an issuer's keys cannot be read.
   */
  readonly authenticate: Authenticate;
  /** Returns the caller of an Authorization header as `authenticate` does, with how long it is good. */
  readonly identify: Identify;
  /** Records a use of a key or a session by a caller whom another thread has authenticated. */
  recordUse(principal: Principal): void;
  /** Replaces the accepted issuers. */
  trust(issuers: readonly Issuer[]): void;
  /** Drops cached callers because another process has changed what a principal may do, and tells the listeners. */
  changed(principalId: string): void;
  /**
   * Calls the listener after keys, sessions or issuers were revoked or changed and their callers dropped from the
   * cache. Returns a function that removes the listener.
   */
  readonly onChanged: OnAccessChanged;
  /** Writes when keys and sessions were last used. */
  flush(): Promise<void>;
  /** Writes the last uses not yet written and stops. */
  close(): Promise<void>;
}

type Identify = (...given: Parameters<Authenticate>) => KnownCaller | Promise<KnownCaller>;

/** Entries of the cache by token digest; a few MiB at most. */
const knownCallersMin = 10_000;
/** Entries of the cache by header; each header has at most 16 KiB. */
const busyCallersMin = 500;
const usesIntervalMs = 5_000;

/** Creates the authenticator of API keys, sessions of identities, and tokens of issuers. */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { keys, sessions, plans, issuers = [], now = Date.now, fetch = globalThis.fetch, report = () => {} } = deps;
  const keyUses = createUseRecorder(keys, usesIntervalMs, report);
  const sessionUses = sessions && createUseRecorder(sessions, usesIntervalMs, report);
  const verifierOf = (trusted: readonly Issuer[]) =>
    createTokenVerifier(trusted, plans, { now, fetch }, deps.jwtIssuer);
  let verify = verifierOf(issuers);
  const verifyToken = (token: string) => verify(token);
  const sessionPlan = deps.sessionPlan;
  const lookup = createCallerLookup({ keys, sessions, plans, sessionPlan, verifyToken, keyUses, sessionUses, now });
  const failures = createFailureCount({ isOwn: deps.isOwn ?? (() => false), now });
  const { identify, forget: forgetCallers } = rememberCallers(lookup, failures, now);
  const listeners = new Set<Parameters<OnAccessChanged>[0]>();
  const forget = (principalId?: string) => {
    forgetCallers();
    for (const listener of listeners) listener(principalId);
  };
  const stopListening = [
    keys.onChanged(({ id }) => forget(keyPrincipalId(id))),
    sessions?.onRevoked((identityId) => forget(identityPrincipalId(identityId))),
  ];
  return {
    authenticate(authorization, from) {
      const caller = identify(authorization, from);
      return caller instanceof Promise ? caller.then(({ principal }) => principal) : caller.principal;
    },
    identify,
    recordUse({ key, session }) {
      if (key !== undefined) keyUses.note(key.id, now());
      if (session !== undefined) sessionUses?.note(session.id, now());
    },
    changed: forget,
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    trust(trusted) {
      verify = verifierOf(trusted);
      forget();
    },
    async flush() {
      await keyUses.flush();
      await sessionUses?.flush();
    },
    async close() {
      for (const stop of stopListening) stop?.();
      await keyUses.close();
      await sessionUses?.close();
    },
  };
}

/**
 * Caches callers that were looked up by the SHA-256 of their tokens, as the database does. The comparison of digests
 * need not take constant time: its duration can reveal leading bits of the digest of a guess, but choosing a better
 * guess from them would mean inverting SHA-256.
 *
 * Callers that are busy right now are found by their unhashed header. That look-up compares texts only where their
 * hashes, seeded at random for this process, are equal, so its duration does not reveal how much of a guess is right.
 */
function rememberCallers(
  lookup: CallerLookup,
  failures: FailureCount,
  now: () => number,
): { readonly identify: Identify; readonly forget: () => void } {
  const known = createRecentCache<KnownCaller>(knownCallersMin);
  const busy = createRecentCache<KnownCaller>(busyCallersMin);
  const lookups = new Map<string, Promise<KnownCaller>>();
  let revocations = 0;

  /** Calls with the same token share one look-up. */
  function lookUpOnce(token: string, digest: string): Promise<KnownCaller> {
    const shared = lookups.get(digest);
    if (shared !== undefined) return shared;
    if (!isVisibleAscii(token) || hasWrongChecksum(token)) throw invalidCredentials();
    const started = lookUp(token, digest);
    lookups.set(digest, started);
    return started;
  }

  async function lookUp(token: string, digest: string): Promise<KnownCaller> {
    try {
      for (;;) {
        const before = revocations;
        const caller = await lookup(token, digest);
        // The answer may predate a revocation that happened during the look-up.
        if (before !== revocations) continue;
        known.set(digest, caller);
        caller.recordUse?.(caller.checkedAtMs);
        return caller;
      }
    } finally {
      lookups.delete(digest);
    }
  }

  return {
    identify(authorization, from) {
      const nowMs = now();
      const again = busy.get(authorization ?? "");
      if (again !== undefined && isFresh(again, nowMs)) return again;
      const token = bearerToken(authorization);
      const digest = hash("sha256", token, "hex");
      const caller = known.get(digest);
      // A recently known caller is looked up again without counting failures, so that others in its network cannot lock
      // it out.
      if (caller === undefined) return failures.counted(token, digest, from?.address, () => lookUpOnce(token, digest));
      if (!isFresh(caller, nowMs)) return lookUpOnce(token, digest);
      busy.set(authorization as string, caller);
      caller.recordUse?.(nowMs);
      return caller;
    },
    forget() {
      revocations += 1;
      // Revocations are rare, and every caller is looked up again within a second anyway.
      known.clear();
      busy.clear();
    },
  };
}
