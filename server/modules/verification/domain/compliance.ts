import { createHash } from "node:crypto";
import { type Evidence, evidenceOf } from "./levels.ts";
import { type SignatureRefusal, type SignedHeaders, signatureRefusal } from "./webhook-signature.ts";

/** A question to a third party about an identity, and what it decided. From REFUSED and WITHDRAWN no way leads on. */
export interface ComplianceCase {
  readonly id: string;
  readonly identity: string;
  readonly method: "PERSONAL_COMPLIANCE" | "LEGAL_COMPLIANCE";
  readonly state: "REQUESTED" | "CLEARED" | "REFUSED" | "WITHDRAWN";
  readonly decidedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  /** The messages that were applied: a message is known by its id and is the same when its digest is. */
  readonly deliveries: readonly { readonly id: string; readonly digest: string }[];
}

/** A decision that came in and whose signature was checked. */
export interface ComplianceDecision {
  readonly deliveryId: string;
  /** SHA-256 of the body. */
  readonly digest: string;
  readonly caseId: string;
  readonly decision: "CLEARED" | "REFUSED" | "WITHDRAWN";
  readonly expiresAt: Date | undefined;
}

/**
 * APPLIED changed the case. REPEATED is the same message again: it changes nothing and is answered like the first.
 * CONFLICT is a replayed id with another body, or a decision that the state of the case does not allow.
 */
export interface Decided {
  readonly outcome: "APPLIED" | "REPEATED" | "CONFLICT";
  readonly complianceCase: ComplianceCase;
}

/** A new case. */
export function openComplianceCase(known: Pick<ComplianceCase, "id" | "identity" | "method">): ComplianceCase {
  const { id, identity, method } = known;
  return { id, identity, method, state: "REQUESTED", decidedAt: undefined, expiresAt: undefined, deliveries: [] };
}

/** What is sent to the third party. The id of the message is that of the case: sent again it is the same question. */
export function complianceRequest(complianceCase: ComplianceCase, claims: Readonly<Record<string, string>>): object {
  const { id, identity, method } = complianceCase;
  return { case_id: id, identity_id: identity, check: method, claims };
}

/** Reads a decision after its signature: nothing of a body is looked at that nobody signed. */
export function readDecision(
  headers: Partial<SignedHeaders>,
  body: Uint8Array,
  secrets: readonly Uint8Array[],
  now: Date,
): ComplianceDecision | SignatureRefusal {
  const refusal = signatureRefusal(headers, body, secrets, now);
  if (refusal !== undefined) return refusal;
  const said = membersOf(body);
  const { case_id: caseId, decision, expires_at: expiry } = said;
  if (typeof caseId !== "string" || !isDecision(decision)) return "MALFORMED";
  if (expiry !== undefined && (typeof expiry !== "string" || Number.isNaN(Date.parse(expiry)))) return "MALFORMED";
  const expiresAt = expiry === undefined ? undefined : new Date(expiry);
  const digest = createHash("sha256").update(body).digest("hex");
  return { deliveryId: headers["webhook-id"] as string, digest, caseId, decision, expiresAt };
}

/** Applies a decision to its case. Twice is the same as once. */
export function applyDecision(complianceCase: ComplianceCase, decision: ComplianceDecision, now: Date): Decided {
  const { deliveryId, digest } = decision;
  const before = complianceCase.deliveries.find(({ id }) => id === deliveryId);
  if (before?.digest === digest) return { outcome: "REPEATED", complianceCase };
  const isPossible = followers[complianceCase.state].includes(decision.decision);
  if (before !== undefined || decision.caseId !== complianceCase.id || !isPossible) {
    return { outcome: "CONFLICT", complianceCase };
  }
  const deliveries = [...complianceCase.deliveries, { id: deliveryId, digest }];
  const expiresAt = decision.decision === "CLEARED" ? decision.expiresAt : undefined;
  return {
    outcome: "APPLIED",
    complianceCase: { ...complianceCase, state: decision.decision, decidedAt: now, expiresAt, deliveries },
  };
}

/** What a case proves that was cleared and not withdrawn; any other proves nothing. */
export function evidenceOfComplianceCase(complianceCase: ComplianceCase): Evidence | undefined {
  const { state, method, decidedAt, expiresAt } = complianceCase;
  return state === "CLEARED" && decidedAt !== undefined ? evidenceOf(method, decidedAt, expiresAt) : undefined;
}

const followers: Readonly<Record<ComplianceCase["state"], readonly string[]>> = {
  REQUESTED: ["CLEARED", "REFUSED"],
  CLEARED: ["WITHDRAWN"],
  REFUSED: [],
  WITHDRAWN: [],
};

function isDecision(value: unknown): value is ComplianceDecision["decision"] {
  return value === "CLEARED" || value === "REFUSED" || value === "WITHDRAWN";
}

function membersOf(body: Uint8Array): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
