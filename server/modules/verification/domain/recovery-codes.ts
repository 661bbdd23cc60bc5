import { createHmac, timingSafeEqual } from "node:crypto";
import { Concealed } from "./masking.ts";
import type { RandomBytes } from "./randomness.ts";

/** New recovery codes, which are shown to their owner once, and their digests, which are stored. */
export interface IssuedRecoveryCodes {
  readonly digests: readonly Uint8Array[];
  readonly codes: Concealed<readonly string[]>;
}

/** Makes ten codes of 80 random bits in base32, as in `ABCD-EFGH-IJKL-MNOP`. They replace all earlier ones. */
export function beginRecoveryCodes(
  identity: string,
  pepper: Uint8Array,
  randomBytes: RandomBytes,
): IssuedRecoveryCodes {
  const codes = Array.from({ length: count }, () => base32(randomBytes(bytesPerCode)));
  return {
    digests: codes.map((code) => digestOf(identity, code, pepper)),
    codes: new Concealed(codes.map((code) => (code.match(/.{4}/g) as string[]).join("-"))),
  };
}

/**
 * Returns the index of the stored digest that matches the answer; undefined when none does. Case, spaces and hyphens
 * are ignored. A code works once: the caller removes its digest with an update conditional on nothing having changed.
 */
export function checkRecoveryCode(
  identity: string,
  stored: readonly Uint8Array[],
  answer: string,
  pepper: Uint8Array,
): number | undefined {
  const code = answer.length > answerCharactersMax ? "" : answer.replace(/[\s-]/g, "").toUpperCase();
  const digest = digestOf(identity, code, pepper);
  let found: number | undefined;
  // All are compared, so that timing does not reveal which one matched.
  for (const [index, kept] of stored.entries()) {
    if (kept.length === digest.length && timingSafeEqual(kept, digest)) found = index;
  }
  return found;
}

const count = 10;
const bytesPerCode = 10;
const answerCharactersMax = 64;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648; ten bytes are sixteen digits without padding. */
function base32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{5}/g) as string[]).map((five) => alphabet[Number.parseInt(five, 2)]).join("");
}

function digestOf(identity: string, code: string, pepper: Uint8Array): Buffer {
  return createHmac("sha256", pepper)
    .update(JSON.stringify(["recovery-code", identity, code]))
    .digest();
}
