/**
 * Returns the grants to which a scope limits the rights of a session on its own identity: its words that are no levels,
 * such as `wallets:read`. Undefined for a scope without such words, which limits nothing.
 */
export function ownPermissionsOf(scope: string): string[] | undefined {
  const words = wordsOf(scope).filter((word) => !word.startsWith(levelPrefix));
  return words.length === 0 ? undefined : words;
}

/** Returns the words of a scope. */
export function wordsOf(scope: string): string[] {
  return scope.split(" ").filter((word) => word !== "");
}

/** Prefix of a word that names a level, such as `level:standard`. */
const levelPrefix = "level:";
