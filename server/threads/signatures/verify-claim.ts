import { createKeyReader, isSignatureNow } from "../../core/signing/signature.ts";
import type { Sodium } from "../../core/sodium.ts";
import type { SignatureClaim } from "./packed-signatures.ts";

/**
 * Creates a check of signatures in the calling thread. libsodium takes half the time of node:crypto and rejects all
 * that node:crypto rejects, and some more. A signature that libsodium rejects is checked again by node:crypto, so that
 * the result does not depend on the machine.
 */
export function createClaimCheck(
  sodium: Pick<Sodium, "crypto_sign_verify_detached"> | undefined,
): (claim: SignatureClaim) => boolean {
  const keyOf = createKeyReader();
  return ({ message, publicKey, signature }) =>
    sodium?.crypto_sign_verify_detached(signature, message, publicKey) === true ||
    isSignatureNow(message, publicKey, signature, keyOf);
}
