import { sha256 } from "../../../../core/sha256.ts";

export { entryBytes } from "./bytes.ts";
export { readEntry } from "./reader.ts";

/** What the first batch follows: 32 zero bytes. */
export const firstPreviousHash: Uint8Array = new Uint8Array(32);

/**
 * What an entry is known by in the chain: SHA-256 of a name for this use, then the canonical bytes.
 *
 * @param bytes as `entryBytes` spells them
 */
export function entryDigest(bytes: Uint8Array): Uint8Array {
  const end = entryUse.length + bytes.length;
  if (end > named.length) return sha256(Buffer.concat([entryUse, bytes]));
  named.set(bytes, entryUse.length);
  return sha256(named.subarray(0, end));
}

/**
 * The chain's hash with a batch: over everything in the batch and, by the hash before, over everything before it.
 *
 * @param number of the batch, from 1
 * @param previous hash of the batch before, `firstPreviousHash` for the first
 * @param digests of its entries in their order
 */
export function batchHash(number: number, previous: Uint8Array, digests: readonly Uint8Array[]): Uint8Array {
  const place = Buffer.alloc(8);
  // A number that was made a negative one is hashed too, to another hash.
  place.writeBigInt64BE(BigInt(number));
  return sha256(Buffer.concat([batchUse, place, previous, ...digests]));
}

/**
 * What people tell each other a transaction by: the first 80 bits of its entry's digest in the alphabet of Crockford,
 * which has no letters that look like digits.
 */
export function confirmationCode(digest: Uint8Array): string {
  let code = "";
  for (let place = 0; place < 16; place++) {
    const bit = 5 * place;
    const pair = ((digest[bit >> 3] as number) << 8) | (digest[(bit >> 3) + 1] as number);
    if (place > 0 && place % 4 === 0) code += "-";
    code += alphabet[(pair >> (11 - (bit & 7))) & 31];
  }
  return code;
}

const entryUse = Buffer.from("platonic ledger entry v1", "ascii");
/** Begins with the name; entries are copied behind it, as long as they are short. */
const named = Buffer.concat([entryUse, Buffer.alloc(4096)]);
const batchUse = Buffer.from("platonic ledger batch v1", "ascii");
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
