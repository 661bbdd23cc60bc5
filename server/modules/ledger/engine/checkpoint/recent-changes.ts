import {
  type AccountChange,
  type AccountSums,
  type BatchChanges,
  forEachChange,
  readChange,
  readSums,
} from "../../domain/accounts/packed-changes.ts";

/** A change of an account by a batch that its row may not have yet. */
export interface RecentChange extends AccountChange {
  /** Last sequence number of the batch. */
  readonly lastSequence: number;
}

/** Where the change of an account is. */
interface Place {
  readonly batch: BatchChanges;
  readonly start: number;
  readonly end: number;
}

/**
 * Changes of accounts by the last batches, by account. The row of an account is written now and then; until then it is as of
 * an earlier batch, and what the batches since have changed is here.
 */
export class RecentChanges {
  readonly #batches: BatchChanges[] = [];
  readonly #places = new Map<number, Place[]>();
  #lastNumber = 0;

  /** Number of the first batch; undefined if there is none. */
  get firstNumber(): number | undefined {
    return this.#batches[0]?.number;
  }

  /** Number of the last batch that was ever added; 0 before the first. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Last sequence number of the last batch; 0 if there is none. */
  get lastSequence(): number {
    return this.#batches.at(-1)?.lastSequence ?? 0;
  }

  /** Number of entries from the first batch to the last. */
  get entries(): number {
    const [first, last] = [this.#batches[0], this.#batches.at(-1)];
    return first === undefined || last === undefined ? 0 : last.lastSequence - first.firstSequence + 1;
  }

  /** Adds the changes of a batch after all others. @throws UnreadablePacking */
  add(batch: BatchChanges): void {
    // All or nothing: bytes that cannot be read add nothing.
    const added: [id: number, place: Place][] = [];
    forEachChange(batch, (id, start, end) => added.push([id, { batch, start, end }]));
    for (const [id, place] of added) {
      const places = this.#places.get(id);
      if (places === undefined) this.#places.set(id, [place]);
      else places.push(place);
    }
    this.#batches.push(batch);
    this.#lastNumber = batch.number;
  }

  /** Drops the batches before one. */
  dropBefore(number: number): void {
    const kept = this.#batches.findIndex((batch) => batch.number >= number);
    for (const batch of this.#batches.splice(0, kept === -1 ? this.#batches.length : kept)) {
      forEachChange(batch, (id) => {
        const places = this.#places.get(id) as Place[];
        if (places.length === 1) this.#places.delete(id);
        else places.shift();
      });
    }
  }

  clear(): void {
    this.#batches.length = 0;
    this.#places.clear();
    this.#lastNumber = 0;
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  /** Returns the ids of all accounts here, in order. */
  ids(): Float64Array {
    return Float64Array.from(this.#places.keys()).sort();
  }

  /** Returns the sums of an account after its last change; undefined if its row is as of that, or later. */
  sums(id: number, asOf: number | null): AccountSums | undefined {
    const last = this.#places.get(id)?.at(-1);
    if (last === undefined || last.batch.lastSequence <= (asOf ?? 0)) return undefined;
    return readSums(last.batch, last.start, last.end);
  }

  /** Returns the changes that a row lacks. */
  since(id: number, asOf: number | null): RecentChange[] {
    return this.#placesSince(id, asOf).map((place) => changeAt(place, id));
  }

  /** Returns the changes that a row lacks, the last one first; each is read when it is asked for, whatever is dropped since. */
  latestSince(id: number, asOf: number | null): Iterable<RecentChange> {
    const places = this.#placesSince(id, asOf).reverse();
    return (function* () {
      for (const place of places) yield changeAt(place, id);
    })();
  }

  #placesSince(id: number, asOf: number | null): Place[] {
    const places = this.#places.get(id) ?? [];
    const first = places.findIndex(({ batch }) => batch.lastSequence > (asOf ?? 0));
    return first === -1 ? [] : places.slice(first);
  }
}

function changeAt({ batch, start, end }: Place, id: number): RecentChange {
  return { ...readChange(batch, id, start, end), lastSequence: batch.lastSequence };
}
