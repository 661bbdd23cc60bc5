import { Fault } from "../../core/fault.ts";

/** How many failures are borne, and how long they are remembered. */
export interface AttemptBounds {
  readonly failuresMax: number;
  readonly windowMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Failures of one kind, by whoever fails. */
export interface Attempts {
  /** @throws Fault RATE_LIMIT_EXCEEDED when there were too many failures lately */
  refuse(who: string): void;
  fail(who: string): void;
}

interface Failures {
  count: number;
  endsAtMs: number;
}

/** At most so many are remembered; whoever failed first is forgotten first. */
const rememberedMax = 100_000;

/**
 * Counts failures in windows that begin with a first one, before anything costly is done for who fails. Bounded, so that
 * an attacker with many names fills no memory.
 */
export function createAttempts({ failuresMax, windowMs, now }: AttemptBounds): Attempts {
  const failures = new Map<string, Failures>();

  function current(who: string): Failures | undefined {
    const found = failures.get(who);
    const nowMs = now();
    if (found === undefined || (nowMs < found.endsAtMs && found.endsAtMs <= nowMs + windowMs)) return found;
    failures.delete(who);
    return undefined;
  }

  return {
    refuse(who) {
      const found = current(who);
      if (found === undefined || found.count < failuresMax) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((found.endsAtMs - now()) / 1000));
      throw new Fault("RATE_LIMIT_EXCEEDED", `Too many failures; try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      });
    },
    fail(who) {
      const found = current(who);
      if (found !== undefined) {
        found.count += 1;
        return;
      }
      if (failures.size >= rememberedMax) failures.delete(failures.keys().next().value as string);
      failures.set(who, { count: 1, endsAtMs: now() + windowMs });
    },
  };
}
