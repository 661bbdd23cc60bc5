import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { CaptureOrderSchema, ReleaseOrderSchema } from "#contract/wallet/v1/hold_pb.js";
import { type SignedOrder, SignedOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { bytesToSign } from "./order-signature.ts";
import type { OrderSigner } from "./sign-order.ts";

/** Encodes an order to capture a hold and signs its bytes. */
export function signCapture(
  order: MessageInitShape<typeof CaptureOrderSchema>,
  signer: OrderSigner,
): Promise<SignedOrder> {
  return signed("capture", toBinary(CaptureOrderSchema, create(CaptureOrderSchema, order)), signer);
}

/** Encodes an order to release a hold and signs its bytes. */
export function signRelease(
  order: MessageInitShape<typeof ReleaseOrderSchema>,
  signer: OrderSigner,
): Promise<SignedOrder> {
  return signed("release", toBinary(ReleaseOrderSchema, create(ReleaseOrderSchema, order)), signer);
}

async function signed(
  purpose: "capture" | "release",
  order: Uint8Array,
  { keyId, sign }: OrderSigner,
): Promise<SignedOrder> {
  return create(SignedOrderSchema, { order, keyId, signature: await sign(bytesToSign(purpose, order)) });
}
