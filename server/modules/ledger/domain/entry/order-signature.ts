import { bytesToSign } from "../../../../core/signing/purposes.ts";
import type { SignatureCheck } from "../../../../core/signing/signature.ts";
import type { EntryKind } from "./entry.ts";
import { kindFacts } from "./kinds.ts";
import { rootOf } from "./order-tree.ts";

/**
 * Verifies the signature of an entry's stored order. An order to capture or release a hold has its own purpose, and is
 * never in a tree.
 */
export async function isEntrySignature(
  kind: EntryKind,
  order: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
  isSignature: SignatureCheck,
  isLinked = false,
): Promise<boolean> {
  const purpose = kindFacts[kind].order;
  if (purpose === undefined) return false;
  if (purpose === "transfer") return isOrderSignature(order, publicKey, signature, isSignature, isLinked);
  return isSignature(bytesToSign(purpose, order), publicKey, signature);
}

/**
 * Verifies the signature of an order: of the order itself, for the purpose `transfer`, or of a tree, for `transfers`,
 * or for `linked transfers` if it was processed in a linked set.
 *
 * @param signature 64 bytes, or one of `OrderTree.signatures`
 */
export async function isOrderSignature(
  order: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
  isSignature: SignatureCheck,
  isLinked = false,
): Promise<boolean> {
  if (signature.length === 64 && !isLinked) return isSignature(bytesToSign("transfer", order), publicKey, signature);
  const within = rootOf(order, signature);
  const purpose = isLinked ? "linked transfers" : "transfers";
  return within !== undefined && isSignature(bytesToSign(purpose, within.root), publicKey, within.signature);
}
