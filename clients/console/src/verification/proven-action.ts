import { useRef } from "preact/hooks";
import { proveAgain } from "../account/account.ts";
import { type Action, useAction } from "../ui/action.ts";

/** An action for which the service may want a fresh proof of the identity. */
export interface ProvenAction<Given extends readonly unknown[]> extends Action<Given> {
  /** Proves the identity by its key, and tries the last attempt again. */
  readonly proveAndRun: () => Promise<void>;
}

export function useProvenAction<Given extends readonly unknown[]>(
  act: (...given: Given) => Promise<void>,
): ProvenAction<Given> {
  const last = useRef<Given | undefined>(undefined);
  const action = useAction(async (...given: Given) => {
    last.current = given;
    await act(...given);
  });
  return {
    ...action,
    async proveAndRun() {
      if (last.current === undefined) return;
      proveAgain();
      await action.run(...last.current);
    },
  };
}
