/** Values that took effort to get, up to a number of them. Those used last are kept. */
export interface BoundedCache<Value> {
  /** The value, if it is there already. */
  peek(name: string): Value | undefined;
  /** The value; loaded once however many ask for it together. A load that fails is not remembered. */
  get(name: string, load: () => Promise<Value>): Promise<Value>;
  /** Forgets it, a load under way included: who asks from now on has it loaded anew. */
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
