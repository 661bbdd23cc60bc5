import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { Field } from "../../ui/field.tsx";
import { useChallenge } from "../challenge.ts";
import { Verdict } from "../verdict.tsx";
import type { StepProps } from "./step.ts";
import { StepForm, textOf } from "./step-form.tsx";

/** Removes a lost authenticator app with a recovery code. */
export function RecoveryStep(props: StepProps) {
  const flow = useChallenge({
    ...props,
    replace: false,
    method: VerificationMethod.RECOVERY_CODE,
    done: "The authenticator app is removed. Set up another one, to have your level again.",
  });
  return (
    <StepForm onSend={(form) => void flow.answering.run(() => ({ code: textOf(form, "code") }))}>
      <p>A code works once. It removes the authenticator app, and your level falls until another one is set up.</p>
      <Field label="Recovery code" name="code" required maxLength={64} placeholder="ABCD-EFGH-IJKL-MNOP" />
      <button type="submit" class="danger" disabled={flow.answering.isBusy.value}>
        Remove the lost app
      </button>
      <Verdict flow={flow} facts={props.facts} />
    </StepForm>
  );
}
