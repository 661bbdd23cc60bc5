import { type ReadonlySignal, useSignal } from "@preact/signals";

/** State of an action that a user has started. */
export interface Action<Given extends readonly unknown[]> {
  readonly isBusy: ReadonlySignal<boolean>;
  /** Error of the last attempt, until the next. */
  readonly error: ReadonlySignal<unknown>;
  /** Runs the action, unless it is running. Never rejects. */
  readonly run: (...given: Given) => Promise<void>;
}

/** Creates an action of a component, which shows its error. */
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
