import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  type DocumentSchema,
  type ReviewCaseSchema,
  ReviewDecision,
  ReviewState,
} from "#contract/identity/v1/review_pb.js";
import type { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { Fault } from "../../../core/fault.ts";
import type { Operations } from "../../../rpc/operations.ts";
import { checkUpload, type UploadRefusal, uploadLimits } from "../domain/documents.ts";
import { type Evidence, type Level, levels } from "../domain/levels.ts";
import {
  approveCase,
  evidenceOfCase,
  type ReviewCase,
  type ReviewedLevel,
  type ReviewRefusal,
  rejectCase,
  submitCase,
} from "../domain/review.ts";
import type { NamedDocument, Review, ReviewContents, StoredDocument } from "../domain/reviews.ts";
import type { FactorChange } from "../domain/settlement.ts";
import { bytesOf } from "../methods/challenge-handler.ts";
import { changedMeanwhile, deciderOf, foundReview, newId, type ReviewOperationsDeps } from "./review-deps.ts";
import { findSubject, numberOf } from "./verification.ts";

type CaseOperations = Pick<
  Operations<typeof ReviewService>,
  "submitDocuments" | "listCases" | "getDocument" | "decideCase"
>;

/** Operations on reviews of documents. */
export function reviewCaseOperations(deps: ReviewOperationsDeps): CaseOperations {
  const { reviews, verifier, now } = deps;

  return {
    async submitDocuments({ identityId, level, documents: uploads }) {
      await findSubject(deps, identityId);
      const before = await caseFor(deps, identityId, levels[level - 1] as ReviewedLevel);
      const documents: NamedDocument[] = [...before.content.documents];
      const added: StoredDocument[] = [];
      for (const [index, { name, content: bytes }] of uploads.entries()) {
        const accepted = checkUpload({ name, bytes }, documents.length);
        if (typeof accepted === "string") throw uploadRefused(accepted, index);
        const id = newId(now);
        documents.push({ id, ...accepted });
        added.push({ id, identityId, reviewId: before.id, bytes });
      }
      const { target } = before.content.reviewCase;
      const submitted = submitCase(
        { id: before.id, identity: identityId, target, documents: documents.map(({ id }) => id) },
        before.createdAt,
      );
      if (typeof submitted === "string") throw refused(submitted);
      const content = { reviewCase: submitted, documents };
      await keepDocuments(deps, { ...before, content, isOpen: true, revision: before.revision + 1 }, added);
      return { case: toMessage(content) };
    },

    async listCases({ identityId }) {
      const found =
        identityId === "" ? await reviews.open("DOCUMENTS") : await reviews.ofIdentity("DOCUMENTS", identityId);
      return { cases: found.map(({ content }) => toMessage(content)) };
    },

    async getDocument({ id }) {
      const stored = await reviews.document(id);
      const review = stored && (await reviews.find("DOCUMENTS", stored.reviewId));
      const document = review?.content.documents.find((one) => one.id === id);
      if (stored === undefined || document === undefined) {
        throw new Fault("RESOURCE_NOT_FOUND", "There is no document with this id.");
      }
      return { document: toDocumentMessage(document), content: stored.bytes };
    },

    async decideCase({ id, decision, reason }, { principal, act }) {
      const review = await foundReview(reviews, "DOCUMENTS", id);
      const reviewer = deciderOf(principal);
      const at = new Date(now());
      const { reviewCase, documents } = review.content;
      const decided =
        decision === ReviewDecision.APPROVE
          ? approveCase(reviewCase, reviewer, at)
          : rejectCase(reviewCase, reviewer, reason, at);
      if (typeof decided === "string") throw refused(decided);
      const content = { reviewCase: decided, documents };
      const isOpen = decided.state === "SUBMITTED";
      const fact = evidenceOfCase(decided, undefined);
      const factors = fact === undefined ? [] : [await factorOf(deps, review, fact)];
      const settled = { ...review, content, isOpen, revision: review.revision + 1 };
      const record = (await act?.prepare({ targets: [review.identityId] }))?.alongside;
      await verifier.settle({ review: settled, factors, record });
      return { case: toMessage(content) };
    },
  };
}

/** Returns the factor that an approved case proves. */
async function factorOf(
  deps: ReviewOperationsDeps,
  { id, identityId, content }: Review<"DOCUMENTS">,
  { name, expiresAt }: Evidence,
): Promise<FactorChange> {
  const { verifier } = deps;
  const method = content.reviewCase.target === "LEVEL_BUSINESS" ? "ORGANISATION_DOCUMENTS" : "PERSONAL_DOCUMENTS";
  const subject = await findSubject(deps, identityId);
  const decision = { evidence: [name], payload: bytesOf({ case: id }), expiresAt };
  return verifier.decided(subject, method, decision, await verifier.find(subject, method));
}

/** @throws Fault STATE_INVALID if another writer came first, or the identity would have too many documents */
async function keepDocuments(
  { reviews, documentBytesMax: bytesMax }: ReviewOperationsDeps,
  review: Review<"DOCUMENTS">,
  added: readonly StoredDocument[],
): Promise<void> {
  const countMax = uploadLimits.identityDocumentsMax;
  const outcome = await reviews.putDocuments(review, added, { countMax, bytesMax });
  if (outcome === "changed") throw changedMeanwhile();
  if (outcome === "stored") return;
  const bounds = `${countMax} documents with ${bytesMax / 1024 / 1024} MiB together`;
  throw new Fault("STATE_INVALID", `An identity may submit ${bounds}; an administrator can raise the size.`);
}

/** Returns the open case that still accepts documents, or a new one. */
async function caseFor(
  { reviews, now }: ReviewOperationsDeps,
  identity: string,
  target: ReviewedLevel,
): Promise<Omit<Review<"DOCUMENTS">, "isOpen">> {
  const cases = await reviews.ofIdentity("DOCUMENTS", identity);
  const before = cases.find(({ isOpen, content }) => isOpen && content.reviewCase.target === target);
  if (before === undefined) {
    const id = newId(now);
    const createdAt = new Date(now());
    const reviewCase: ReviewCase = {
      ...{ id, identity, target, documents: [], state: "SUBMITTED", approvals: [] },
      ...{ rejection: undefined, submittedAt: createdAt },
    };
    return {
      id,
      identityId: identity,
      kind: "DOCUMENTS",
      content: { reviewCase, documents: [] },
      revision: 0,
      createdAt,
    };
  }
  // A reviewer has approved the documents so far, not later ones.
  if (before.content.reviewCase.approvals.length > 0) {
    throw new Fault("STATE_INVALID", "The documents are under review; wait for the decision.");
  }
  return before;
}

const states = {
  SUBMITTED: ReviewState.SUBMITTED,
  APPROVED: ReviewState.APPROVED,
  REJECTED: ReviewState.REJECTED,
} as const;

function toMessage({ reviewCase, documents }: ReviewContents["DOCUMENTS"]): MessageInitShape<typeof ReviewCaseSchema> {
  const { id, identity, target, state, approvals, rejection, submittedAt } = reviewCase;
  return {
    id,
    identityId: identity,
    level: numberOf(target satisfies Level),
    state: states[state],
    documents: documents.map(toDocumentMessage),
    approvals: approvals.length,
    ...(rejection && { reason: rejection.reason }),
    submittedAt: timestampFromDate(submittedAt),
  };
}

function toDocumentMessage({ id, name, mediaType, size }: NamedDocument): MessageInitShape<typeof DocumentSchema> {
  return { id, name, mediaType, size };
}

const uploadSentences: Readonly<Record<UploadRefusal, string>> = {
  TOO_MANY: `is one more than the ${uploadLimits.documentsMax} that a case may have`,
  EMPTY: "must not be empty",
  TOO_LARGE: `must have at most ${uploadLimits.bytesMax} bytes`,
  TYPE_NOT_ALLOWED: "must be a PDF, JPEG or PNG file",
};

function uploadRefused(refusal: UploadRefusal, index: number): Fault {
  const parameter = refusal === "TOO_MANY" ? `documents[${index}]` : `documents[${index}].content`;
  return new Fault("PARAMETER_INVALID", `${parameter} ${uploadSentences[refusal]}`, { parameter });
}

function refused(refusal: ReviewRefusal): Fault {
  switch (refusal) {
    case "NO_DOCUMENTS":
      return new Fault("PARAMETER_REQUIRED", "documents is required", { parameter: "documents" });
    case "REASON_REQUIRED":
      return new Fault("PARAMETER_REQUIRED", "reason is required to reject", { parameter: "reason" });
    case "CLOSED":
      return new Fault("STATE_INVALID", "The case is decided.");
    case "OWN_CASE":
      return new Fault("STATE_INVALID", "Nobody decides on their own documents.");
    case "APPROVED_BEFORE":
      return new Fault("STATE_INVALID", "You have approved this case before; another reviewer is needed.");
  }
}
