import type { VerificationLevel } from "./identities.ts";

/** The levels of an authentication in their order: the index is the contract's number. */
export const authLevels = [
  "AUTH_NONE",
  "AUTH_BASIC",
  "AUTH_STANDARD",
  "AUTH_ENHANCED",
  "AUTH_BUSINESS",
  "AUTH_ENTERPRISE",
] as const;

/** Index in `authLevels`. */
export type AuthLevel = VerificationLevel;

const scopes = ["level:none", "level:basic", "level:standard", "level:enhanced", "level:business", "level:enterprise"];

/**
 * The level that a token earns: the highest for which its scope asks (`level:standard`), but never more than the
 * identity's verification level. A scope that asks for none asks for all that the identity has; one that asks only for
 * levels which do not exist earns nothing.
 */
export function authLevelOf(scope: string, level: VerificationLevel): AuthLevel {
  const asked = scope.split(" ").filter((word) => word.startsWith("level:"));
  if (asked.length === 0) return level;
  const highest = Math.max(0, ...asked.map((word) => scopes.indexOf(word)));
  return Math.min(highest, level) as AuthLevel;
}
