import { useSignal } from "@preact/signals";
import { isLoopback } from "../../../../typescript/src/endpoint.ts";
import { Field } from "../../ui/field.tsx";
import { Time } from "../../ui/time.tsx";
import type { ChallengeFlow } from "../challenge.ts";
import { Verdict } from "../verdict.tsx";
import type { StepProps } from "./step.ts";
import { StepForm, textOf } from "./step-form.tsx";

interface SentCodeProps extends Pick<StepProps, "facts"> {
  readonly flow: ChallengeFlow;
  readonly address: {
    readonly label: string;
    readonly type: "email" | "tel";
    /** The known address, or an empty text. */
    readonly known: string;
    readonly hint: string;
    /** Converts the address to the service's form. */
    readonly normal: (typed: string) => string;
  };
}

/** Asks for the address, then for the code sent to it. */
export function SentCode({ flow, facts, address }: SentCodeProps) {
  const { challenge, beginning } = flow;
  const to = useSignal(address.known);
  const isChanging = useSignal(false);
  const isSent = challenge.value !== undefined && !challenge.value.deliveryFailed && !isChanging.value;
  async function send(given: string): Promise<void> {
    to.value = given;
    isChanging.value = false;
    await beginning.run(address.normal(given));
  }
  return (
    <div class="stack">
      {isSent ? (
        <CodeForm flow={flow} to={to.value} />
      ) : (
        <StepForm takesFocus={isChanging.value} onSend={(form) => void send(textOf(form, "address"))}>
          <Field
            label={address.label}
            type={address.type}
            name="address"
            value={to.value}
            hint={address.hint}
            required
            maxLength={254}
            onText={(text) => {
              to.value = text;
            }}
          />
          <button type="submit" class="primary" disabled={beginning.isBusy.value}>
            Send a code
          </button>
        </StepForm>
      )}
      {challenge.value?.deliveryFailed && (
        <p class="notice warn" role="alert">
          The code could not be sent. Look at the address, and ask for another one.
        </p>
      )}
      <Verdict flow={flow} facts={facts} />
      {isSent && (
        <div class="actions">
          {to.value !== "" && (
            <button type="button" disabled={beginning.isBusy.value} onClick={() => void send(to.value)}>
              Send another code
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              isChanging.value = true;
            }}
          >
            Use another {address.type === "email" ? "address" : "number"}
          </button>
        </div>
      )}
    </div>
  );
}

function CodeForm({ flow, to }: { readonly flow: ChallengeFlow; readonly to: string }) {
  const { challenge, answering, resumedId } = flow;
  const { id, expiresAt } = challenge.value ?? {};
  return (
    <StepForm
      key={id}
      takesFocus={id !== resumedId}
      onSend={(form) => void answering.run(() => ({ code: textOf(form, "code") }))}
    >
      <p>
        {to === "" ? (
          "A code was sent."
        ) : (
          <>
            A code was sent to <strong>{to}</strong>.
          </>
        )}
        {isLoopback(location.origin) && (
          <>
            {" "}
            Without a mail server here, <code>npx platonic outbox</code> shows it.
          </>
        )}
      </p>
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        required
        maxLength={32}
        hint={
          <>
            Eight digits, good until <Time at={expiresAt} />
          </>
        }
      />
      <button type="submit" class="primary" disabled={answering.isBusy.value}>
        Confirm
      </button>
    </StepForm>
  );
}
