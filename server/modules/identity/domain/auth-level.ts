import type { VerificationLevel } from "./identities.ts";

/** Levels of an authentication; the index is the contract's number. */
export const authLevels = [
  "AUTH_NONE",
  "AUTH_BASIC",
  "AUTH_STANDARD",
  "AUTH_ENHANCED",
  "AUTH_BUSINESS",
  "AUTH_ENTERPRISE",
] as const;

/** Whether a word of a scope names a level. */
export function isLevelWord(word: string): boolean {
  return scopes.includes(word);
}

/** Index in `authLevels`. */
export type AuthLevel = VerificationLevel;

const scopes = ["level:none", "level:basic", "level:standard", "level:enhanced", "level:business", "level:enterprise"];

/**
 * Returns the level that a token earns: the highest that its scope requests (`level:standard`), but at most the
 * identity's verification level. A scope without a level requests the highest; a scope with only unknown levels earns
 * none.
 */
export function authLevelOf(scope: string, level: VerificationLevel): AuthLevel {
  const asked = scope.split(" ").filter((word) => word.startsWith("level:"));
  if (asked.length === 0) return level;
  const highest = Math.max(0, ...asked.map((word) => scopes.indexOf(word)));
  return Math.min(highest, level) as AuthLevel;
}
