import { Fault } from "../fault.ts";

/** Bounds of a fixed window, whose uses may come in one burst. */
export interface WindowBounds {
  readonly countMax: number;
  readonly windowMs: number;
}

/** Who counts together in a window. */
export type Scope = "database" | "process" | "connection";

/** Bounds with the name of what they limit. */
export interface NamedBounds extends WindowBounds {
  /** In the plural, such as `codes to one address`. */
  readonly what: string;
  readonly scope: Scope;
}

/** Counter of uses in a fixed window, which begins with the first use. Times are milliseconds from any fixed moment. */
export class FixedWindow {
  readonly #windowMs: number;
  /** Uses in the last window. */
  count = 0;
  endsAtMs = Number.NEGATIVE_INFINITY;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Whether the window is over; also true after the clock is set back, so that no window outlasts its duration. */
  hasEnded(nowMs: number): boolean {
    return nowMs >= this.endsAtMs || this.endsAtMs > nowMs + this.#windowMs;
  }

  /** Begins a new window. */
  begin(nowMs: number): void {
    this.count = 0;
    this.endsAtMs = nowMs + this.#windowMs;
  }

  /** Counts uses, in a new window if the last has ended. Returns the window's count. */
  record(nowMs: number, count = 1): number {
    if (this.hasEnded(nowMs)) this.begin(nowMs);
    this.count += count;
    return this.count;
  }
}

/** Returns the first part of a sentence that says which limit was reached. */
export function limitSentence({ countMax, windowMs, what }: Omit<NamedBounds, "scope">): string {
  return `The limit of ${countMax} ${what} ${periodOf(windowMs)} is reached`;
}

/** Returns the fault of a call that exceeds a limit. */
export function limitReached(bounds: Omit<NamedBounds, "scope">, endsAtMs: number, nowMs: number): Fault {
  const retryAfterSeconds = secondsLeft(endsAtMs, nowMs);
  const message = `${limitSentence(bounds)}; try again in ${retryAfterSeconds} s.`;
  return new Fault("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds });
}

/** Returns a duration as limits have it, such as `a minute`. */
export function periodOf(windowMs: number): string {
  return periods.get(windowMs) ?? `in ${windowMs / 1000} s`;
}

const periods: ReadonlyMap<number, string> = new Map([
  [1_000, "a second"],
  [60_000, "a minute"],
  [3_600_000, "an hour"],
  [86_400_000, "a day"],
]);

/** Returns the seconds until a window ends, for `Retry-After`: rounded up, and at least one. */
export function secondsLeft(endsAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}
