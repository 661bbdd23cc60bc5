import { Fault } from "../../core/fault.ts";
import { createFixedWindowLimiter, type FixedWindowLimiter } from "../../core/fixed-window/fixed-window-limiter.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import { networkOf } from "../../core/network.ts";
import { isTokenShaped } from "./bearer.ts";

/** Counts wrong credentials, each for whom it may keep from further look-ups. */
export interface FailureCount {
  /**
   * Looks up the caller of a token, and counts it if it is refused.
   *
   * @throws Fault RATE_LIMIT_EXCEEDED, without a look-up, if too many were refused before
   */
  counted<Found>(
    token: string,
    digest: string,
    address: string | undefined,
    lookUp: () => Promise<Found>,
  ): Promise<Found>;
}

export interface FailureCountDeps {
  /** Whether this service has made a token. */
  readonly isOwn: (token: string) => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Creates the count of wrong credentials. One that this service has made, but refuses, such as a revoked key, is counted
 * by itself. Others may be made up, and are counted by their network. JWTs are not counted, as they are verified without
 * a look-up. So nobody's wrong credentials keep from its look-up a JWT, or what this service has made.
 */
export function createFailureCount({ isOwn, now }: FailureCountDeps): FailureCount {
  const unknown = createFixedWindowLimiter({
    ...windows.wrongCredentials,
    now,
    exceeded: "Too many wrong credentials from this network",
  });
  const refused = createFixedWindowLimiter({
    ...windows.refusedCredentials,
    now,
    exceeded: "These credentials were refused too often",
  });
  function countOf(token: string, digest: string, address: string | undefined): Count | undefined {
    if (isTokenShaped(token)) return undefined;
    if (isOwn(token)) return { limiter: refused, key: digest };
    return address === undefined ? undefined : { limiter: unknown, key: networkOf(address) };
  }
  return {
    async counted(token, digest, address, lookUp) {
      const count = countOf(token, digest, address);
      count?.limiter.check(count.key);
      try {
        return await lookUp();
      } catch (error) {
        if (error instanceof Fault && error.reason === "INVALID_API_KEY") count?.limiter.record(count.key);
        throw error;
      }
    },
  };
}

interface Count {
  readonly limiter: FixedWindowLimiter;
  readonly key: string;
}
