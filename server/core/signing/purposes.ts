/**
 * What an identity's key or the service's key signs beside tokens.
 *
 * - `transfer`: an order to move money
 * - `transfers`: many such orders at once
 * - `receipt`: the service's word that it was carried out
 * - `channel`: the service's static key of the channel
 */
export type SigningPurpose = "transfer" | "transfers" | "receipt" | "channel";

/**
 * The bytes to sign for a purpose: the line `platonic <purpose> v1`, then the message as it is sent.
 *
 * So a signature for one purpose is good for no other: no such line is the beginning of another one. It is good for no
 * token either: a token's signature signs base64url and a dot, in which there is no space. Whoever adds a purpose keeps
 * both.
 */
export function bytesToSign(purpose: SigningPurpose, message: Uint8Array): Uint8Array {
  return Buffer.concat([lines[purpose], message]);
}

const lines: { readonly [purpose in SigningPurpose]: Buffer } = {
  transfer: lineOf("transfer"),
  transfers: lineOf("transfers"),
  receipt: lineOf("receipt"),
  channel: lineOf("channel"),
};

function lineOf(purpose: SigningPurpose): Buffer {
  return Buffer.from(`platonic ${purpose} v1\n`, "ascii");
}
