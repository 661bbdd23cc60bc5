import { type ReadonlySignal, useSignal } from "@preact/signals";

/** State of something that a user has asked for. */
export interface Action<Given extends readonly unknown[]> {
  readonly isBusy: ReadonlySignal<boolean>;
  /** Failure of the last attempt, until the next. */
  readonly error: ReadonlySignal<unknown>;
  /** Does it, unless it is being done. Never rejects. */
  readonly run: (...given: Given) => Promise<void>;
}

/** Makes an action of a component, whose failure is shown beside it. */
export function useAction<Given extends readonly unknown[]>(act: (...given: Given) => Promise<void>): Action<Given> {
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  async function run(...given: Given): Promise<void> {
    if (isBusy.value) return;
    isBusy.value = true;
    error.value = undefined;
    try {
      await act(...given);
    } catch (thrown) {
      error.value = thrown;
    } finally {
      isBusy.value = false;
    }
  }
  return { isBusy, error, run };
}
