import { createHash } from "node:crypto";
import {
  type SignatureRefusal,
  type SignedHeaders,
  signatureRefusal,
} from "../../../core/signing/webhook-signature.ts";
import { canonicalUuid } from "../../../core/uuid.ts";
import { type Evidence, evidenceOf } from "./levels.ts";

/** A check of an identity by a third party, and its decision. REFUSED and WITHDRAWN are final. */
export interface ComplianceCase {
  readonly id: string;
  readonly identity: string;
  readonly method: "PERSONAL_COMPLIANCE" | "LEGAL_COMPLIANCE";
  readonly state: "REQUESTED" | "CLEARED" | "REFUSED" | "WITHDRAWN";
  readonly decidedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  /** Applied messages. A message with the same id and digest is a repetition. */
  readonly deliveries: readonly { readonly id: string; readonly digest: string }[];
}

/** A received decision whose signature was verified. */
export interface ComplianceDecision {
  readonly deliveryId: string;
  /** SHA-256 of the body. */
  readonly digest: string;
  readonly caseId: string;
  readonly decision: "CLEARED" | "REFUSED" | "WITHDRAWN";
  readonly expiresAt: Date | undefined;
}

/**
 * APPLIED changed the case. REPEATED is the same message again, which changes nothing and gets the same answer.
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

/** Builds the request to the third party. Its id is that of the case, so that a repetition is recognised. */
export function complianceRequest(complianceCase: ComplianceCase, claims: Readonly<Record<string, string>>): object {
  const { id, identity, method } = complianceCase;
  return { case_id: id, identity_id: identity, check: method, claims };
}

/** Verifies the signature of a decision, then parses it. A body without a valid signature is not parsed. */
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
  return { deliveryId: headers["webhook-id"] as string, digest, caseId: canonicalUuid(caseId), decision, expiresAt };
}

/** Applies a decision to its case. Idempotent. */
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

/** Returns the evidence of a case that is cleared and not withdrawn; undefined for any other. */
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
