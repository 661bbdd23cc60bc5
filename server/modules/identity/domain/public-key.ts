import { ed25519 } from "@noble/curves/ed25519.js";
import { Fault } from "../../../core/fault.ts";
import { bytesOfBase64url } from "./base64url.ts";

/**
 * Reads an Ed25519 public key for registration: 32 bytes as base64url without padding.
 *
 * Rejects non-canonical encodings, which would give one key two names, and points outside the group of prime order:
 * anyone can forge signatures for a key of small order, and verifiers disagree about a key with a component of small
 * order.
 */
export function requirePublicKey(text: string): Uint8Array {
  const bytes = bytesOfBase64url(text);
  if (bytes === undefined || !isGoodPublicKey(bytes)) {
    throw new Fault("PARAMETER_INVALID", "public_key must be an Ed25519 public key: 32 bytes as base64url.", {
      parameter: "public_key",
      provided: text,
    });
  }
  return new Uint8Array(bytes);
}

export function isGoodPublicKey(bytes: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(bytes, false);
    return !point.isSmallOrder() && point.isTorsionFree();
  } catch {
    return false;
  }
}
