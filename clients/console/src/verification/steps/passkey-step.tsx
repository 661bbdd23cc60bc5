import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { PlatonicError } from "../../../../typescript/src/platonic-error.ts";
import { hasPasskeys } from "../../account/passkey.ts";
import { ActionError } from "../action-error.tsx";
import { useChallenge } from "../challenge.ts";
import { answerOf } from "../web-authn.ts";
import type { StepProps } from "./step.ts";

/** Registers a passkey: a security key, or the fingerprint, face or PIN of this device. */
export function PasskeyStep(props: StepProps) {
  const flow = useChallenge({ ...props, method: VerificationMethod.WEBAUTHN, done: "Your passkey is registered." });
  const { answering, verdict } = flow;
  if (!hasPasskeys()) {
    return (
      <p class="notice warn">
        Passkeys belong to a domain, and this page is at an IP address. Open it at the domain of the service, such as
        localhost, with the recovery file of this account.
      </p>
    );
  }
  async function register(): Promise<void> {
    await answering.run(async ({ parameters = {} }) => ({ credential: await answerOf(parameters) }));
  }
  const error = answering.error.value;
  const isUnavailable = error instanceof PlatonicError && error.reason === "STATE_INVALID";
  return (
    <div class="stack">
      <p>A security key, or this device with your fingerprint, face or PIN.</p>
      <button type="button" class="primary" disabled={answering.isBusy.value} onClick={() => void register()}>
        {answering.isBusy.value ? "Waiting for the key …" : "Register a passkey"}
      </button>
      {verdict.value !== "" && (
        <p class="notice bad" role="alert">
          The service does not accept this passkey. Try again, or use another one.
        </p>
      )}
      <ActionError
        action={answering}
        next={
          isUnavailable ? "Use an authenticator app instead, or ask the operator to set WEBAUTHN_RP_ID." : undefined
        }
      />
    </div>
  );
}
