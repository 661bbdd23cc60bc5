import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { sha256 } from "../../core/sha256.ts";

/** A new key: the secret for its owner, and the digest that is stored. */
export interface MintedKey {
  readonly secret: string;
  readonly digest: Uint8Array;
}

/**
 * Makes a key of 32 random bytes: `plt_`, 43 base62 digits, and 6 base62 digits that hold the CRC-32 of the text before
 * them. The prefix lets scanners find leaked keys; the checksum reveals a mistyped key without a look-up.
 */
export function mintApiKey(random: Uint8Array = randomBytes(32)): MintedKey {
  const body = prefix + toBase62(BigInt(`0x${Buffer.from(random).toString("hex")}`), randomDigits);
  const secret = body + checksum(body);
  return { secret, digest: digestOf(secret) };
}

/** Returns the 32 random bytes of a key; undefined for any other text. */
export function randomBytesOfKey(text: string): Uint8Array | undefined {
  if (!text.startsWith(prefix) || hasWrongChecksum(text)) return undefined;
  const value = fromBase62(text.slice(prefix.length, -checksumDigits));
  return value < 1n << 256n ? Buffer.from(value.toString(16).padStart(64, "0"), "hex") : undefined;
}

/** SHA-256 of a secret. The secret's own randomness makes salt and stretching needless. */
export function digestOf(secret: string): Uint8Array {
  return sha256(secret);
}

/** Whether a text has the prefix of a key of this service, but a wrong form or checksum. */
export function hasWrongChecksum(text: string): boolean {
  if (!text.startsWith(prefix)) return false;
  const body = text.slice(0, -checksumDigits);
  return !keyPattern.test(text) || text.slice(-checksumDigits) !== checksum(body);
}

const prefix = "plt_";
/** 62^43 is the first power above 2^256. */
const randomDigits = 43;
/** 62^6 is the first power above 2^32. */
const checksumDigits = 6;
const keyPattern = /^plt_[0-9A-Za-z]{49}$/;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function checksum(body: string): string {
  return toBase62(BigInt(crc32(body)), checksumDigits);
}

function fromBase62(digits: string): bigint {
  return [...digits].reduce((value, digit) => value * 62n + BigInt(alphabet.indexOf(digit)), 0n);
}

function toBase62(value: bigint, digits: number): string {
  let text = "";
  for (let rest = value; text.length < digits; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
}
