import { fromBinary } from "@bufbuild/protobuf";
import { type TransferOrder, TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { canonicalUuid, isUuid } from "../../../core/uuid.ts";
import { assetCodeOf } from "../domain/assets.ts";
import { orderDigest } from "../domain/entry/digests.ts";
import { isAmount, minorOf } from "../domain/money.ts";
import type { Policy } from "../domain/policy.ts";
import type { Order } from "../domain/requests.ts";

/** A signed order. */
export interface Signed {
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

const descriptionMax = 256;
/** Length of an identity's id. */
const recipientMax = 36;
/** Largest time of a JavaScript `Date`: milliseconds since 1970. */
export const timeMax = 8_640_000_000_000_000n;

/**
 * Reads an order of a sender. Returns undefined if the order cannot be recorded: it cannot be parsed, has no UUID, or has
 * another sender, who may still use its id. Any other flaw makes the order invalid; the ledger records and refuses it.
 *
 * @param minor reads an amount
 */
export function readOrder(
  { order, keyId, signature }: Signed,
  sender: string,
  policy: Policy,
  minor: typeof minorOf = minorOf,
): Order | undefined {
  const read = parsed(order);
  if (read === undefined || !isUuid(read.id) || read.sender !== sender) return undefined;
  const asset = policy.assets.get(assetCodeOf(read.tokenType, read.currencyCode) ?? "");
  const amount = asset && minor(read.amount, asset.scale);
  const feeMax = asset && read.feeMax !== "" ? minor(read.feeMax, asset.scale) : undefined;
  const isValid =
    amount !== undefined &&
    isAmount(amount) &&
    (read.feeMax === "" || feeMax !== undefined) &&
    read.recipient !== "" &&
    read.recipient.length <= recipientMax &&
    hasAtMost(read.description, descriptionMax) &&
    read.createdAt > 0n &&
    read.createdAt <= timeMax &&
    read.expiresAt >= 0n &&
    read.expiresAt <= timeMax &&
    read.captureBefore >= 0n &&
    read.captureBefore <= timeMax &&
    (read.reverses === "" || (isUuid(read.reverses) && read.captureBefore === 0n));
  const isHold = read.captureBefore > 0n && read.captureBefore <= timeMax;
  return {
    id: read.id,
    owner: sender,
    recipient: read.recipient,
    asset: asset?.code ?? "",
    amount: amount ?? 0n,
    description: read.description,
    feeMax,
    expiresAtMs: read.expiresAt === 0n ? undefined : Number(read.expiresAt),
    ...(isHold && { captureBeforeMs: Number(read.captureBefore) }),
    reverses: isUuid(read.reverses) ? read.reverses : undefined,
    order,
    requestDigest: orderDigest(order),
    keyId,
    signature,
    isValid,
  };
}

/** Whether a text has at most that many characters, each of one or two UTF-16 code units. */
function hasAtMost(text: string, characters: number): boolean {
  return text.length <= characters || [...text].length <= characters;
}

/** Returns the sender named by an order; undefined if it cannot be parsed. */
export function senderOf(order: Uint8Array): string | undefined {
  return parsed(order)?.sender;
}

function parsed(order: Uint8Array): TransferOrder | undefined {
  try {
    const read = fromBinary(TransferOrderSchema, order);
    // The signed bytes stay unchanged; values for comparison and storage are canonicalised.
    for (const member of ["id", "sender", "recipient", "reverses"] as const) read[member] = canonicalUuid(read[member]);
    return read;
  } catch {
    // Bytes that cannot be parsed are an invalid transaction, not an error.
    return undefined;
  }
}
