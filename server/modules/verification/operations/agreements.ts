import type { MessageInitShape } from "@bufbuild/protobuf";
import { type AgreementSchema, AgreementState } from "../../../../gen/es/platonic/identity/v1/review_pb.js";
import type { ReviewService } from "../../../../gen/es/platonic/identity/v1/review_service_pb.js";
import { Fault } from "../../../core/fault.ts";
import type { Operations } from "../../../rpc/operations.ts";
import {
  type Agreement,
  type AgreementRefusal,
  approveAgreement,
  evidenceOfAgreement,
  offerAgreement,
  signAgreement,
} from "../domain/agreement.ts";
import type { Review, ReviewContents } from "../domain/reviews.ts";
import { bytesOf } from "../methods/challenge-handler.ts";
import { deciderOf, foundReview, keepReview, newId, type ReviewOperationsDeps } from "./review-deps.ts";
import { findSubject } from "./verification.ts";

type AgreementOperations = Pick<
  Operations<typeof ReviewService>,
  "offerAgreement" | "listAgreements" | "signAgreement" | "approveAgreement"
>;

/** Agreements with organisations. */
export function agreementOperations(deps: ReviewOperationsDeps): AgreementOperations {
  const { reviews, identities, verifier, now } = deps;

  /** Stores the next state, and the evidence of all agreements of the identity as one factor. */
  async function keep(review: Review<"AGREEMENT">, agreement: Agreement): Promise<ReviewContents["AGREEMENT"]> {
    const { identityId, revision } = review;
    const content = { ...review.content, agreement };
    const isOpen = agreement.state !== "CONCLUDED";
    await keepReview(reviews, { ...review, content, isOpen, revision: revision + 1 });
    const all = await reviews.ofIdentity("AGREEMENT", identityId);
    const methods = all
      .flatMap((one) => evidenceOfAgreement(one.content.agreement, undefined))
      .map(({ name: method }) => method);
    await verifier.decide(await findSubject(deps, identityId), "AGREEMENT", {
      evidence: [...new Set(methods)],
      payload: bytesOf({ agreement: agreement.id }),
      expiresAt: undefined,
    });
    return content;
  }

  return {
    async offerAgreement({ identityId, text }) {
      await findSubject(deps, identityId);
      const id = newId(now);
      const content = { agreement: offerAgreement(id, identityId, text), text };
      const known = { id, identityId, kind: "AGREEMENT", content } as const;
      await keepReview(reviews, { ...known, isOpen: true, revision: 1, createdAt: new Date(now()) });
      return { agreement: toMessage(content) };
    },

    async listAgreements({ identityId }) {
      const found = await reviews.ofIdentity("AGREEMENT", identityId);
      return { agreements: found.map(({ content }) => toMessage(content)) };
    },

    async signAgreement({ id, identityId, keyId, signature }) {
      const review = await foundReview(reviews, "AGREEMENT", id);
      // Does not reveal whether another identity has this agreement.
      if (review.identityId !== identityId) throw unknown("agreement");
      const keys = await identities.signingKeys(identityId);
      const key = keys.find((one) => one.id === keyId && one.revokedAt === undefined && one.vaultKeyId === undefined);
      if (key === undefined) throw unknown("signing key of its client");
      const signed = signAgreement(review.content.agreement, key, signature, new Date(now()));
      if (typeof signed === "string") throw refused(signed);
      return { agreement: toMessage(await keep(review, signed)) };
    },

    async approveAgreement({ id, administratorId, challengeId, credential }, { principal }) {
      const review = await foundReview(reviews, "AGREEMENT", id);
      const approve = (hasUsedHardwareKey: boolean) => {
        const administrator = { id: deciderOf(principal), keyHolder: administratorId, hasUsedHardwareKey };
        const approved = approveAgreement(review.content.agreement, administrator, new Date(now()));
        if (typeof approved === "string") throw refused(approved);
        return approved;
      };
      // Checked first, because a challenge can be answered once.
      approve(true);
      const administrator = await findSubject(deps, administratorId);
      const approved = approve(await verifier.hasHardwareKey(administrator, challengeId, credential));
      return { agreement: toMessage(await keep(review, approved)) };
    },
  };
}

const states = {
  OFFERED: AgreementState.OFFERED,
  SIGNED: AgreementState.SIGNED,
  CONCLUDED: AgreementState.CONCLUDED,
} as const;

function toMessage({ agreement, text }: ReviewContents["AGREEMENT"]): MessageInitShape<typeof AgreementSchema> {
  const { id, identity, statement, state, approvals } = agreement;
  return {
    id,
    identityId: identity,
    state: states[state],
    text,
    statement: new TextDecoder().decode(statement),
    approvals: approvals.length,
  };
}

function unknown(what: string): Fault {
  return new Fault("RESOURCE_NOT_FOUND", `The identity has no such ${what}.`);
}

function refused(refusal: AgreementRefusal): Fault {
  switch (refusal) {
    case "STATE":
      return new Fault("STATE_INVALID", "The agreement is not at this step.");
    case "SIGNATURE_INVALID":
      return new Fault("PARAMETER_INVALID", "signature must be the key's signature of the statement", {
        parameter: "signature",
      });
    case "OWN_AGREEMENT":
      return new Fault("STATE_INVALID", "Nobody approves their own agreement.");
    case "APPROVED_BEFORE":
      return new Fault("STATE_INVALID", "You have approved this agreement before; another administrator is needed.");
    case "HARDWARE_KEY_REQUIRED":
      return new Fault(
        "STATE_INVALID",
        "An approval needs the right answer of a hardware key that was registered before.",
      );
  }
}
