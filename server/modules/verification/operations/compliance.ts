import { ComplianceCheck, ComplianceState } from "#contract/identity/v1/review_pb.js";
import type { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { Fault } from "../../../core/fault.ts";
import type { SignatureRefusal } from "../../../core/signing/webhook-signature.ts";
import type { Operations } from "../../../rpc/operations.ts";
import { openPrivate } from "../../identity/index.ts";
import {
  applyDecision,
  type ComplianceCase,
  evidenceOfComplianceCase,
  openComplianceCase,
  readDecision,
} from "../domain/compliance.ts";
import type { Review } from "../domain/reviews.ts";
import type { FactorChange } from "../domain/settlement.ts";
import { bytesOf } from "../methods/challenge-handler.ts";
import { DeliveryFailure } from "../methods/sender.ts";
import { foundReview, keepReview, newId, type ReviewOperationsDeps } from "./review-deps.ts";
import { findSubject } from "./verification.ts";

/** Operations on checks by a third party. */
export function complianceOperations(
  deps: ReviewOperationsDeps,
): Pick<Operations<typeof ReviewService>, "requestCompliance" | "decideCompliance"> {
  const { reviews, identities, vault, now } = deps;

  const party = () => {
    if (deps.compliance !== undefined) return deps.compliance;
    throw new Fault("STATE_INVALID", "The server is not configured for compliance checks.");
  };

  async function claimsOf(identityId: string): Promise<Record<string, string>> {
    const identity = await identities.find(identityId);
    if (identity === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is no identity with this id.");
    const { email, profile } = await openPrivate(vault, identity);
    return { ...profile, username: identity.username, ...(email !== undefined && { email }) };
  }

  return {
    async requestCompliance({ identityId, check }) {
      const { ask, requestLimiter } = party();
      const claims = await claimsOf(identityId);
      await requestLimiter.consume(identityId);
      const method = check === ComplianceCheck.LEGAL ? "LEGAL_COMPLIANCE" : "PERSONAL_COMPLIANCE";
      const cases = await reviews.ofIdentity("COMPLIANCE", identityId);
      const waiting = cases.find(({ content, isOpen }) => isOpen && content.method === method);
      const complianceCase = waiting?.content ?? openComplianceCase({ id: newId(now), identity: identityId, method });
      if (waiting === undefined) {
        const { id } = complianceCase;
        const known = { id, identityId, kind: "COMPLIANCE", content: complianceCase } as const;
        await keepReview(reviews, { ...known, isOpen: true, revision: 1, createdAt: new Date(now()) });
      }
      await ask(complianceCase, claims).catch((error: unknown) => {
        throw error instanceof DeliveryFailure ? unasked(error) : error;
      });
      return { case: { id: complianceCase.id, identityId, check, state: ComplianceState.REQUESTED } };
    },

    async decideCompliance({ webhookId, webhookTimestamp, webhookSignature, payload }, { act }) {
      const headers = {
        "webhook-id": webhookId,
        "webhook-timestamp": webhookTimestamp,
        "webhook-signature": webhookSignature,
      };
      const at = new Date(now());
      const decision = readDecision(headers, Buffer.from(payload, "utf8"), party().secrets, at);
      if (typeof decision === "string") throw refused(decision);
      const review: Review<"COMPLIANCE"> = await foundReview(reviews, "COMPLIANCE", decision.caseId);
      const { outcome, complianceCase } = applyDecision(review.content, decision, at);
      if (outcome === "CONFLICT") {
        throw new Fault(
          "RESOURCE_CONFLICT",
          "The decision contradicts an earlier one, or `webhook-id` was used for another message.",
        );
      }
      if (outcome === "REPEATED") return { applied: false };
      const factors = await factorsAfter(deps, complianceCase);
      const settled = { ...review, content: complianceCase, isOpen: false, revision: review.revision + 1 };
      try {
        const record = await act?.prepare({ targets: [review.id, review.identityId] });
        await deps.verifier.settle({ review: settled, factors, record: record?.alongside });
      } catch (error) {
        // The same message may have been applied meanwhile, so that this one is its repetition.
        const latest: Review<"COMPLIANCE"> = await foundReview(reviews, "COMPLIANCE", decision.caseId);
        if (applyDecision(latest.content, decision, at).outcome === "REPEATED") return { applied: false };
        throw error;
      }
      return { applied: true };
    },
  };
}

/** Returns the factor that the decision of a case proves or withdraws. */
async function factorsAfter(deps: ReviewOperationsDeps, complianceCase: ComplianceCase): Promise<FactorChange[]> {
  const { reviews, verifier } = deps;
  const { identity, method, state, id } = complianceCase;
  const subject = await findSubject(deps, identity);
  const before = await verifier.find(subject, method);
  const fact = evidenceOfComplianceCase(complianceCase);
  if (fact !== undefined) {
    const decision = { evidence: [fact.name], payload: bytesOf({ case: id }), expiresAt: fact.expiresAt };
    return [verifier.decided(subject, method, decision, before)];
  }
  if (state !== "WITHDRAWN") return [];
  const others = await reviews.ofIdentity("COMPLIANCE", identity);
  const isClearedElsewhere = others.some(
    ({ id: other, content }) => other !== id && content.method === method && content.state === "CLEARED",
  );
  return isClearedElsewhere ? [] : [{ identityId: identity, method, isRemoved: true }];
}

/**
 * Returns the fault of a request that could not be sent. The case is kept, so that a repetition has the same id for the
 * third party.
 */
function unasked(failure: DeliveryFailure): Fault {
  if (!failure.isTemporary) {
    const advice = "Change the claims, or have the operator of this service mend the webhook.";
    return new Fault("STATE_INVALID", `The third party refused the question: ${failure.message}. ${advice}`);
  }
  const message = `The third party could not be asked: ${failure.message}. Repeat the call: it asks the same question again.`;
  return new Fault("UNAVAILABLE", message, { retryAfterSeconds: 30 }, { cause: failure });
}

const refusals: Readonly<Record<SignatureRefusal, readonly [parameter: string, expected: string]>> = {
  MALFORMED: ["payload", "must be a signed decision with its webhook-id, webhook-timestamp and webhook-signature"],
  TIMESTAMP_OUT_OF_RANGE: ["webhook_timestamp", "must be of the last five minutes"],
  SIGNATURE_INVALID: ["webhook_signature", "must be the signature of the message"],
};

function refused(refusal: SignatureRefusal): Fault {
  const [parameter, expected] = refusals[refusal];
  return new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter });
}
