import {
  type AccountChange,
  type AccountSums,
  type BatchChanges,
  changesIn,
  type PackedChange,
  readBatch,
  readChange,
  readSums,
} from "../../domain/accounts/packed-changes.ts";

/** A change of an account by a batch that its row may not have yet. */
export interface RecentChange extends AccountChange {
  /** Last sequence number of the batch. */
  readonly lastSequence: number;
}

/**
 * Changes of accounts by the last batches, by account. The row of an account is written now and then; until then it is as of
 * an earlier batch, and what the batches since have changed is here.
 */
export class RecentChanges {
  readonly #batches: { readonly batch: BatchChanges; readonly changes: readonly PackedChange[] }[] = [];
  readonly #changes = new Map<number, PackedChange[]>();
  #lastNumber = 0;

  /** Number of the first batch; undefined if there is none. */
  get firstNumber(): number | undefined {
    return this.#batches[0]?.batch.number;
  }

  /** Number of the last batch that was ever added; 0 before the first. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Last sequence number of the last batch; 0 if there is none. */
  get lastSequence(): number {
    return this.#batches.at(-1)?.batch.lastSequence ?? 0;
  }

  /** Number of entries from the first batch to the last. */
  get entries(): number {
    const [first, last] = [this.#batches[0]?.batch, this.#batches.at(-1)?.batch];
    return first === undefined || last === undefined ? 0 : last.lastSequence - first.firstSequence + 1;
  }

  /**
   * Adds the changes of a batch after all others.
   *
   * @param changes those of its bytes; bytes that cannot be read add nothing
   * @throws UnreadablePacking
   */
  add(batch: BatchChanges, changes: readonly PackedChange[] = readBatch(batch, changesIn)): void {
    for (const change of changes) {
      const ofAccount = this.#changes.get(change.id);
      if (ofAccount === undefined) this.#changes.set(change.id, [change]);
      else ofAccount.push(change);
    }
    this.#batches.push({ batch, changes });
    this.#lastNumber = batch.number;
  }

  /** Drops the batches before one. */
  dropBefore(number: number): void {
    const kept = this.#batches.findIndex(({ batch }) => batch.number >= number);
    for (const { changes } of this.#batches.splice(0, kept === -1 ? this.#batches.length : kept)) {
      for (const { id } of changes) {
        const ofAccount = this.#changes.get(id) as PackedChange[];
        if (ofAccount.length === 1) this.#changes.delete(id);
        else ofAccount.shift();
      }
    }
  }

  clear(): void {
    this.#batches.length = 0;
    this.#changes.clear();
    this.#lastNumber = 0;
  }

  has(id: number): boolean {
    return this.#changes.has(id);
  }

  /** Returns the ids of all accounts here, in order. */
  ids(): Float64Array {
    return Float64Array.from(this.#changes.keys()).sort();
  }

  /** Returns the sums of an account after its last change; undefined if its row is as of that, or later. */
  sums(id: number, asOf: number | null): AccountSums | undefined {
    const last = this.#changes.get(id)?.at(-1);
    return last === undefined || last.batch.lastSequence <= (asOf ?? 0)
      ? undefined
      : readBatch(last.batch, () => readSums(last));
  }

  /** Returns the changes that a row lacks, in order; each is read when it is asked for, whatever is dropped since. */
  earliestSince(id: number, asOf: number | null): Iterable<RecentChange> {
    return readInTurn(this.packedSince(id, asOf));
  }

  /** Does the same, the last one first. */
  latestSince(id: number, asOf: number | null): Iterable<RecentChange> {
    return readInTurn(this.packedSince(id, asOf).reverse());
  }

  /** Returns the changes that a row lacks, in packed form. */
  packedSince(id: number, asOf: number | null): PackedChange[] {
    const changes = this.#changes.get(id) ?? [];
    const first = changes.findIndex(({ batch }) => batch.lastSequence > (asOf ?? 0));
    return first === -1 ? [] : changes.slice(first);
  }
}

function* readInTurn(changes: readonly PackedChange[]): Generator<RecentChange> {
  for (const change of changes) yield readRecent(change);
}

function readRecent(change: PackedChange): RecentChange {
  const { batch } = change;
  return { ...readBatch(batch, () => readChange(change)), lastSequence: batch.lastSequence };
}
