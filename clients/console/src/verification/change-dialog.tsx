import { useEffect, useRef } from "preact/hooks";
import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { changeOf, methods, titleOf } from "./methods.ts";
import { RecoveryStep } from "./steps/recovery-step.tsx";
import type { StepProps } from "./steps/step.ts";

interface ChangeDialogProps extends StepProps {
  readonly method: VerificationMethod;
  readonly onClose: () => void;
}

/** A dialog that proves more than the next level needs, or replaces a proven factor. */
export function ChangeDialog({ facts, method, replace = false, onDone, onClose }: ChangeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const isRecovery = method === VerificationMethod.RECOVERY_CODE;
  const Step = isRecovery ? RecoveryStep : methods[method]?.Step;
  const title = replace ? `${changeOf(method)}: ${titleOf(method)}` : `Add: ${titleOf(method)}`;
  return (
    <dialog ref={dialog} aria-labelledby="change" onClose={onClose}>
      <div class="stack">
        <h2 id="change">{isRecovery ? "Use a recovery code" : title}</h2>
        {replace && !isRecovery && method !== VerificationMethod.EMAIL && (
          <p class="small">
            The present one counts until the new one is proven. Other sessions of the account end then.
          </p>
        )}
        {Step && <Step facts={facts} replace={replace} onDone={onDone} />}
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
