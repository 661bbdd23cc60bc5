import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type SignedOrder, SignedOrderSchema, TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { TransferOrdersSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import { bytesToSign } from "./order-signature.ts";
import { orderRoot } from "./order-tree.ts";

/** A signing key of an identity. */
export interface OrderSigner {
  readonly keyId: string;
  /** Ed25519 (RFC 8032), 64 bytes. */
  readonly sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
}

/** Number of the field of `TransferOrders` that has the orders. */
const ordersField = TransferOrdersSchema.field.orders.number;

/** An order before it is encoded. */
export type OrderInit = MessageInitShape<typeof TransferOrderSchema>;

/** Orders under one signature. */
export interface SignedOrders {
  /** The bytes of wallet.v1.TransferOrders. */
  readonly orders: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** Encodes an order. Store the bytes: sent again, they are the same transaction. */
export function orderBytes(order: OrderInit): Uint8Array {
  return toBinary(TransferOrderSchema, create(TransferOrderSchema, order));
}

/** Encodes an order and signs its bytes. */
export async function signOrder(order: OrderInit, { keyId, sign }: OrderSigner): Promise<SignedOrder> {
  const bytes = orderBytes(order);
  return create(SignedOrderSchema, { order: bytes, keyId, signature: await sign(bytesToSign("transfer", bytes)) });
}

/** Puts the bytes of orders together, and computes the root of their tree. */
export async function encodedOrders(orders: readonly Uint8Array[]) {
  const writer = new BinaryWriter();
  for (const order of orders) writer.tag(ordersField, WireType.LengthDelimited).bytes(order);
  return { orders: writer.finish(), root: await orderRoot(orders) };
}

/** Signs orders with one signature, which can be verified for each without the others. */
export function signOrders(orders: readonly OrderInit[], signer: OrderSigner): Promise<SignedOrders> {
  return signedBytes(orders.map(orderBytes), signer);
}

/** Does the same for the bytes of orders. */
export async function signedBytes(orders: readonly Uint8Array[], { keyId, sign }: OrderSigner): Promise<SignedOrders> {
  const { orders: bytes, root } = await encodedOrders(orders);
  return { orders: bytes, keyId, signature: await sign(bytesToSign("transfers", root)) };
}
