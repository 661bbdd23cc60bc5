import { hash } from "node:crypto";
import { Fault } from "../../core/fault.ts";
import type { Authenticate } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { Issuer } from "../domain/issuer.ts";
import type { Keys } from "../domain/keys.ts";
import { type Sessions, sessionGoodUntilMs } from "../domain/sessions.ts";
import { hasWrongChecksum } from "./api-key.ts";
import { bearerToken, isTokenShaped, isVisibleAscii } from "./bearer.ts";
import { createTokenVerifier } from "./json-web-token.ts";
import type { JwtIssuer } from "./jwt-issuer.ts";
import { createRecentCache } from "./recent-cache.ts";
import { sessionIdIn, sessionTokenPrefix } from "./session-token.ts";
import { createUseRecorder } from "./uses.ts";

/** What callers are recognised by. */
export interface AuthenticatorDeps {
  readonly keys: Keys;
  /** Absent: there are no identities, and their tokens are unknown. */
  readonly sessions?: Sessions | undefined;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Of sessions. */
  readonly sessionPlan?: Plan | undefined;
  /** Whose tokens are accepted; none when absent. */
  readonly issuers?: readonly Issuer[];
  /** The service itself, when it issues tokens. */
  readonly jwtIssuer?: Pick<JwtIssuer, "issuer" | "findKey"> | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly fetch?: typeof fetch;
  /** Hears of failures that no caller sees: uses of keys that could not be written. */
  readonly report?: (error: unknown) => void;
}

/** Tells who is calling. */
export interface Authenticator {
  /**
   * The principal of an Authorization header; at once when its token was checked a short while ago.
   *
   * @throws Fault AUTHENTICATION_REQUIRED, INVALID_API_KEY, or INTERNAL when an issuer's keys cannot be read.
   */
  readonly authenticate: Authenticate;
  /** Writes when keys and sessions were last used. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

/** A caller whose token was checked. */
interface Known {
  readonly principal: Principal;
  readonly checkedAtMs: number;
  readonly goodUntilMs: number;
  /** Hears of the use; absent for tokens of which nothing is kept. */
  readonly recordUse: ((atMs: number) => void) | undefined;
}

/**
 * Recognises API keys, sessions of identities, and the tokens of the issuers.
 *
 * Who was recognised is remembered under the SHA-256 of the token, and found by it, here as in the database. Comparing
 * digests need not take constant time: whoever measures how far a comparison got learns leading bits of the digest of
 * a guess, and cannot choose a next guess by them without inverting SHA-256.
 *
 * The few callers that are busy right now are found by their header as it came, without hashing it. That look-up
 * compares texts only where their hashes, seeded at random for this process, are the same; so its time tells nothing
 * about how much of a guess is right.
 */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const {
    keys,
    sessions,
    plans,
    sessionPlan,
    issuers = [],
    now = Date.now,
    fetch = globalThis.fetch,
    report = () => {},
  } = deps;
  const verifyToken = createTokenVerifier(issuers, plans, { now, fetch }, deps.jwtIssuer);
  const known = createRecentCache<Known>(knownCallersMin);
  const busy = createRecentCache<Known>(busyCallersMin);
  const underWay = new Map<string, Promise<Principal>>();
  const keyUses = createUseRecorder(keys, usesIntervalMs, report);
  const sessionUses = sessions && createUseRecorder(sessions, usesIntervalMs, report);
  let revocations = 0;
  const forget = () => {
    revocations += 1;
    // Rare, and everybody is looked up again within a second anyway.
    known.clear();
    busy.clear();
  };
  const stopListening = [keys.onRevoked(forget), sessions?.onRevoked(forget)];

  function authenticate(authorization: string | undefined): Principal | Promise<Principal> {
    const nowMs = now();
    const again = busy.get(authorization ?? "");
    if (again !== undefined && isFresh(again, nowMs)) return again.principal;
    const token = bearerToken(authorization);
    const digest = hash("sha256", token, "hex");
    const caller = known.get(digest);
    if (caller === undefined || !isFresh(caller, nowMs)) return identifyOnce(token, digest);
    busy.set(authorization as string, caller);
    caller.recordUse?.(nowMs);
    return caller.principal;
  }

