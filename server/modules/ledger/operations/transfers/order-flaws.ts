import type { SignatureCheck } from "../../../../core/signing/signature.ts";
import type { Identities } from "../../../identity/index.ts";
import type { Entry, PendingTransfer } from "../../domain/entry/entry.ts";
import type { Policy } from "../../domain/policy.ts";
import { isSignedKind, signatureFlaws } from "../../domain/replay/signature-flaws.ts";
import { readOrder } from "./orders.ts";

/**
 * What is wrong with the order of an entry, if anything: that its sender has not signed it, or that it says something
 * else than the entry.
 */
export function orderFlaws(identities: Pick<Identities, "signingKeys">, policy: Policy, isSignature: SignatureCheck) {
  const signatureFlaw = signatureFlaws((owner) => identities.signingKeys(owner), isSignature);
  return async (entry: Entry): Promise<string | undefined> => {
    const { order, keyId, signature, owner, counterparty } = entry;
    const flaw = await signatureFlaw(entry);
    if (flaw !== undefined || !isSignedKind(entry) || !order || !keyId || !signature) return flaw;
    const terms = { ...entry, order, keyId, signature, sender: owner, recipient: counterparty };
    return isOrdered(terms, policy) ? undefined : "is not what its sender has signed";
  };
}

/**
 * What is wrong with a transaction that waits, if anything: that its order says something else. Who signed it is looked at
 * when it is processed, and it is refused then.
 */
export function pendingFlaws(policy: Policy) {
  return async (transfer: PendingTransfer): Promise<string | undefined> =>
    isOrdered(transfer, policy) ? undefined : "is not what its order says";
}

type Terms = Omit<PendingTransfer, "recipient" | "fee" | "createdAtMs"> & { readonly recipient: string | undefined };

function isOrdered(terms: Terms, policy: Policy): boolean {
  const read = readOrder(terms, terms.sender, policy);
  return (
    read !== undefined &&
    read.id === terms.id &&
    read.recipient === terms.recipient &&
    read.description === terms.description &&
    // Of an asset that is configured no more nothing can be told.
    (!policy.assets.has(terms.asset) || (read.asset === terms.asset && read.amount === terms.amount))
  );
}
