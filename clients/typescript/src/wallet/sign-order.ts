import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  type SignedOrder,
  SignedOrderSchema,
  TransferOrderSchema,
} from "../../../../gen/es/wallet/v1/transaction_pb.js";
import { TransferOrdersSchema } from "../../../../gen/es/wallet/v1/transaction_service_pb.js";
import { joined, utf8 } from "../bytes.ts";
import { orderRoot } from "./order-tree.ts";

/** A signing key of an identity. */
export interface OrderSigner {
  readonly keyId: string;
  /** Ed25519 (RFC 8032), 64 bytes. */
  readonly sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
}

type OrderInit = MessageInitShape<typeof TransferOrderSchema>;

/** What is sent for many orders. */
export interface SignedOrders {
  /** The bytes of wallet.v1.TransferOrders. */
  readonly orders: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** The bytes that stand for an order. Keep them: sent again they are the same transaction. */
export function orderBytes(order: OrderInit): Uint8Array {
  return toBinary(TransferOrderSchema, create(TransferOrderSchema, order));
}

/** Spells an order and signs the very bytes. */
export async function signOrder(order: OrderInit, { keyId, sign }: OrderSigner): Promise<SignedOrder> {
  const bytes = orderBytes(order);
  return create(SignedOrderSchema, { order: bytes, keyId, signature: await sign(bytesToSign("transfer", bytes)) });
}

/** The same for many orders under one signature, which is good for each of them without the others. */
export async function signOrders(orders: readonly OrderInit[], { keyId, sign }: OrderSigner): Promise<SignedOrders> {
  const bytes = toBinary(TransferOrdersSchema, create(TransferOrdersSchema, { orders: [...orders] }));
  const root = await orderRoot(orders.map(orderBytes));
  return { orders: bytes, keyId, signature: await sign(bytesToSign("transfers", root)) };
}

/** A line for what it is signed, so that no signature is good for anything else; then the bytes. */
function bytesToSign(purpose: "transfer" | "transfers", bytes: Uint8Array): Uint8Array {
  return joined(utf8(`platonic ${purpose} v1\n`), bytes);
}
