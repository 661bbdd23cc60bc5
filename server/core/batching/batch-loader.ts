/**
 * Creates a batch loader: keys requested in one turn of the event loop are loaded together, because a query costs about
 * the same for one row as for a hundred.
 *
 * @param loadAll returns the values of several keys, in their order
 * @param sizeOf returns the size of the batches into which this many waiting keys are split
 */
export function createBatchLoader<Key, Value>(
  loadAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
  sizeOf: (waiting: number) => number = () => batchMax,
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = [];

  function loadWaiting(): void {
    const all = waiting;
    waiting = [];
    const size = sizeOf(all.length);
    for (let at = 0; at < all.length; at += size) void load(all.slice(at, at + size));
  }

  async function load(batch: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await loadAll(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(loadWaiting);
      waiting.push({ key, resolve, reject });
    });
}

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** Keeps statements within the number of parameters that databases take. */
const batchMax = 128;
