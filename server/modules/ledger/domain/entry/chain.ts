import { sha256 } from "../../../../core/sha256.ts";
import { asBatchHash, type BatchHash, type EntryDigest } from "./digests.ts";

export { entryBytes } from "./bytes.ts";
export { entryDigest } from "./digests.ts";
export { readEntry } from "./reader.ts";

/** Previous hash of the first batch: 32 zero bytes. */
export const firstPreviousHash: BatchHash = asBatchHash(new Uint8Array(32));

/**
 * Computes the hash of a batch, which covers its entries and, through the previous hash, all earlier batches.
 *
 * @param number of the batch, from 1
 * @param previous hash of the previous batch, `firstPreviousHash` for the first
 * @param digests of its entries, in order
 */
export function batchHash(number: number, previous: BatchHash, digests: readonly EntryDigest[]): BatchHash {
  const place = Buffer.alloc(8);
  // Signed, so that an audit can hash a corrupt, negative number.
  place.writeBigInt64BE(BigInt(number));
  return asBatchHash(sha256(Buffer.concat([batchDomain, place, previous, ...digests])));
}

/**
 * Returns the confirmation code of a transaction, for people: the first 80 bits of the digest of its entry in
 * Crockford's base32, which avoids letters that look like digits.
 */
export function confirmationCode(digest: EntryDigest): string {
  let code = "";
  for (let place = 0; place < 16; place++) {
    const bit = 5 * place;
    const pair = ((digest[bit >> 3] as number) << 8) | (digest[(bit >> 3) + 1] as number);
    if (place > 0 && place % 4 === 0) code += "-";
    code += alphabet[(pair >> (11 - (bit & 7))) & 31];
  }
  return code;
}

const batchDomain = Buffer.from("platonic ledger batch v1", "ascii");
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
