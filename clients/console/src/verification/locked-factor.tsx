import type { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { PlatonicError } from "../../../typescript/src/platonic-error.ts";
import { useAction } from "../ui/action.ts";
import { ActionError } from "./action-error.tsx";
import { verifications } from "./facts.ts";

interface LockedFactorProps {
  readonly identityId: string;
  readonly method: VerificationMethod;
  /** Why the last answer was not checked. */
  readonly error: unknown;
}

/** Offers to unlock a factor that the service has locked after too many consecutive wrong answers. */
export function LockedFactor({ identityId, method, error }: LockedFactorProps) {
  const unlocking = useAction(async () => {
    await verifications().unlockFactor({ identityId, method });
  });
  if (!(error instanceof PlatonicError) || error.reason !== "STATE_INVALID") return null;
  return (
    <div class="stack">
      <button type="button" disabled={unlocking.isBusy.value} onClick={() => unlocking.run()}>
        Unlock it, if it is locked
      </button>
      <ActionError action={unlocking} />
    </div>
  );
}
