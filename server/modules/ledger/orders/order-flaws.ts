import type { SignatureCheck } from "../../../core/signing/signature.ts";
import type { Identities } from "../../identity/index.ts";
import { type Entry, entryKinds, type PendingTransfer } from "../domain/entry/entry.ts";
import { isHoldChange } from "../domain/entry/kinds.ts";
import { minorOfNumeral } from "../domain/money.ts";
import type { Policy } from "../domain/policy.ts";
import { isSignedKind, signatureFlaws } from "../engine/replay/signature-flaws.ts";
import { readCapture, readRelease } from "./hold-orders.ts";
import { readOrder, type Signed } from "./transfer-orders.ts";

/**
 * Checks the order of an entry: its sender must have signed it, and it must agree with the entry. Returns the flaw, if any.
 */
export function orderFlaws(identities: Pick<Identities, "signingKeys">, policy: Policy, isSignature: SignatureCheck) {
  const signatureFlaw = signatureFlaws((owner) => identities.signingKeys(owner), isSignature);
  return async (entry: Entry): Promise<string | undefined> => {
    const { order, keyId, signature, owner, counterparty } = entry;
    const flaw = await signatureFlaw(entry);
    if (flaw !== undefined || !isSignedKind(entry) || !order || !keyId || !signature) return flaw;
    if (isHoldChange(entry)) {
      return isChangeOrdered(entry, { order, keyId, signature }, policy)
        ? undefined
        : "is not what its owner has signed";
    }
    const endsAtMs = entry.hold?.endsAtMs;
    const terms = { ...entry, order, keyId, signature, endsAtMs, sender: owner, recipient: counterparty };
    return isOrdered(terms, policy, entry.atMs) ? undefined : "is not what its sender has signed";
  };
}

/**
 * Checks that a pending transaction agrees with its order. Returns the flaw, if any. Its signature is verified when it
 * is processed.
 */
export function pendingFlaws(policy: Policy) {
  return async (transfer: PendingTransfer): Promise<string | undefined> =>
    isOrdered(transfer, policy, transfer.createdAtMs) ? undefined : "is not what its order says";
}

/** Whether a capture or release agrees with its order. The replay checks whether it fits its hold. */
function isChangeOrdered(entry: Entry, signed: Signed, policy: Policy): boolean {
  const { id, owner, kind, asset, amount, outcome, hold, atMs } = entry;
  const capture = kind === entryKinds.capture ? readCapture(signed, owner, policy) : undefined;
  const read = capture ?? (kind === entryKinds.release ? readRelease(signed, owner) : undefined);
  if (read?.id !== id || !read.isValid || read.holdId !== hold?.id) return false;
  if (read.expiresAtMs !== undefined && atMs >= read.expiresAtMs) return false;
  if (capture === undefined || !policy.assets.has(asset)) return true;
  const isKept = outcome !== 0 || !capture.keepRest || hold.returned === 0n;
  return capture.asset === asset && capture.amount === amount && isKept;
}

type Terms = Omit<PendingTransfer, "recipient" | "fee" | "createdAtMs"> & {
  readonly recipient: string | undefined;
  /** End of the hold that the entry makes; a pending transaction lacks it. */
  readonly endsAtMs?: number | undefined;
};

function isOrdered(terms: Terms, policy: Policy, atMs: number): boolean {
  // Amounts in orders of earlier versions may have an exponent.
  const read = readOrder(terms, terms.sender, policy, minorOfNumeral);
  return (
    read !== undefined &&
    (read.expiresAtMs === undefined || atMs < read.expiresAtMs) &&
    read.id === terms.id &&
    (!("endsAtMs" in terms) || read.captureBeforeMs === terms.endsAtMs) &&
    read.recipient === terms.recipient &&
    read.description === terms.description &&
    read.reverses === terms.reverses &&
    // The terms of an asset that has been removed from the policy cannot be read.
    (!policy.assets.has(terms.asset) || (read.asset === terms.asset && read.amount === terms.amount))
  );
}
