export interface UseStore {
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>;
}

/** Collects the last uses of keys or sessions, and writes them at intervals. */
export interface UseRecorder {
  note(id: string, atMs: number): void;
  /** Writes the collected uses. */
  flush(): Promise<void>;
  /** Writes the collected uses and stops; later uses are lost. */
  close(): Promise<void>;
}

/**
 * Creates a recorder that writes at most once in `intervalMs`. Uses that could not be written are written with the next
 * ones.
 */
export function createUseRecorder(store: UseStore, intervalMs: number, report: (error: unknown) => void): UseRecorder {
  let collected = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  function note(id: string, atMs: number): void {
    if (!((collected.get(id) ?? Number.NEGATIVE_INFINITY) < atMs)) return;
    collected.set(id, atMs);
    if (timer === undefined && !closed) timer = setTimeout(flush, intervalMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    if (collected.size === 0) return;
    const uses = collected;
    collected = new Map();
    try {
      await store.recordUses(new Map([...uses].map(([id, atMs]) => [id, new Date(atMs)])));
    } catch (error) {
      report(error);
      for (const [id, atMs] of uses) note(id, atMs);
    }
  }

  return {
    note,
    flush,
    close() {
      closed = true;
      return flush();
    },
  };
}
