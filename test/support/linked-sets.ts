import { orderRoot } from "../../clients/typescript/src/wallet/order-tree.ts";
import type { Holder } from "./wallet-holder.ts";

/** Builds a linked set in the form that its senders sign. */
export async function setOf(senders: readonly Holder[], orders: readonly Uint8Array[]) {
  const root = await orderRoot(orders);
  const signatures = senders.map((one) => {
    return { sender: one.id, key_id: one.keyId, signature: one.signature("linked transfers", root) };
  });
  return { sender: (senders[0] as Holder).id, orders: ordersOf(orders), signatures };
}

/** Returns the bytes of TransferOrders, in base64. */
export function ordersOf(orders: readonly Uint8Array[]): string {
  const parts = orders.flatMap((order) => [Buffer.of(0x0a, (order.length & 127) | 128, order.length >> 7), order]);
  return Buffer.concat(parts).toString("base64");
}
