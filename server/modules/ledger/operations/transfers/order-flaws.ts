import type { SignatureCheck } from "../../../../core/signing/signature.ts";
import type { Identities } from "../../../identity/index.ts";
import type { Entry, PendingTransfer } from "../../domain/entry/entry.ts";
import { minorOfNumeral } from "../../domain/money.ts";
import type { Policy } from "../../domain/policy.ts";
import { isSignedKind, signatureFlaws } from "../../domain/replay/signature-flaws.ts";
import { readOrder } from "./orders.ts";

/**
 * Checks the order of an entry: its sender must have signed it, and it must agree with the entry. Returns the flaw, if any.
 */
export function orderFlaws(identities: Pick<Identities, "signingKeys">, policy: Policy, isSignature: SignatureCheck) {
  const signatureFlaw = signatureFlaws((owner) => identities.signingKeys(owner), isSignature);
  return async (entry: Entry): Promise<string | undefined> => {
    const { order, keyId, signature, owner, counterparty } = entry;
    const flaw = await signatureFlaw(entry);
    if (flaw !== undefined || !isSignedKind(entry) || !order || !keyId || !signature) return flaw;
    const terms = { ...entry, order, keyId, signature, sender: owner, recipient: counterparty };
    return isOrdered(terms, policy, entry.atMs) ? undefined : "is not what its sender has signed";
  };
}

/**
 * Checks that a pending transaction agrees with its order. Returns the flaw, if any. Its signature is verified when it is
 * processed.
 */
export function pendingFlaws(policy: Policy) {
  return async (transfer: PendingTransfer): Promise<string | undefined> =>
    isOrdered(transfer, policy, transfer.createdAtMs) ? undefined : "is not what its order says";
}

type Terms = Omit<PendingTransfer, "recipient" | "fee" | "createdAtMs"> & { readonly recipient: string | undefined };

function isOrdered(terms: Terms, policy: Policy, atMs: number): boolean {
  // Amounts in orders of earlier versions may have an exponent.
  const read = readOrder(terms, terms.sender, policy, minorOfNumeral);
  return (
    read !== undefined &&
    (read.expiresAtMs === undefined || atMs < read.expiresAtMs) &&
    read.id === terms.id &&
    read.recipient === terms.recipient &&
    read.description === terms.description &&
    // The terms of an asset that has been removed from the policy cannot be read.
    (!policy.assets.has(terms.asset) || (read.asset === terms.asset && read.amount === terms.amount))
  );
}
