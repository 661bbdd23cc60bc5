import { createHmac, timingSafeEqual } from "node:crypto";
import { Concealed } from "./masking.ts";
import { type RandomBytes, uniformInteger } from "./randomness.ts";

/** A new code, which is sent to the address, and its digest, which is stored with the challenge. */
export interface IssuedCode {
  readonly stored: Uint8Array;
  readonly code: Concealed<string>;
}

/** Makes a code of eight digits for a challenge. Its digest reveals nothing without the pepper. */
export function beginOneTimeCode(challengeId: string, pepper: Uint8Array, randomBytes: RandomBytes): IssuedCode {
  const code = uniformInteger(10 ** digits, randomBytes)
    .toString()
    .padStart(digits, "0");
  return { stored: digestOf(challengeId, code, pepper), code: new Concealed(code) };
}

/** Whether the answer is the code of this challenge. Spaces and hyphens are ignored. */
export function checkOneTimeCode(challengeId: string, stored: Uint8Array, answer: string, pepper: Uint8Array): boolean {
  const code = answer.length > answerCharactersMax ? "" : answer.replace(/[\s-]/g, "");
  const digest = digestOf(challengeId, code, pepper);
  return stored.length === digest.length && timingSafeEqual(stored, digest);
}

const digits = 8;
const answerCharactersMax = 32;

/** Returns the digest of a code. It covers the id of the challenge, so that a code is valid for no other challenge. */
function digestOf(challengeId: string, code: string, pepper: Uint8Array): Buffer {
  return createHmac("sha256", pepper)
    .update(JSON.stringify(["one-time-code", challengeId, code]))
    .digest();
}
