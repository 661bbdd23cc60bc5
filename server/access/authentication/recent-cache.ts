/** Remembers what was used lately, within a bound. */
export interface RecentCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/**
 * A memory of at least the `keptMin` entries used last, and at most twice as many.
 *
 * Two generations: what is used moves to the young one; when that is full it becomes the old one, and the old one is
 * dropped whole. So a hit among the young, nearly every one, changes nothing: exact order would cost two writes a hit.
 */
export function createRecentCache<Value>(keptMin: number): RecentCache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(key: string, value: Value): void {
    if (young.size >= keptMin && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    clear() {
      young.clear();
      old.clear();
    },
  };
}
