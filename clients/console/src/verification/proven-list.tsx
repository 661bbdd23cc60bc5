import { useSignal } from "@preact/signals";
import { VerificationMethod as Method } from "#contract/identity/v1/verification_pb.js";
import { EmptyState } from "../ui/empty-state.tsx";
import { Time } from "../ui/time.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { missingOf } from "./levels.ts";
import { changeOf, titleOf } from "./methods.ts";
import { RecoveryCodesLeft } from "./recovery-codes-left.tsx";
import type { StepProps } from "./steps/step.ts";

/** Methods that can be proven even if no level requires them. */
const free = [
  Method.EMAIL,
  Method.PHONE,
  Method.PASSWORD,
  Method.PIN,
  Method.TOTP,
  Method.WEBAUTHN,
  Method.SECURITY_QUESTIONS,
];

/** Lists the proven factors with their dates and expiries, and links to change them and to prove more. */
export function ProvenList({ facts, onDone }: StepProps) {
  const changing = useSignal<Method | undefined>(undefined);
  const { identity, verification } = facts;
  const { factors } = verification;
  const proven = factors.map(({ method }) => method);
  const offered = missingOf(verification).flatMap(({ methods }) => methods);
  const others = free.filter((method) => !proven.includes(method) && !offered.includes(method));
  async function done(what: string, codes?: readonly string[]): Promise<void> {
    changing.value = undefined;
    await onDone(what, codes);
  }
  // A recovery code removes the authenticator app, and is used up even if there is none.
  const canChange = (method: Method) =>
    changeOf(method) !== undefined && (method !== Method.RECOVERY_CODE || proven.includes(Method.TOTP));
  const change = (method: Method | undefined) => () => {
    changing.value = method;
  };
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
              {method === Method.EMAIL && ` ${identity.email}`}
              <p class="small">
                since <Time at={provenAt} />
                {expiresAt && (
                  <>
                    , until <Time at={expiresAt} />
                  </>
                )}
              </p>
              {method === Method.RECOVERY_CODE && <RecoveryCodesLeft facts={facts} onDone={onDone} />}
            </div>
            {canChange(method) && (
              <button type="button" onClick={change(method)}>
                {changeOf(method)}
                <span class="hidden"> {titleOf(method)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <p class="small">Add another proof, in case you lose one:</p>
          <div class="actions">
            {others.map((method) => (
              <button key={method} type="button" onClick={change(method)}>
                <span class="hidden">Add </span>
                {titleOf(method)}
              </button>
            ))}
          </div>
        </>
      )}
      {changing.value !== undefined && (
        <ChangeDialog
          facts={facts}
          method={changing.value}
          replace={proven.includes(changing.value)}
          onDone={done}
          onClose={change(undefined)}
        />
      )}
    </>
  );
}
