import { joined, utf8 } from "../bytes.ts";
import { isSignedBy } from "../published-key.ts";
import { rootOf } from "./order-tree.ts";

/** Verifies the signature that the ledger keeps with an order: of the order alone, or of a tree of orders, linked or not. */
export async function isOrderSigned(
  order: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  isLinked = false,
): Promise<boolean> {
  if (signature.length === 64 && !isLinked) return isSignedBy(publicKey, bytesToSign("transfer", order), signature);
  const tree = await rootOf(order, signature);
  const purpose = isLinked ? "linked transfers" : "transfers";
  return tree !== undefined && isSignedBy(publicKey, bytesToSign(purpose, tree.root), tree.signature);
}

/** Purposes of signatures of orders. */
export type OrderPurpose = "transfer" | "transfers" | "linked transfers" | "capture" | "release";

/** Verifies the signature of an order to capture or release a hold. */
export function isChangeSigned(
  purpose: "capture" | "release",
  order: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  return isSignedBy(publicKey, bytesToSign(purpose, order), signature);
}

/** Prefixes the bytes with a line that names the purpose, so that a signature is valid for no other. */
export function bytesToSign(purpose: OrderPurpose, bytes: Uint8Array): Uint8Array {
  return joined(utf8(`platonic ${purpose} v1\n`), bytes);
}
