import type { PlacedPosting } from "../entry/placed-posting.ts";
import { VarintReader, VarintWriter } from "./varints.ts";

/** Postings of one account without the balances that they leave, in the order of the ledger. */
export type BarePosting = Omit<PlacedPosting, "balance">;

/**
 * Writes postings: their number, then each as the distance of its sequence number from the one before, its leg, its kind and its
 * amount.
 *
 * @param base at most the first sequence number
 */
export function writePostings(writer: VarintWriter, base: number, postings: readonly BarePosting[]): void {
  writer.number(postings.length);
  let before = base;
  for (const { sequence, leg, kind, amount } of postings) {
    writer.number(sequence - before);
    writer.number(leg);
    writer.number(kind);
    writer.big(amount);
    before = sequence;
  }
}

/** @throws UnreadablePacking */
export function readPostings(reader: VarintReader, base: number): BarePosting[] {
  const postings: BarePosting[] = [];
  let sequence = base;
  for (let left = reader.number(); left > 0; left--) {
    sequence += reader.number();
    postings.push({ sequence, leg: reader.number(), kind: reader.number(), amount: reader.big() });
  }
  return postings;
}

/** Packs postings that are stored by themselves. */
export function packPostings(postings: readonly BarePosting[]): Uint8Array {
  const writer = new VarintWriter();
  writePostings(writer, 0, postings);
  return writer.take();
}

/** Packed postings that are yet to be read, and the number from which their first sequence number is counted. */
export interface PostingRun {
  readonly reader: VarintReader;
  readonly base: number;
}

/** Packs postings that are already packed, run after run, without reading their amounts. @throws UnreadablePacking */
export function joinPostings(runs: readonly PostingRun[]): { readonly count: number; readonly bytes: Uint8Array } {
  const counts = runs.map(({ reader }) => reader.number());
  const count = counts.reduce((sum, one) => sum + one, 0);
  const writer = new VarintWriter();
  writer.number(count);
  let before = 0;
  for (const [index, { reader, base }] of runs.entries()) {
    let sequence = base;
    for (let left = counts[index] as number; left > 0; left--) {
      sequence += reader.number();
      writer.number(sequence - before);
      writer.copy(reader, integersAfterSequence);
      before = sequence;
    }
  }
  return { count, bytes: writer.take() };
}

/** The leg, the kind and the amount. */
const integersAfterSequence = 3;

/** @throws UnreadablePacking */
export function unpackPostings(bytes: Uint8Array): BarePosting[] {
  return readPostings(new VarintReader(bytes), 0);
}

/** Adds the balance that each posting leaves, given the one after the last of them. */
export function withBalances(postings: readonly BarePosting[], after: bigint): PlacedPosting[] {
  let balance = after - postings.reduce((sum, { amount }) => sum + amount, 0n);
  return postings.map((posting) => {
    balance += posting.amount;
    return { ...posting, balance };
  });
}
