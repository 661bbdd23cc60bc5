import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { useChallenge } from "../challenge.ts";
import { identities } from "../facts.ts";
import { normalNumber } from "./phone-number.ts";
import { SentCode } from "./sent-code.tsx";
import type { StepProps } from "./step.ts";

/** Proves an e-mail address with a code; a different address first replaces that of the identity. */
export function EmailStep(props: StepProps) {
  const { identity } = props.facts;
  const flow = useChallenge({
    ...props,
    // An update of the identity replaces the address itself.
    replace: false,
    method: VerificationMethod.EMAIL,
    done: "Your e-mail address is proven.",
    async prepare(email) {
      const { identity: present } = await identities().getIdentity({ id: identity.id });
      if (email !== present?.email) await identities().updateIdentity({ id: identity.id, email });
      return undefined;
    },
  });
  const hint = props.replace
    ? "The code goes to the new address. What the old one proved ends now"
    : "Private: others do not see it";
  return (
    <SentCode
      flow={flow}
      facts={props.facts}
      address={{
        label: "E-mail address",
        type: "email",
        known: props.replace ? "" : identity.email,
        hint,
        normal: (typed) => typed,
      }}
    />
  );
}

/** Proves a phone number with a code in a text message. */
export function PhoneStep(props: StepProps) {
  const flow = useChallenge({
    ...props,
    method: VerificationMethod.PHONE,
    done: "Your phone number is proven.",
    prepare: async (number) => number,
  });
  return (
    <SentCode
      flow={flow}
      facts={props.facts}
      address={{
        label: "Phone number",
        type: "tel",
        known: "",
        hint: "With the code of its country, as in +49 30 123456",
        normal: normalNumber,
      }}
    />
  );
}
