import { sha256 } from "../../../../core/sha256.ts";
import type { AssetCode } from "../assets.ts";
import type { Entry } from "./entry.ts";
import type { PlacedPosting } from "./placed-posting.ts";
import { postingsOf } from "./postings.ts";

/** A running summary of the postings of an account: their number, their sum, and a hash over them in order. */
export class PostingTrail {
  count = 0;
  sum = 0n;
  #last: Uint8Array = new Uint8Array(32);

  add({ sequence, leg, kind, amount }: PlacedPosting): void {
    const bytes = Buffer.alloc(32 + 5 * 8);
    bytes.set(this.#last);
    // 64 bits hold any value of a column, valid or not. Amounts get 128 bits.
    for (const [index, value] of [BigInt(sequence), BigInt(leg), BigInt(kind), amount >> 64n, amount].entries()) {
      bytes.writeBigUInt64BE(BigInt.asUintN(64, value), 32 + 8 * index);
    }
    this.#last = sha256(bytes);
    this.count++;
    this.sum += amount;
  }

  isEqual(other: PostingTrail): boolean {
    return Buffer.compare(this.#last, other.#last) === 0;
  }
}

/**
 * Compares a stored posting with the entry of its sequence number; used to locate the difference once an account is
 * known to differ. Returns the flaw, if any.
 */
export function postingFlaw(
  owner: string,
  asset: AssetCode,
  posting: PlacedPosting,
  entry: Entry | undefined,
): string | undefined {
  const place = `posting ${posting.sequence}/${posting.leg}`;
  const moved = entry && postingsOf(entry)[posting.leg];
  if (moved === undefined || moved.owner !== owner || moved.asset !== asset) return `${place} is of no entry`;
  if (moved.amount !== posting.amount) return `${place} is ${posting.amount}, its entry moved ${moved.amount}`;
  return entry?.kind === posting.kind ? undefined : `${place} is of kind ${posting.kind}, its entry of ${entry?.kind}`;
}
