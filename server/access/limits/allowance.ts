import { Fault } from "../../core/fault.ts";

/** How much each may do in a window of time. */
export interface AllowanceBounds {
  readonly most: number;
  readonly windowMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What each may do, counted by whoever does it. */
export interface Allowance {
  /** @throws Fault RATE_LIMIT_EXCEEDED when that is more than is left; then it does not count */
  take(who: string, count: number): void;
}

interface Taken {
  count: number;
  endsAtMs: number;
}

/** At most so many are remembered; whoever began first is forgotten first. */
const rememberedMax = 100_000;

/** Counts in windows that begin with a first use. Counts in this process. */
export function createAllowance({ most, windowMs, now }: AllowanceBounds): Allowance {
  const taken = new Map<string, Taken>();

  function current(who: string): Taken | undefined {
    const found = taken.get(who);
    const nowMs = now();
    // A clock that was set back must not make a window longer.
    if (found === undefined || (nowMs < found.endsAtMs && found.endsAtMs <= nowMs + windowMs)) return found;
    taken.delete(who);
    return undefined;
  }

  return {
    take(who, count) {
      const found = current(who);
      if ((found?.count ?? 0) + count > most) throw tooMany(most, (found?.endsAtMs ?? now() + windowMs) - now());
      if (found !== undefined) {
        found.count += count;
        return;
      }
      if (taken.size >= rememberedMax) taken.delete(taken.keys().next().value as string);
      taken.set(who, { count, endsAtMs: now() + windowMs });
    },
  };
}

function tooMany(most: number, leftMs: number): Fault {
  const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000));
  return new Fault(
    "RATE_LIMIT_EXCEEDED",
    `An identity may try ${most} transactions a minute; try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
