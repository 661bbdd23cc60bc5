import type { MessageInitShape } from "@bufbuild/protobuf";
import { type AgreementSchema, AgreementState } from "#contract/identity/v1/review_pb.js";
import type { ReviewService } from "#contract/identity/v1/review_service_pb.js";
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
import type { ChallengeView } from "../domain/challenge.ts";
import type { Review, ReviewContents } from "../domain/reviews.ts";
import { bytesOf } from "../methods/challenge-handler.ts";
import type { Proof } from "../methods/subject-challenges.ts";
import { deciderOf, foundReview, keepReview, newId, type ReviewOperationsDeps } from "./review-deps.ts";
import { findSubject } from "./verification.ts";

type AgreementOperations = Pick<
  Operations<typeof ReviewService>,
  "offerAgreement" | "listAgreements" | "signAgreement" | "approveAgreement"
>;

/** Agreements with organisations. */
export function agreementOperations(deps: ReviewOperationsDeps): AgreementOperations {
  const { reviews, identities, verifier, now } = deps;

  return {
    async offerAgreement({ identityId, text }, { act }) {
      await findSubject(deps, identityId);
      const id = newId(now);
      const content = { agreement: offerAgreement(id, identityId, text), text };
      const known = { id, identityId, kind: "AGREEMENT", content } as const;
      const record = await act?.prepare({ targets: [id] });
      const review = { ...known, isOpen: true, revision: 1, createdAt: new Date(now()) };
      await keepReview(reviews, review, record?.alongside);
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
      const settled = await next(deps, review, signed);
      await verifier.settle(settled);
      return { agreement: toMessage(settled.review.content) };
    },

    async approveAgreement({ id, administratorId, challengeId, credential }, { principal, act }) {
      const review = await foundReview(reviews, "AGREEMENT", id);
      const approve = (hasUsedHardwareKey: boolean) => {
        const administrator = { id: deciderOf(principal), keyHolder: administratorId, hasUsedHardwareKey };
        const approved = approveAgreement(review.content.agreement, administrator, new Date(now()));
        if (typeof approved === "string") throw refused(approved);
        return approved;
      };
      // Checked first, because a challenge can be answered only once.
      approve(true);
      const administrator = await findSubject(deps, administratorId);
      let settled: Awaited<ReturnType<typeof next>> | undefined;
      await verifier.answer(administrator, {
        challengeId,
        response: { code: "", answers: {}, credential },
        permit: notReplacing,
        // The approval uses up the challenge.
        also: async (proof) => {
          settled = await next(deps, review, approve(isByHardwareKey(proof)));
          return { ...settled, record: (await act?.prepare({ targets: [review.identityId] }))?.alongside };
        },
      });
      if (settled === undefined) throw refused("HARDWARE_KEY_REQUIRED");
      return { agreement: toMessage(settled.review.content) };
    },
  };
}

/** Returns the next state of a review, and the evidence of all agreements of the identity as one factor. */
async function next(deps: ReviewOperationsDeps, review: Review<"AGREEMENT">, agreement: Agreement) {
  const { reviews, verifier } = deps;
  const { id, identityId, revision } = review;
  const subject = await findSubject(deps, identityId);
  // Read first, so that the change is refused if another agreement changes it after the others were read.
  const before = await verifier.find(subject, "AGREEMENT");
  const all = await reviews.ofIdentity("AGREEMENT", identityId);
  const names = all
    .map((one) => (one.id === id ? agreement : one.content.agreement))
    .flatMap((one) => evidenceOfAgreement(one, undefined))
    .map(({ name }) => name);
  const decision = { evidence: [...new Set(names)], payload: bytesOf({ agreement: id }), expiresAt: undefined };
  const content = { ...review.content, agreement };
  const isOpen = agreement.state !== "CONCLUDED";
  return {
    review: { ...review, content, isOpen, revision: revision + 1 },
    factors: [verifier.decided(subject, "AGREEMENT", decision, before)],
  };
}

/** @throws Fault STATE_INVALID for a challenge whose answer does not prove a previously registered factor */
function notReplacing({ replaces }: ChallengeView): void {
  if (replaces) throw new Fault("STATE_INVALID", "A challenge that replaces a factor does not prove it.");
}

/** Whether an answer comes from a previously registered hardware key. */
function isByHardwareKey({ before, verified }: Proof): boolean {
  return before?.evidence.includes("HARDWARE_KEY") === true && verified.evidence.includes("HARDWARE_KEY");
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
