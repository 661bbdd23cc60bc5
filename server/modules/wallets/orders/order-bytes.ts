import { create, toBinary } from "@bufbuild/protobuf";
import {
  type CaptureOrder,
  CaptureOrderSchema,
  type ReleaseOrder,
  ReleaseOrderSchema,
} from "#contract/wallet/v1/hold_pb.js";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";

/** Terms of an order that the service encodes. */
export interface OrderTerms {
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly tokenType: number;
  readonly currencyCode: string;
  /** A decimal. */
  readonly amount: string;
  readonly description: string;
  /** Makes the order a hold: milliseconds since 1970. */
  readonly captureBeforeMs: number | undefined;
  /** Id of the transfer to give back; empty: none. */
  readonly reverses: string;
}

/** Encodes an order. */
export function orderBytes(
  { currencyCode, description, captureBeforeMs, reverses, ...terms }: OrderTerms,
  nowMs: number,
): Uint8Array {
  const order = create(TransferOrderSchema, { ...terms, createdAt: BigInt(nowMs) });
  if (currencyCode !== "") order.currencyCode = currencyCode;
  if (description !== "") order.description = description;
  if (captureBeforeMs !== undefined) order.captureBefore = BigInt(captureBeforeMs);
  if (reverses !== "") order.reverses = reverses;
  return toBinary(TransferOrderSchema, order);
}

/** Encodes an order to capture a hold. */
export function captureBytes(terms: Omit<CaptureOrder, "$typeName" | "createdAt" | "expiresAt">, nowMs: number) {
  const { currencyCode, keepRest, ...others } = terms;
  const order = create(CaptureOrderSchema, { ...others, createdAt: BigInt(nowMs) });
  if (currencyCode !== "") order.currencyCode = currencyCode;
  if (keepRest) order.keepRest = true;
  return toBinary(CaptureOrderSchema, order);
}

/** Encodes an order to release a hold. */
export function releaseBytes(terms: Pick<ReleaseOrder, "id" | "recipient" | "holdId">, nowMs: number): Uint8Array {
  return toBinary(ReleaseOrderSchema, create(ReleaseOrderSchema, { ...terms, createdAt: BigInt(nowMs) }));
}
