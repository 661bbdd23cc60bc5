import { hash } from "node:crypto";
import type { Issuer } from "../domain/access/issuer.ts";
import type { Keys } from "../domain/access/keys.ts";
import type { Plan } from "../domain/access/plan.ts";
import type { Principal } from "../domain/access/principal.ts";
import { Fault } from "../domain/fault.ts";
import { isMisspelt } from "./api-key.ts";
import { bearerToken, isTokenShaped, isVisibleAscii } from "./bearer.ts";
import { createTokenVerifier } from "./json-web-token.ts";
import { createKeyUses } from "./key-uses.ts";
import type { Authenticate } from "./pipeline.ts";
import { createRecent } from "./recent.ts";

/** What callers are recognised by. */
export interface AuthenticatorParts {
  readonly keys: Keys;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Whose tokens are accepted; none when absent. */
  readonly issuers?: readonly Issuer[];
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
  /** Writes when keys were last used. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

/** A caller whose token was checked. */
interface Known {
  readonly principal: Principal;
  readonly checkedAtMs: number;
  readonly goodUntilMs: number;
  /** The API key, when it was one. */
  readonly keyId: string | undefined;
}

/**
 * Recognises API keys and the tokens of the issuers.
 *
 * Who was recognised is remembered under the SHA-256 of the token, and found by it, here as in the database. Comparing
 * digests need not take constant time: whoever measures how far a comparison got learns leading bits of the digest of
 * a guess, and cannot choose a next guess by them without inverting SHA-256.
 *
 * The few callers that are busy right now are found by their header as it came, without hashing it. That look-up
 * compares texts only where their hashes, seeded at random for this process, are the same; so its time tells nothing
 * about how much of a guess is right.
 */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { keys, plans, issuers = [], now = Date.now, fetch = globalThis.fetch, report = () => {} } = parts;
  const verifyToken = createTokenVerifier(issuers, plans, { now, fetch });
  const known = createRecent<Known>(knownCallersMin);
  const busy = createRecent<Known>(busyCallersMin);
  const underWay = new Map<string, Promise<Principal>>();
  const uses = createKeyUses(keys, usesIntervalMs, report);
  let revocations = 0;
  const stopListening = keys.onRevoked(() => {
    revocations += 1;
    // Rare, and every key is looked up again within a second anyway.
    known.clear();
    busy.clear();
  });

  function authenticate(authorization: string | undefined): Principal | Promise<Principal> {
    const nowMs = now();
    const again = busy.get(authorization ?? "");
    if (again !== undefined && isFresh(again, nowMs)) return again.principal;
    const token = bearerToken(authorization);
    const digest = hash("sha256", token, "hex");
    const caller = known.get(digest);
    if (caller === undefined || !isFresh(caller, nowMs)) return identifyOnce(token, digest);
    busy.set(authorization as string, caller);
    if (caller.keyId !== undefined) uses.note(caller.keyId, nowMs);
    return caller.principal;
  }

  /** Calls that come with the same token while it is being checked share the answer. */
  function identifyOnce(token: string, digest: string): Promise<Principal> {
    const shared = underWay.get(digest);
    if (shared !== undefined) return shared;
    if (!isVisibleAscii(token) || isMisspelt(token)) throw notGood();
    const identified = identify(token, digest);
    underWay.set(digest, identified);
    return identified;
  }

  async function identify(token: string, digest: string): Promise<Principal> {
    try {
      for (;;) {
        const seen = revocations;
        const caller = isTokenShaped(token) ? await fromToken(token) : await fromKey(digest);
        // The answer may be older than a revocation that came meanwhile.
        if (seen !== revocations) continue;
        known.set(digest, caller);
        if (caller.keyId !== undefined) uses.note(caller.keyId, caller.checkedAtMs);
        return caller.principal;
      }
    } finally {
      underWay.delete(digest);
    }
  }

  async function fromToken(token: string): Promise<Known> {
    const checkedAtMs = now();
    const { principal, expiresAtMs } = await verifyToken(token);
    return { principal, checkedAtMs, goodUntilMs: Math.min(expiresAtMs, checkedAtMs + tokenGoodMs), keyId: undefined };
  }

  async function fromKey(digest: string): Promise<Known> {
    const checkedAtMs = now();
    const key = await keys.findByDigest(Buffer.from(digest, "hex"));
    const plan = key === undefined ? undefined : plans.get(key.plan);
    if (key === undefined || key.revokedAt !== undefined || plan === undefined) throw notGood();
    const principal = Object.freeze({ id: `key:${key.id}`, plan, permissions: Object.freeze([...key.permissions]) });
    return { principal, checkedAtMs, goodUntilMs: checkedAtMs + keyGoodMs, keyId: key.id };
  }

  return {
    authenticate,
    flush: uses.flush,
    close() {
      stopListening();
      return uses.close();
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
  return new Fault("INVALID_API_KEY", "The API key is not good: it is unknown, revoked or misspelt.");
}
