import { fromBinary } from "@bufbuild/protobuf";
import {
  type CaptureOrder,
  CaptureOrderSchema,
  type ReleaseOrder,
  ReleaseOrderSchema,
} from "#contract/wallet/v1/hold_pb.js";
import { canonicalUuid, isUuid } from "../../../core/uuid.ts";
import { assetCodeOf } from "../domain/assets.ts";
import { orderDigest } from "../domain/entry/digests.ts";
import type { CaptureRequest, ReleaseRequest } from "../domain/holds/requests.ts";
import { isAmount, minorOf } from "../domain/money.ts";
import type { Policy } from "../domain/policy.ts";
import { type Signed, timeMax } from "./transfer-orders.ts";

/** A capture ordered by the recipient of a hold, before its signature is verified. */
export type OrderedCapture = Omit<CaptureRequest, "isSigned">;
/** A release ordered by the recipient of a hold. */
export type OrderedRelease = Omit<ReleaseRequest, "isSigned">;

/**
 * Reads an order to capture a hold. Returns undefined if it cannot be recorded: it cannot be parsed, has no UUID, or names
 * another recipient. Any other flaw makes the order invalid; the ledger records and refuses it.
 */
export function readCapture(signed: Signed, recipient: string, policy: Policy): OrderedCapture | undefined {
  const read = parsed(() => fromBinary(CaptureOrderSchema, signed.order));
  if (read === undefined || !isUuid(read.id) || read.recipient !== recipient) return undefined;
  const asset = policy.assets.get(assetCodeOf(read.tokenType, read.currencyCode) ?? "");
  const amount = asset && minorOf(read.amount, asset.scale);
  return {
    kind: "capture",
    ...commonParts(read, signed),
    asset: asset?.code ?? "",
    amount: amount ?? 0n,
    keepRest: read.keepRest,
    isValid: amount !== undefined && isAmount(amount) && isGood(read),
  };
}

/** Reads an order to release a hold, under the same rules. */
export function readRelease(signed: Signed, recipient: string): OrderedRelease | undefined {
  const read = parsed(() => fromBinary(ReleaseOrderSchema, signed.order));
  if (read === undefined || !isUuid(read.id) || read.recipient !== recipient) return undefined;
  return { kind: "release", ...commonParts(read, signed), isValid: isGood(read) };
}

function commonParts({ id, recipient, holdId, expiresAt }: CaptureOrder | ReleaseOrder, signed: Signed) {
  const { order, keyId, signature } = signed;
  const expiresAtMs = expiresAt === 0n ? undefined : Number(expiresAt);
  return { id, owner: recipient, holdId, expiresAtMs, order, requestDigest: orderDigest(order), keyId, signature };
}

function isGood({ holdId, createdAt, expiresAt }: CaptureOrder | ReleaseOrder): boolean {
  return isUuid(holdId) && createdAt > 0n && createdAt <= timeMax && expiresAt >= 0n && expiresAt <= timeMax;
}

function parsed<Parsed extends CaptureOrder | ReleaseOrder>(parse: () => Parsed): Parsed | undefined {
  try {
    const read = parse();
    // The signed bytes stay unchanged; values for comparison and storage are canonicalised.
    for (const member of ["id", "recipient", "holdId"] as const) read[member] = canonicalUuid(read[member]);
    return read;
  } catch {
    // Bytes that cannot be parsed are an invalid order, not an error.
    return undefined;
  }
}
