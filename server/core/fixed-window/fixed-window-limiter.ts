import { Fault } from "../fault.ts";
import { FixedWindow, secondsLeft, type WindowBounds } from "./fixed-window.ts";

/** Limits uses by key, each key with its own fixed window. */
export interface FixedWindowLimiter {
  /** @throws Fault RATE_LIMIT_EXCEEDED if that many more uses would exceed the bound */
  check(key: string, count?: number): void;
  /** Counts uses, even beyond the bound. */
  record(key: string, count?: number): void;
  /**
   * Counts uses if they are within the bound.
   *
   * @throws Fault RATE_LIMIT_EXCEEDED
   */
  consume(key: string, count?: number): void;
}

export interface FixedWindowLimiterOptions extends WindowBounds {
  /** A window that is counted by one process. */
  readonly scope?: "process";
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** First half of the error's sentence. */
  readonly exceeded?: string;
}

/** Number of keys whose windows are remembered; beyond it, the window that began first is forgotten. */
const keysMax = 100_000;

/** A limiter that counts in this process. Its memory is bounded, so that an attacker with many keys cannot fill it. */
export function createFixedWindowLimiter(options: FixedWindowLimiterOptions): FixedWindowLimiter {
  const { countMax, windowMs, now, exceeded = "Too many failures" } = options;
  // Ordered by the begin of the windows.
  const windows = new Map<string, FixedWindow>();

  function openWindow(key: string, nowMs: number): FixedWindow | undefined {
    const window = windows.get(key);
    if (window === undefined || !window.hasEnded(nowMs)) return window;
    windows.delete(key);
    return undefined;
  }

  function requireWithin(window: FixedWindow | undefined, count: number, nowMs: number): void {
    if ((window?.count ?? 0) + count <= countMax) return;
    const retryAfterSeconds = secondsLeft(window?.endsAtMs ?? nowMs + windowMs, nowMs);
    throw new Fault("RATE_LIMIT_EXCEEDED", `${exceeded}; try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
  }

  function begin(key: string): FixedWindow {
    if (windows.size >= keysMax) windows.delete(windows.keys().next().value as string);
    const window = new FixedWindow(windowMs);
    windows.set(key, window);
    return window;
  }

  return {
    check(key, count = 1) {
      const nowMs = now();
      requireWithin(openWindow(key, nowMs), count, nowMs);
    },
    record(key, count = 1) {
      const nowMs = now();
      (openWindow(key, nowMs) ?? begin(key)).record(nowMs, count);
    },
    consume(key, count = 1) {
      const nowMs = now();
      const window = openWindow(key, nowMs);
      requireWithin(window, count, nowMs);
      (window ?? begin(key)).record(nowMs, count);
    },
  };
}
