import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { Field } from "../../ui/field.tsx";
import { useChallenge } from "../challenge.ts";
import { Verdict } from "../verdict.tsx";
import type { StepProps } from "./step.ts";
import { StepForm } from "./step-form.tsx";

/** Chooses a password. */
export function PasswordStep(props: StepProps) {
  return (
    <SecretStep
      {...props}
      method={VerificationMethod.PASSWORD}
      name="password"
      field={{ minLength: 12, maxLength: 256 }}
      hint="12 to 256 characters. A sentence of your own is easy to keep in mind"
    />
  );
}

/** Chooses a PIN. */
export function PinStep(props: StepProps) {
  return (
    <SecretStep
      {...props}
      method={VerificationMethod.PIN}
      name="PIN"
      field={{ pattern: "[0-9]{6,12}", inputMode: "numeric", maxLength: 12 }}
      hint="6 to 12 digits, not in a row"
    />
  );
}

interface SecretStepProps extends StepProps {
  readonly method: VerificationMethod;
  readonly name: string;
  readonly field: object;
  readonly hint: string;
}

/** Chooses a secret, typed twice because nobody can read it again. */
function SecretStep({ name, field, hint, ...props }: SecretStepProps) {
  const flow = useChallenge({ ...props, done: `Your ${name} is set.` });
  async function answer(form: HTMLFormElement) {
    // Spaces around a password are part of it.
    const data = new FormData(form);
    const [code, again] = [String(data.get("secret")), String(data.get("again"))];
    if (code !== again) throw new Error(`The two are not the same. Type the ${name} again.`);
    return { code };
  }
  return (
    <StepForm onSend={(form) => void flow.answering.run(() => answer(form))}>
      <Field label={`New ${name}`} name="secret" type="password" required {...field} hint={hint} />
      <Field label="Once more" name="again" type="password" required />
      <button type="submit" class="primary" disabled={flow.answering.isBusy.value}>
        Set the {name}
      </button>
      <Verdict flow={flow} facts={props.facts} />
    </StepForm>
  );
}