  /** Calls that come with the same token while it is being checked share the answer. */
  function identifyOnce(token: string, digest: string): Promise<Principal> {
    const shared = underWay.get(digest);
    if (shared !== undefined) return shared;
    if (!isVisibleAscii(token) || hasWrongChecksum(token)) throw notGood();
    const identified = identify(token, digest);
    underWay.set(digest, identified);
    return identified;
  }

  async function identify(token: string, digest: string): Promise<Principal> {
    try {
      for (;;) {
        const seen = revocations;
        const caller = await look(token, digest);
        // The answer may be older than a revocation that came meanwhile.
        if (seen !== revocations) continue;
        known.set(digest, caller);
        caller.recordUse?.(caller.checkedAtMs);
        return caller.principal;
      }
    } finally {
      underWay.delete(digest);
    }
  }

  function look(token: string, digest: string): Promise<Known> {
    if (isTokenShaped(token)) return fromToken(token);
    return token.startsWith(sessionTokenPrefix) ? fromSession(token, digest) : fromKey(digest);
  }

  async function fromToken(token: string): Promise<Known> {
    const checkedAtMs = now();
    const { principal, expiresAtMs } = await verifyToken(token);
    return {
      principal,
      checkedAtMs,
      goodUntilMs: Math.min(expiresAtMs, checkedAtMs + tokenGoodMs),
      recordUse: undefined,
    };
  }

  async function fromKey(digest: string): Promise<Known> {
    const checkedAtMs = now();
    const key = await keys.findByDigest(Buffer.from(digest, "hex"));
    const plan = key === undefined ? undefined : plans.get(key.plan);
    if (key === undefined || key.revokedAt !== undefined || plan === undefined) throw notGood();
    const principal = Object.freeze({ id: `key:${key.id}`, plan, permissions: Object.freeze([...key.permissions]) });
    const note = (atMs: number) => keyUses.note(key.id, atMs);
    return { principal, checkedAtMs, goodUntilMs: checkedAtMs + keyGoodMs, recordUse: note };
  }

  async function fromSession(token: string, digest: string): Promise<Known> {
    const checkedAtMs = now();
    const sessionId = sessionIdIn(token);
    const session = sessionId === undefined ? undefined : await sessions?.find(sessionId, Buffer.from(digest, "hex"));
    if (session === undefined || sessionPlan === undefined) throw notGood();
    const overMs = sessionGoodUntilMs(session);
    if (checkedAtMs >= overMs) throw notGood();
    const { id, identityId, permissions } = session;
    // Counted by identity, so that more sessions are not more calls.
    const principal = Object.freeze({
      id: `identity:${identityId}`,
      plan: sessionPlan,
      permissions: Object.freeze([...permissions]),
      session: Object.freeze({ id, identityId }),
    });
    const note = (atMs: number) => sessionUses?.note(id, atMs);
    return { principal, checkedAtMs, goodUntilMs: Math.min(overMs, checkedAtMs + keyGoodMs), recordUse: note };
  }

  return {
    authenticate,
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

/** So soon a revocation by another process is seen. */
const keyGoodMs = 1_000;
/** So soon the removal of a key from its issuer's set is seen, once the set is read again. */
const tokenGoodMs = 60_000;
/** A few MiB at most. */
const knownCallersMin = 10_000;
/** Their headers are kept: 16 KiB each at most. */
const busyCallersMin = 500;
const usesIntervalMs = 5_000;

/** A clock that was set back must not make anything good for longer. */
function isFresh(caller: Known, nowMs: number): boolean {
  return nowMs >= caller.checkedAtMs && nowMs < caller.goodUntilMs;
}

/** Says the same whatever is wrong: whether a guess was once a key is nobody's business. */
function notGood(): Fault {
  return new Fault("INVALID_API_KEY", "The credentials are not good: unknown, revoked, over or misspelt.");
}
