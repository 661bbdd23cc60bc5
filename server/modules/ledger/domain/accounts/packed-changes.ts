import { type BarePosting, readPostings, writePostings } from "./packed-postings.ts";
import { VarintReader, VarintWriter } from "./varints.ts";

/** Sums of an account, which entries change. */
export interface AccountSums {
  readonly balance: bigint;
  readonly spentDay: number;
  readonly spent: bigint;
}

/** Changes of an account by a batch: its sums after it, and its postings. */
export interface AccountChange extends AccountSums {
  readonly id: number;
  readonly postings: readonly BarePosting[];
}

/** The changes of the accounts by a batch, in packed form. */
export interface BatchChanges {
  /** Number of the batch. */
  readonly number: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly bytes: Uint8Array;
}

/**
 * Packs changes in the order of the accounts' ids: for each the distance of its id from the one before, the length of what
 * follows, and its sums and postings.
 *
 * @param changes ordered by id
 */
export function packChanges(firstSequence: number, changes: readonly AccountChange[]): Uint8Array {
  const [all, one] = [new VarintWriter(), new VarintWriter()];
  let before = 0;
  for (const { id, balance, spentDay, spent, postings } of changes) {
    one.big(balance);
    one.number(spentDay);
    one.big(spent);
    writePostings(one, firstSequence, postings);
    const bytes = one.take();
    all.number(id - before);
    all.number(bytes.length);
    all.bytes(bytes);
    before = id;
  }
  return all.take();
}

/** Calls with the id of each account, and where its change begins and ends. @throws UnreadablePacking */
export function forEachChange(
  { bytes }: Pick<BatchChanges, "bytes">,
  take: (id: number, start: number, end: number) => void,
): void {
  const reader = new VarintReader(bytes);
  for (let id = 0; !reader.isAtEnd; ) {
    id += reader.number();
    const length = reader.number();
    const start = reader.place;
    reader.skip(length);
    take(id, start, reader.place);
  }
}

/** Reads the sums of a change alone. @throws UnreadablePacking */
export function readSums({ bytes }: Pick<BatchChanges, "bytes">, start: number, end: number): AccountSums {
  const reader = new VarintReader(bytes, start, end);
  return { balance: reader.big(), spentDay: reader.number(), spent: reader.big() };
}

/** Reads the change of an account. @throws UnreadablePacking */
export function readChange(
  { bytes, firstSequence }: Pick<BatchChanges, "bytes" | "firstSequence">,
  id: number,
  start: number,
  end: number,
): AccountChange {
  const reader = new VarintReader(bytes, start, end);
  const sums = { balance: reader.big(), spentDay: reader.number(), spent: reader.big() };
  return { id, ...sums, postings: readPostings(reader, firstSequence) };
}

/** Reads all changes of a batch. @throws UnreadablePacking */
export function unpackChanges(changes: Pick<BatchChanges, "bytes" | "firstSequence">): AccountChange[] {
  const read: AccountChange[] = [];
  forEachChange(changes, (id, start, end) => read.push(readChange(changes, id, start, end)));
  return read;
}
