import { useSignal } from "@preact/signals";
import { ComplianceCheck } from "#contract/identity/v1/review_pb.js";
import { PlatonicError } from "../../../../typescript/src/platonic-error.ts";
import { useAction } from "../../ui/action.ts";
import { ActionError } from "../action-error.tsx";
import { reviews } from "../facts.ts";
import type { StepProps } from "./step.ts";

/** Requests a third party's check of the person. */
export function PersonalComplianceStep(props: StepProps) {
  return <ComplianceStep {...props} check={ComplianceCheck.PERSONAL} otherwise="Submit documents instead" />;
}

/** Requests a third party's check of the organisation. */
export function LegalComplianceStep(props: StepProps) {
  return <ComplianceStep {...props} check={ComplianceCheck.LEGAL} otherwise="This level cannot be reached here" />;
}

interface ComplianceStepProps extends StepProps {
  readonly check: ComplianceCheck;
  /** Sentence shown if no third party is configured. */
  readonly otherwise: string;
}

/** Requests a check by a third party. Its decision goes to the service, which reports only clearances. */
function ComplianceStep({ facts, check, otherwise, onDone }: ComplianceStepProps) {
  const isAsked = useSignal(false);
  const asking = useAction(async () => {
    await reviews().requestCompliance({ identityId: facts.identity.id, check });
    isAsked.value = true;
    await onDone("The check is asked for.");
  });
  const error = asking.error.value;
  const isUnavailable = error instanceof PlatonicError && error.reason === "STATE_INVALID";
  return (
    <div class="stack">
      <p>
        The service asks a third party, which gets your name here, your e-mail address and your profile. Its decision
        appears on this page.
      </p>
      {isAsked.value && (
        <p class="notice">
          <span class="badge warn">waiting for the third party</span>
        </p>
      )}
      <button type="button" class="primary" disabled={asking.isBusy.value} onClick={() => asking.run()}>
        {isAsked.value ? "Ask again" : "Ask for the check"}
      </button>
      <ActionError
        action={asking}
        next={isUnavailable ? `${otherwise}, or ask the operator to set one up.` : undefined}
      />
    </div>
  );
}
