import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { VerificationMethod } from "../../../../gen/es/platonic/identity/v1/verification_pb.js";
import { EmptyState } from "../ui/empty-state.tsx";
import { Time } from "../ui/time.tsx";
import { methods, titleOf } from "./methods.ts";
import { RecoveryStep } from "./recovery-step.tsx";
import type { StepProps } from "./step.ts";

/** What is proven, since when and until when, and the ways to change it. */
export function ProvenList({ facts, onDone }: StepProps) {
  const changing = useSignal<VerificationMethod | undefined>(undefined);
  const { factors } = facts.verification;
  const identity = facts.identity;
  async function done(what: string, codes?: readonly string[]): Promise<void> {
    changing.value = undefined;
    await onDone(what, codes);
  }
  if (factors.length === 0) {
    return (
      <EmptyState title="Nothing is proven yet">
        <p>What you prove is listed here, with the day until which it counts.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul class="rows">
        {factors.map(({ method, provenAt, expiresAt }) => (
          <li key={method}>
            <div>
              <strong>{titleOf(method)}</strong>
              {method === VerificationMethod.EMAIL && ` ${identity.email}`}
              <p class="small">
                since <Time at={provenAt} />
                {expiresAt && (
                  <>
                    , until <Time at={expiresAt} />
                  </>
                )}
              </p>
            </div>
            {changeOf(method) !== undefined && (
              <button
                type="button"
                onClick={() => {
                  changing.value = method;
                }}
              >
                {changeOf(method)}
                <span class="hidden"> {titleOf(method)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {changing.value !== undefined && (
        <ChangeDialog
          facts={facts}
          method={changing.value}
          onDone={done}
          onClose={() => {
            changing.value = undefined;
          }}
        />
      )}
    </>
  );
}

/** Word of the button that changes a proof; undefined where others do. */
function changeOf(method: VerificationMethod): string | undefined {
  return method === VerificationMethod.RECOVERY_CODE ? "Use one" : methods[method]?.replace;
}

interface ChangeDialogProps extends StepProps {
  readonly method: VerificationMethod;
  readonly onClose: () => void;
}

/** Puts another factor in place of one that is proven. */
function ChangeDialog({ facts, method, onDone, onClose }: ChangeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const isRecovery = method === VerificationMethod.RECOVERY_CODE;
  const Step = isRecovery ? RecoveryStep : methods[method]?.Step;
  return (
    <dialog ref={dialog} aria-labelledby="change" onClose={onClose}>
      <div class="stack">
        <h2 id="change">{isRecovery ? "Use a recovery code" : `${changeOf(method)}: ${titleOf(method)}`}</h2>
        {!isRecovery && method !== VerificationMethod.EMAIL && (
          <p class="small">
            The present one counts until the new one is proven. Other sessions of the account end then.
          </p>
        )}
        {Step && <Step facts={facts} replace onDone={onDone} />}
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
