/** Purposes of signatures by an identity's key or the service's key, except tokens. */
export type SigningPurpose =
  | "transfer"
  | "transfers"
  | "linked transfers"
  | "capture"
  | "release"
  | "receipt"
  | "channel";

/**
 * The bytes to sign for a purpose: the line `platonic <purpose> v1`, then the message as it is sent.
 *
 * A signature for one purpose is valid for no other, because no such line is a prefix of another. It is valid for no
 * token either, because a token's signature signs base64url and dots, without a space. New purposes must keep both
 * properties.
 */
export function bytesToSign(purpose: SigningPurpose, message: Uint8Array): Uint8Array {
  return Buffer.concat([lines[purpose], message]);
}

const lines: { readonly [purpose in SigningPurpose]: Buffer } = {
  transfer: lineOf("transfer"),
  transfers: lineOf("transfers"),
  capture: lineOf("capture"),
  release: lineOf("release"),
  "linked transfers": lineOf("linked transfers"),
  receipt: lineOf("receipt"),
  channel: lineOf("channel"),
};

function lineOf(purpose: SigningPurpose): Buffer {
  return Buffer.from(`platonic ${purpose} v1\n`, "ascii");
}
