import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { HoldChangeSchema, HoldSchema } from "#contract/wallet/v1/hold_pb.js";
import { type Entry, entryKinds } from "../../ledger/domain/entry/entry.ts";
import { type Hold, leftOf } from "../../ledger/domain/holds/hold.ts";
import { decimalOf, numberOf } from "../../ledger/domain/money.ts";
import type { AssetTerms } from "../../ledger/domain/policy.ts";
import { assetFields, money } from "../orders/amounts.ts";
import { scaleOf } from "./exchange-message.ts";

/**
 * Converts a hold to the message for its parties.
 *
 * @param reversed how much of its captures is given back, in minor units
 */
export function holdMessage(hold: Hold, policy: AssetTerms, reversed = 0n): MessageInitShape<typeof HoldSchema> {
  const scale = scaleOf(hold.asset, policy);
  return {
    id: hold.id,
    sender: hold.sender,
    recipient: hold.recipient,
    ...assetFields(hold.asset),
    state: hold.state,
    ...money(hold.amount, { scale }),
    fee: feeMessage(hold.fee, scale),
    exactCaptured: decimalOf(hold.captured, scale),
    capturedFee: feeMessage(hold.capturedFee, scale),
    exactLeft: decimalOf(leftOf(hold).amount, scale),
    captureBefore: timestampFromMs(hold.endsAtMs),
    heldAt: timestampFromMs(hold.heldAtMs),
    sequence: BigInt(hold.sequence),
    lastSequence: BigInt(hold.lastSequence),
    ...(reversed > 0n && { exactReversed: decimalOf(reversed, scale) }),
  };
}

/**
 * A capture or release as a ledger entry records it.
 *
 * @param reversed how much of it is given back, in minor units
 */
export function holdChangeMessage(
  entry: Entry,
  policy: AssetTerms,
  reversed = 0n,
): MessageInitShape<typeof HoldChangeSchema> {
  const { id, kind, owner, counterparty = "", asset, amount, fee, hold, description } = entry;
  const scale = scaleOf(asset, policy);
  const isCapture = kind === entryKinds.capture;
  return {
    id,
    holdId: hold?.id ?? "",
    sender: counterparty,
    recipient: owner,
    ...assetFields(asset),
    exactCaptured: decimalOf(isCapture ? amount : 0n, scale),
    fee: feeMessage(isCapture ? fee : 0n, scale),
    exactReturned: decimalOf(hold?.returned ?? 0n, scale),
    ...(description !== "" && { reference: description }),
    ...(reversed > 0n && { exactReversed: decimalOf(reversed, scale) }),
  };
}

function feeMessage(fee: bigint, scale: number) {
  return { amount: numberOf(fee, scale), exactAmount: decimalOf(fee, scale) };
}
