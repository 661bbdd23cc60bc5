import type { Evidence } from "./levels.ts";
import { evidenceOf } from "./levels.ts";

/** Levels that reviewers decide on by documents. */
export type ReviewedLevel = "LEVEL_ENHANCED" | "LEVEL_BUSINESS";

/** Approval by a reviewer. */
export interface Approval {
  readonly reviewer: string;
  readonly at: Date;
}

/** Documents of an identity under review. APPROVED and REJECTED are final. */
export interface ReviewCase {
  readonly id: string;
  readonly identity: string;
  readonly target: ReviewedLevel;
  readonly documents: readonly string[];
  readonly state: "SUBMITTED" | "APPROVED" | "REJECTED";
  readonly approvals: readonly Approval[];
  readonly rejection: { readonly reviewer: string; readonly at: Date; readonly reason: string } | undefined;
  readonly submittedAt: Date;
}

export type ReviewRefusal = "NO_DOCUMENTS" | "CLOSED" | "OWN_CASE" | "APPROVED_BEFORE" | "REASON_REQUIRED";

/** Number of different reviewers who must approve. */
const reviewersNeeded: Readonly<Record<ReviewedLevel, number>> = { LEVEL_ENHANCED: 1, LEVEL_BUSINESS: 2 };

/** Opens a case with the ids of its documents. */
export function submitCase(
  known: Pick<ReviewCase, "id" | "identity" | "target" | "documents">,
  now: Date,
): ReviewCase | ReviewRefusal {
  if (known.documents.length === 0) return "NO_DOCUMENTS";
  const { id, identity, target, documents } = known;
  const state = "SUBMITTED";
  return { id, identity, target, documents, state, approvals: [], rejection: undefined, submittedAt: now };
}

/** Adds the approval of a reviewer. The last required one approves the case. */
export function approveCase(reviewCase: ReviewCase, reviewer: string, now: Date): ReviewCase | ReviewRefusal {
  const refusal = refusalOf(reviewCase, reviewer);
  if (refusal !== undefined) return refusal;
  if (reviewCase.approvals.some((approval) => approval.reviewer === reviewer)) return "APPROVED_BEFORE";
  const approvals = [...reviewCase.approvals, { reviewer, at: now }];
  const isEnough = approvals.length >= reviewersNeeded[reviewCase.target];
  return { ...reviewCase, approvals, state: isEnough ? "APPROVED" : "SUBMITTED" };
}

/** Rejects the case for a reason that the identity sees. A reviewer who approved earlier may reject later. */
export function rejectCase(
  reviewCase: ReviewCase,
  reviewer: string,
  reason: string,
  now: Date,
): ReviewCase | ReviewRefusal {
  const refusal = refusalOf(reviewCase, reviewer);
  if (refusal !== undefined) return refusal;
  const text = reason.trim().slice(0, reasonCharactersMax).toWellFormed();
  if (text === "") return "REASON_REQUIRED";
  return { ...reviewCase, state: "REJECTED", rejection: { reviewer, at: now, reason: text } };
}

/** Returns the evidence of an approved case; undefined for any other. */
export function evidenceOfCase(reviewCase: ReviewCase, expiresAt: Date | undefined): Evidence | undefined {
  const last = reviewCase.approvals.at(-1);
  if (reviewCase.state !== "APPROVED" || last === undefined) return undefined;
  const method = reviewCase.target === "LEVEL_BUSINESS" ? "ORGANISATION_DOCUMENTS" : "PERSONAL_DOCUMENTS";
  return evidenceOf(method, last.at, expiresAt);
}

const reasonCharactersMax = 500;

function refusalOf(reviewCase: ReviewCase, reviewer: string): ReviewRefusal | undefined {
  if (reviewCase.state !== "SUBMITTED") return "CLOSED";
  return reviewer === reviewCase.identity ? "OWN_CASE" : undefined;
}
