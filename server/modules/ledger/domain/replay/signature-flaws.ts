import type { SignatureCheck } from "../../../../core/signing/signature.ts";
import { type Entry, entryKinds, transactionErrors } from "../entry/entry.ts";
import { isOrderSignature } from "../entry/order-signature.ts";

/** Outcomes of transactions whose signature was found to be the sender's: those of the rules behind it. */
const signedOutcomes = new Set<number>([
  0,
  transactionErrors.TX_ERROR_INSUFFICIENT_FUNDS,
  transactionErrors.TX_ERROR_INVALID_RECIPIENT,
  transactionErrors.TX_ERROR_LIMIT_EXCEEDED,
]);

/** Whether an entry must have been signed by its sender. */
export function isSignedKind({ kind, outcome }: Entry): boolean {
  return kind === entryKinds.transfer && signedOutcomes.has(outcome);
}

/** All keys that an identity ever had. */
export type KeysOf = (owner: string) => Promise<readonly { readonly id: string; readonly publicKey: Uint8Array }[]>;

/**
 * What is wrong with who signed the order of an entry, if anything. A key that was revoked since has signed all the same.
 */
export function signatureFlaws(keysOf: KeysOf, isSignature: SignatureCheck) {
  return async (entry: Entry): Promise<string | undefined> => {
    if (!isSignedKind(entry)) return undefined;
    const { owner, order, keyId, signature } = entry;
    if (order === undefined || keyId === undefined || signature === undefined) return "has no order";
    const key = (await keysOf(owner)).find(({ id }) => id === keyId);
    if (key === undefined) return "is signed by a key that its sender never had";
    const isSigned = await isOrderSignature(order, key.publicKey, signature, isSignature);
    return isSigned ? undefined : "is not signed by its sender";
  };
}
