import { useSignal } from "@preact/signals";
import { useAction } from "../ui/action.ts";
import { ActionError } from "./action-error.tsx";
import { verifications } from "./facts.ts";
import type { StepProps } from "./steps/step.ts";

/**
 * Shows how many recovery codes are left, and offers new ones. Asks for confirmation while there are codes to
 * invalidate.
 */
export function RecoveryCodesLeft({ facts, onDone }: Pick<StepProps, "facts" | "onDone">) {
  const isAsking = useSignal(false);
  const left = facts.verification.recoveryCodesLeft;
  const renewing = useAction(async () => {
    const { recoveryCodes } = await verifications().renewRecoveryCodes({ identityId: facts.identity.id });
    isAsking.value = false;
    await onDone(`You have new recovery codes.${left === 0 ? "" : " Those before have ended."}`, recoveryCodes);
  });
  const ask = (asks: boolean) => () => {
    isAsking.value = asks;
  };
  return (
    <div class="stack">
      <p class="small">{leftText(left)}</p>
      {isAsking.value ? (
        <div class="actions">
          <button type="button" class="danger" disabled={renewing.isBusy.value} onClick={() => renewing.run()}>
            End the present codes and show new ones
          </button>
          <button type="button" onClick={ask(false)}>
            Keep them
          </button>
        </div>
      ) : (
        <button type="button" disabled={renewing.isBusy.value} onClick={left === 0 ? () => renewing.run() : ask(true)}>
          Renew the codes
        </button>
      )}
      <ActionError action={renewing} />
    </div>
  );
}

function leftText(left: number): string {
  if (left === 0) return "No code is left to remove a factor that you lose. Renew the codes, and keep the new ones.";
  return left === 1 ? "One code is left." : `${left} codes are left.`;
}
