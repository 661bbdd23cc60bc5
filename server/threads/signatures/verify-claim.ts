import { isSignatureNow } from "../../core/signing/signature.ts";
import type { Sodium } from "../../core/sodium.ts";
import type { SignatureClaim } from "./packed-signatures.ts";

/**
 * Whether a signature is the key's. libsodium takes half of the time, and refuses what node:crypto refuses, and some more.
 * So its yes is final, and its no is asked again: what counts as a signature does not depend on the machine.
 */
export function verifyClaim(
  { message, publicKey, signature }: SignatureClaim,
  sodium: Pick<Sodium, "crypto_sign_verify_detached"> | undefined,
): boolean {
  if (sodium?.crypto_sign_verify_detached(signature, message, publicKey)) return true;
  return isSignatureNow(message, publicKey, signature);
}
