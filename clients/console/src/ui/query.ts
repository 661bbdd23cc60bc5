import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** A value that is read from the service. */
export interface Query<Result> {
  /** The last answer; undefined before the first. */
  readonly value: ReadonlySignal<Result | undefined>;
  /** Error of the last reading; an earlier answer stays. */
  readonly error: ReadonlySignal<unknown>;
  readonly reload: () => Promise<void>;
}

/** Reads when the component appears, and again every `everyMs` while it is visible, but only after the last answer. */
export function useQuery<Result>(load: () => Promise<Result>, everyMs?: number): Query<Result> {
  const value = useSignal<Result | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const turn = useRef(0);
  const isReading = useRef(false);
  async function reload(): Promise<void> {
    turn.current += 1;
    const own = turn.current;
    isReading.current = true;
    try {
      const read = await load();
      // A later reading may have been answered first.
      if (own !== turn.current) return;
      value.value = read;
      error.value = undefined;
    } catch (thrown) {
      if (own === turn.current) error.value = thrown;
    } finally {
      if (own === turn.current) isReading.current = false;
    }
  }
  useEffect(() => {
    void reload();
    if (everyMs === undefined) return;
    const timer = setInterval(() => {
      if (!document.hidden && !isReading.current) void reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
  return { value, error, reload };
}
