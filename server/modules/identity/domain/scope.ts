/**
 * Grants to which a scope confines the rights of a session on its own identity: its words that are no levels, such as
 * `wallets:read`. Undefined for a scope without such words, which confines nothing.
 */
export function ownPermissionsOf(scope: string): string[] | undefined {
  const words = wordsOf(scope).filter((word) => !word.startsWith(levelPrefix));
  return words.length === 0 ? undefined : words;
}

/** The words of a scope. */
export function wordsOf(scope: string): string[] {
  return scope.split(" ").filter((word) => word !== "");
}

/** Beginning of a word that names a level, such as `level:standard`. */
const levelPrefix = "level:";
