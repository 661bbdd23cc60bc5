/** A cache with a bounded number of entries; evicts the least recently used. */
export interface BoundedCache<Value> {
  /** Returns the value if it is loaded. */
  peek(name: string): Value | undefined;
  /** Returns the value; concurrent calls share one load. A failed load is not cached. */
  get(name: string, load: () => Promise<Value>): Promise<Value>;
  /** Removes an entry, a pending load included; the next `get` loads it again. */
  drop(name: string): void;
  clear(): void;
  readonly size: number;
}

interface Entry<Value> {
  value?: Value;
  loading: Promise<Value>;
}

export function createBoundedCache<Value>(limit: number): BoundedCache<Value> {
  const entries = new Map<string, Entry<Value>>();

  function use(name: string): Entry<Value> | undefined {
    const entry = entries.get(name);
    if (entry === undefined) return undefined;
    entries.delete(name);
    entries.set(name, entry);
    return entry;
  }

  function add(name: string, loading: Promise<Value>): Promise<Value> {
    const entry: Entry<Value> = { loading };
    entries.set(name, entry);
    const oldest = entries.keys().next().value;
    if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
    loading.then(
      (value) => {
        entry.value = value;
      },
      () => {
        if (entries.get(name) === entry) entries.delete(name);
      },
    );
    return loading;
  }

  return {
    peek: (name) => use(name)?.value,
    get: (name, load) => use(name)?.loading ?? add(name, load()),
    drop: (name) => void entries.delete(name),
    clear: () => entries.clear(),
    get size() {
      return entries.size;
    },
  };
}
