import type { NamedBounds } from "./fixed-window.ts";

/** Limits uses by key, in fixed windows that all processes of the service share and that survive restarts. */
export interface SharedLimiter {
  /**
   * Counts a use, unless the bound is reached.
   *
   * @throws Fault RATE_LIMIT_EXCEEDED
   */
  consume(key: string): Promise<void>;
}

/** Port: creates a limiter by the name of what it counts. */
export type CreateSharedLimiter = (name: string, bounds: SharedBounds) => SharedLimiter;

/** Bounds of a window that is counted for all processes. */
export type SharedBounds = NamedBounds & { readonly scope: "database" };
