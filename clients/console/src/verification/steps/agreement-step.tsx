import { type Agreement, AgreementState } from "#contract/identity/v1/review_pb.js";
import { account } from "../../account/account.ts";
import { useAction } from "../../ui/action.ts";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { ActionError } from "../action-error.tsx";
import { reviews } from "../facts.ts";
import { bytesToSign } from "./agreement-statement.ts";
import type { StepProps } from "./step.ts";

/** Signs the agreement offered by an administrator. */
export function AgreementStep({ facts, onDone }: StepProps) {
  const offered = facts.agreements.findLast(({ state }) => state === AgreementState.OFFERED);
  const signing = useAction(async (agreement: Agreement) => {
    const who = account.value;
    if (who.kind !== "identity") throw new Error("Sign in again: the key that signs is that of the account.");
    const { identityId, keyId, sign } = who.credentials;
    const signature = await sign(await bytesToSign(agreement));
    await reviews().signAgreement({ id: agreement.id, identityId, keyId, signature });
    await onDone("The agreement is signed.");
  });
  if (offered === undefined) {
    return <p>An administrator offers the agreement to your organisation. It appears here, to be read and signed.</p>;
  }
  return (
    <div class="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard could not scroll it. */}
      <section class="agreement" tabIndex={0} aria-label="Text of the agreement">
        <ForeignText text={offered.text} />
      </section>
      <p class="small">
        You sign with the key of this account, in the page. Before, the page compares what is signed with this text.
      </p>
      <button type="button" class="primary" disabled={signing.isBusy.value} onClick={() => signing.run(offered)}>
        Sign the agreement
      </button>
      <ActionError action={signing} />
    </div>
  );
}

/** Waits for the administrators. */
export function ApprovalStep({ facts }: StepProps) {
  const signed = facts.agreements.findLast(({ state }) => state === AgreementState.SIGNED);
  return signed === undefined ? (
    <p>Two administrators approve the agreement after it is signed.</p>
  ) : (
    <p class="notice">
      <span>
        <span class="badge warn">waiting</span> {signed.approvals} of 2 administrators have approved.
      </span>
    </p>
  );
}
