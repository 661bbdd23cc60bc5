import { bytesToSign } from "../../../../core/signing/purposes.ts";
import type { SignatureCheck } from "../../../../core/signing/signature.ts";
import { rootOf } from "./order-tree.ts";

/**
 * Whether an order is signed by a key: alone, for the purpose `transfer`, or among others, for `transfers`.
 *
 * @param signature 64 bytes, or what `treeSignatures` makes of them
 */
export async function isOrderSignature(
  order: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
  isSignature: SignatureCheck,
): Promise<boolean> {
  if (signature.length === 64) return isSignature(bytesToSign("transfer", order), publicKey, signature);
  const within = rootOf(order, signature);
  return within !== undefined && isSignature(bytesToSign("transfers", within.root), publicKey, within.signature);
}
