import { PlatonicError } from "../../../typescript/src/platonic-error.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { lacksPermission } from "../ui/lacks-permission.ts";
import type { ProvenAction } from "./proven-action.ts";

interface ActionErrorProps {
  readonly action: Pick<ProvenAction<never>, "error" | "isBusy" | "proveAndRun">;
  /** Advice in place of that for the reason. */
  readonly next?: string | undefined;
}

/** Why an action of verification failed, and the way on: a fresh proof where the service wants one. */
export function ActionError({ action, next }: ActionErrorProps) {
  const error = action.error.value;
  if (error === undefined) return null;
  // The owner of an identity lacks nothing else for these calls.
  if (lacksPermission(error)) {
    return (
      <div class="notice warn" role="alert">
        <div class="stack">
          <p>You signed in more than five minutes ago. Changes like this one need a fresh proof that it is you.</p>
          <button type="button" disabled={action.isBusy.value} onClick={() => action.proveAndRun()}>
            Prove it with the key of this account, and try again
          </button>
        </div>
      </div>
    );
  }
  const advice = next ?? waitingAdvice(error);
  return <ErrorNotice error={error} {...(advice !== undefined && { next: advice })} />;
}

/** When to try again after too many attempts, if the service says so. */
function waitingAdvice(error: unknown): string | undefined {
  if (!(error instanceof PlatonicError) || error.retryAfterSeconds === undefined) return undefined;
  const minutes = Math.ceil(error.retryAfterSeconds / 60);
  return `Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}, or prove something else meanwhile.`;
}
