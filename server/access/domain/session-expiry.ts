import type { Session } from "./sessions.ts";

/** A session expires after this time without calls. */
export const sessionIdleMs = 15 * 60_000;

/** A session expires after this time at the latest. */
export const sessionMs = 12 * 3_600_000;

/** Returns the time until which a session is valid without further calls; the distant past for a revoked one. */
export function sessionGoodUntilMs({ revokedAt, expiresAt, lastUsedAt }: Session): number {
  if (revokedAt !== undefined) return Number.NEGATIVE_INFINITY;
  return Math.min(expiresAt.getTime(), lastUsedAt.getTime() + sessionIdleMs);
}
