import { type BarePosting, type PostingRun, readPostings, writePostings } from "./packed-postings.ts";
import { readAt, UnreadablePacking, VarintReader, VarintWriter } from "./varints.ts";

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

/** The part of the packed form that readers need. */
type PackedBatch = Pick<BatchChanges, "bytes" | "firstSequence">;

/** The change of an account by a batch, in packed form. */
export interface PackedChange<Batch extends PackedBatch = BatchChanges> {
  readonly id: number;
  readonly batch: Batch;
  /** Where it begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** Returns the changes of a batch, ordered by id. @throws UnreadablePacking */
export function changesIn<Batch extends PackedBatch>(batch: Batch): PackedChange<Batch>[] {
  const reader = new VarintReader(batch.bytes);
  const changes: PackedChange<Batch>[] = [];
  for (let id = 0; !reader.isAtEnd; ) {
    id += reader.number();
    const length = reader.number();
    const start = reader.place;
    reader.skip(length);
    changes.push({ id, batch, start, end: reader.place });
  }
  return changes;
}

/** Reads the sums of a change alone. @throws UnreadablePacking */
export function readSums({ batch, start, end }: PackedChange): AccountSums {
  const reader = new VarintReader(batch.bytes, start, end);
  return { balance: reader.big(), spentDay: reader.number(), spent: reader.big() };
}

/** Reads a change. @throws UnreadablePacking */
export function readChange({ id, batch, start, end }: PackedChange<PackedBatch>): AccountChange {
  const reader = new VarintReader(batch.bytes, start, end);
  const sums = { balance: reader.big(), spentDay: reader.number(), spent: reader.big() };
  return { id, ...sums, postings: readPostings(reader, batch.firstSequence) };
}

/** Returns the postings of a change without reading them. @throws UnreadablePacking */
export function postingsOfChange({ batch, start, end }: PackedChange): PostingRun {
  const reader = new VarintReader(batch.bytes, start, end);
  reader.skipIntegers(sumsCount);
  return { reader, base: batch.firstSequence };
}

/** Integers before the postings of a change. */
const sumsCount = 3;

/** Reads all changes of a batch. @throws UnreadablePacking */
export function unpackChanges(changes: PackedBatch): AccountChange[] {
  return changesIn(changes).map(readChange);
}

/** Reads all changes of a batch; undefined if they cannot be read. */
export function readableChanges(changes: PackedBatch): AccountChange[] | undefined {
  try {
    return unpackChanges(changes);
  } catch (error) {
    if (error instanceof UnreadablePacking) return undefined;
    throw error;
  }
}

/** Reads changes by a batch, which an error names. @throws UnreadablePacking */
export function readBatch<Read>(batch: BatchChanges, read: (batch: BatchChanges) => Read): Read {
  return readAt(
    () => `what batch ${batch.number} has changed of the accounts (ledger_changes)`,
    () => read(batch),
  );
}
