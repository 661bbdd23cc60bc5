import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { type Evidence, evidenceOf } from "./levels.ts";

/** An agreement with an organisation: signed by its representative, then approved by administrators. */
export interface Agreement {
  readonly id: string;
  readonly identity: string;
  /** Bytes that are signed after the prefix: agreement, identity and the digest of the text. */
  readonly statement: Uint8Array;
  readonly state: "OFFERED" | "SIGNED" | "CONCLUDED";
  readonly signature: { readonly keyId: string; readonly bytes: Uint8Array; readonly at: Date } | undefined;
  readonly approvals: readonly AgreementApproval[];
}

/** Approval by an administrator. */
export interface AgreementApproval {
  readonly administrator: string;
  /** Identity whose hardware key was used, when the administrator does not act as an identity. */
  readonly keyHolder?: string;
  readonly at: Date;
}

export type AgreementRefusal =
  | "STATE"
  | "SIGNATURE_INVALID"
  | "OWN_AGREEMENT"
  | "APPROVED_BEFORE"
  | "HARDWARE_KEY_REQUIRED";

/** Ed25519 public key of the representative, checked at registration: canonical and not of small order. */
export interface SigningKey {
  readonly id: string;
  readonly publicKey: Uint8Array;
}

/** Prefix of the statement in the signed bytes, so that signatures for other purposes are not valid for agreements. */
export const agreementPrefix: Uint8Array = new TextEncoder().encode("platonic.agreement.v1\0");

const administratorsNeeded = 2;

/** Offers a text to an identity. The representative's client signs the `statement`. */
export function offerAgreement(id: string, identity: string, text: string): Agreement {
  const digest = createHash("sha256").update(text, "utf8").digest("hex");
  const statement = new TextEncoder().encode(JSON.stringify({ agreement: id, identity, sha256: digest }));
  return { id, identity, statement, state: "OFFERED", signature: undefined, approvals: [] };
}

/** Checks and adds the representative's signature over prefix and statement. */
export function signAgreement(
  agreement: Agreement,
  key: SigningKey,
  signature: Uint8Array,
  now: Date,
): Agreement | AgreementRefusal {
  if (agreement.state !== "OFFERED") return "STATE";
  const signed = Buffer.concat([agreementPrefix, agreement.statement]);
  const isRight = signature.length === 64 && key.publicKey.length === 32 && isSignedBy(key, signed, signature);
  if (!isRight) return "SIGNATURE_INVALID";
  return { ...agreement, state: "SIGNED", signature: { keyId: key.id, bytes: signature, at: now } };
}

/** Adds the approval of an administrator with a hardware key. The second approval concludes the agreement. */
export function approveAgreement(
  agreement: Agreement,
  administrator: { readonly id: string; readonly hasUsedHardwareKey: boolean; readonly keyHolder?: string },
  now: Date,
): Agreement | AgreementRefusal {
  if (agreement.state !== "SIGNED") return "STATE";
  const { id, keyHolder } = administrator;
  if (id === agreement.identity || keyHolder === agreement.identity) return "OWN_AGREEMENT";
  if (!administrator.hasUsedHardwareKey) return "HARDWARE_KEY_REQUIRED";
  // Rejects the same person with other credentials, and the same credentials with another person's key.
  const isBefore = (one: AgreementApproval) =>
    one.administrator === id || (keyHolder !== undefined && one.keyHolder === keyHolder);
  if (agreement.approvals.some(isBefore)) return "APPROVED_BEFORE";
  const approvals = [
    ...agreement.approvals,
    { administrator: id, ...(keyHolder !== undefined && { keyHolder }), at: now },
  ];
  return { ...agreement, approvals, state: approvals.length >= administratorsNeeded ? "CONCLUDED" : "SIGNED" };
}

/** Returns the evidence of an agreement in its present state. */
export function evidenceOfAgreement(agreement: Agreement, expiresAt: Date | undefined): Evidence[] {
  const { state, signature, approvals } = agreement;
  const last = approvals.at(-1);
  return [
    ...(signature === undefined ? [] : [evidenceOf("AGREEMENT_SIGNATURE", signature.at, expiresAt)]),
    ...(state === "CONCLUDED" && last !== undefined ? [evidenceOf("AGREEMENT_APPROVAL", last.at, expiresAt)] : []),
  ];
}

function isSignedBy(key: SigningKey, bytes: Uint8Array, signature: Uint8Array): boolean {
  return verify(null, bytes, ed25519(key.publicKey), signature);
}

function ed25519(publicKey: Uint8Array): KeyObject {
  const x = Buffer.from(publicKey).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}
