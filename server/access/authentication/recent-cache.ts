/** A cache of recently used entries, bounded in size. */
export interface RecentCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/**
 * Creates a cache of at least the `entriesMin` most recently used entries, and of at most twice as many.
 *
 * It has two generations: a used entry moves to the young one; a full young generation becomes the old one, and the
 * previous old one is dropped. Nearly every hit is in the young generation and writes nothing; an exact order would
 * write twice.
 */
export function createRecentCache<Value>(entriesMin: number): RecentCache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(key: string, value: Value): void {
    if (young.size >= entriesMin && !young.has(key)) {
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
