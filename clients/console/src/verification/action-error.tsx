import { PlatonicError } from "../../../typescript/src/platonic-error.ts";
import type { Action } from "../ui/action.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { lacksPermission } from "../ui/lacks-permission.ts";

interface ActionErrorProps {
  readonly action: Pick<Action<never>, "error">;
  /** Advice that replaces the one for the reason. */
  readonly next?: string | undefined;
}

/** Shows why an action of verification failed, and what to do. */
export function ActionError({ action, next }: ActionErrorProps) {
  const error = action.error.value;
  if (error === undefined) return null;
  const advice = next ?? adviceOn(error);
  return <ErrorNotice error={error} {...(advice !== undefined && { next: advice })} />;
}

function adviceOn(error: unknown): string | undefined {
  // The client has opened another session with the key of the account, which is a fresh proof, and has retried once.
  if (lacksPermission(error))
    return "Sign out, sign in to this account again, and make the change within five minutes.";
  if (!(error instanceof PlatonicError) || error.retryAfterSeconds === undefined) return undefined;
  const minutes = Math.ceil(error.retryAfterSeconds / 60);
  return `Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}, or prove something else meanwhile.`;
}
