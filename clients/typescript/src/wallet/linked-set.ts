import { create } from "@bufbuild/protobuf";
import { type LinkedSignature, LinkedSignatureSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import { bytesToSign } from "./order-signature.ts";
import { encodedOrders, type OrderInit, type OrderSigner, orderBytes } from "./sign-order.ts";

/**
 * Orders that are processed all or none. Each of their senders signs the same bytes, so hand on `orders` as they are, and
 * send the set again with these bytes if its outcome is not known.
 */
export interface LinkedSet {
  /** The bytes of wallet.v1.TransferOrders. */
  readonly orders: Uint8Array;
  /** The hash that each sender signs for the purpose `linked transfers`: 32 bytes. */
  readonly root: Uint8Array;
}

/** Encodes 2 to 100 orders of one sender or several as a linked set. */
export function linkedSet(orders: readonly OrderInit[]): Promise<LinkedSet> {
  return encodedOrders(orders.map(orderBytes));
}

/** Signs a linked set as one of its senders. The signature is of no use for anything but the whole set. */
export async function signLinked(
  { root }: Pick<LinkedSet, "root">,
  { identityId: sender, keyId, sign }: OrderSigner & { readonly identityId: string },
): Promise<LinkedSignature> {
  const signature = await sign(bytesToSign("linked transfers", root));
  return create(LinkedSignatureSchema, { sender, keyId, signature });
}
