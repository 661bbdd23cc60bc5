import type { SignatureCheck } from "../../../../core/signing/signature.ts";
import {
  type Entry,
  entryKinds,
  exchangeErrors,
  type OutcomeNumber,
  transactionErrors,
} from "../../domain/entry/entry.ts";
import { kindFacts } from "../../domain/entry/kinds.ts";
import { isEntrySignature } from "../../domain/entry/order-signature.ts";

/** Whether an outcome was decided after the signature was verified: success, and the rules checked later. */
const isOfSigned: { readonly [Outcome in OutcomeNumber]: boolean } = {
  0: true,
  [transactionErrors.TX_ERROR_INVALID_TRANSACTION]: false,
  [transactionErrors.TX_ERROR_INVALID_SIGNATURE]: false,
  [transactionErrors.TX_ERROR_INSUFFICIENT_FUNDS]: true,
  [transactionErrors.TX_ERROR_INVALID_RECIPIENT]: true,
  [transactionErrors.TX_ERROR_LIMIT_EXCEEDED]: true,
  [transactionErrors.TX_ERROR_CHANNEL_FAILURE]: false,
  [transactionErrors.TX_ERROR_HOLD_UNKNOWN]: true,
  [transactionErrors.TX_ERROR_HOLD_ENDED]: true,
  [transactionErrors.TX_ERROR_LINKED_FAILED]: true,
  [transactionErrors.TX_ERROR_REVERSAL_INVALID]: true,
  [exchangeErrors.EXCHANGE_ERROR_INVALID_WALLET]: false,
  [exchangeErrors.EXCHANGE_ERROR_INSUFFICIENT_FUNDS]: false,
  [exchangeErrors.EXCHANGE_ERROR_RATE_UNAVAILABLE]: false,
  [exchangeErrors.EXCHANGE_ERROR_EXECUTION_FAILED]: false,
  [transactionErrors.TX_ERROR_REVERSAL_EXCEEDED]: true,
};

/** Whether the kind and outcome of an entry imply a valid signature of its owner. */
export function isSignedKind({ kind, outcome, order }: Entry): boolean {
  // Administrators, and the end of its time, release a hold without an order.
  const isUnsigned = kind === entryKinds.release && order === undefined;
  return kindFacts[kind].order !== undefined && !isUnsigned && isOfSigned[outcome];
}

/** Returns all keys that an identity has ever had. */
export type KeysOf = (owner: string) => Promise<readonly { readonly id: string; readonly publicKey: Uint8Array }[]>;

/** Checks the signer of an entry's order, and returns the flaw, if any. A key that was revoked later is valid. */
export function signatureFlaws(keysOf: KeysOf, isSignature: SignatureCheck) {
  return async (entry: Entry): Promise<string | undefined> => {
    if (!isSignedKind(entry)) return undefined;
    const { owner, order, keyId, signature } = entry;
    if (order === undefined || keyId === undefined || signature === undefined) return "has no order";
    const key = (await keysOf(owner)).find(({ id }) => id === keyId);
    if (key === undefined) return "is signed by a key that its sender never had";
    const isSigned = await isEntrySignature(
      entry.kind,
      order,
      key.publicKey,
      signature,
      isSignature,
      entry.linked !== undefined,
    );
    return isSigned ? undefined : "is not signed by its sender";
  };
}
