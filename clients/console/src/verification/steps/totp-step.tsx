import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { Copyable } from "../../ui/copyable.tsx";
import { Field } from "../../ui/field.tsx";
import { useChallenge } from "../challenge.ts";
import { QrCode } from "../qr-code.tsx";
import { Verdict } from "../verdict.tsx";
import type { StepProps } from "./step.ts";
import { StepForm, textOf } from "./step-form.tsx";

/** Enrols an authenticator app: shows its secret as a picture and as a text, then asks for its first code. */
export function TotpStep(props: StepProps) {
  const flow = useChallenge({ ...props, method: VerificationMethod.TOTP, done: "Your authenticator app is enrolled." });
  const { challenge, beginning, answering } = flow;
  const uri = challenge.value?.parameters?.["provisioning_uri"];
  return (
    <div class="stack">
      {typeof uri === "string" ? (
        <>
          <Secret uri={uri} />
          <StepForm
            key={challenge.value?.id}
            takesFocus
            onSend={(form) => void answering.run(() => ({ code: textOf(form, "code") }))}
          >
            <Field
              label="Code of the app"
              name="code"
              inputMode="numeric"
              required
              maxLength={32}
              hint="Six digits. The clock of the device must be right"
            />
            <button type="submit" class="primary" disabled={answering.isBusy.value}>
              Confirm
            </button>
          </StepForm>
        </>
      ) : (
        <>
          <p>An app on your phone or in your password manager that shows a new code every 30 seconds.</p>
          <button type="button" class="primary" disabled={beginning.isBusy.value} onClick={() => beginning.run()}>
            Set up an app
          </button>
        </>
      )}
      <Verdict flow={flow} facts={props.facts} />
    </div>
  );
}

function Secret({ uri }: { readonly uri: string }) {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return (
    <div class="totp">
      <QrCode text={uri} label="QR code with the secret for the app" />
      <div class="stack">
        <p>Scan the picture with the app, or type the secret:</p>
        <p>
          <Copyable text={secret} name="the secret" />
        </p>
        <p>
          <a href={uri}>Open an app on this device</a>
        </p>
      </div>
    </div>
  );
}
