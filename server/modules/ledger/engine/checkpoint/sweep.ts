import type { RecentChanges } from "./recent-changes.ts";

/** Accounts that a batch brings up to date beside its own changes. */
export interface Swept {
  /** Accounts whose rows are brought up to date. */
  readonly ids: readonly number[];
  /** The round that the accounts are of. */
  readonly round: object;
  /** Part of an account that is left to the next batch. */
  readonly left: number;
}

/** Batches whose changes a batch removes at most: one that removes many would be a pause. */
const removedMax = 8;

/**
 * Returns how many rows a batch brings up to date at most. Where several processes write, each counts the entries of all, but
 * comes to its rows with its own batches alone: its share grows until it would be all of them, while the others wait.
 */
function atOnceMax(entries: number): number {
  return 64 + 8 * entries;
}

/**
 * Brings the rows of changed accounts up to date, some with every batch, in the order of their ids, in which neighbours share
 * a page. When a round has come to all accounts that had changed at its beginning, the changes of the batches until then are
 * in their rows.
 */
export class Sweep {
  readonly #checkpointEntries: number;
  readonly #recent: RecentChanges;
  #round: { readonly ids: Float64Array; readonly keptFrom: number } = { ids: new Float64Array(), keptFrom: 0 };
  #place = 0;
  #left = 0;
  #keptFrom = 0;

  constructor(recent: RecentChanges, checkpointEntries: number) {
    this.#recent = recent;
    this.#checkpointEntries = checkpointEntries;
  }

  /**
   * Returns the share of a batch. A batch of one has none most of the time: each row costs it a page.
   *
   * @param entries number of its entries, about
   */
  next(entries: number): Swept {
    const { ids } = this.#round;
    // A service that is always killed early must end its rounds, too.
    const until = Math.max(entries, 2 * this.#checkpointEntries - this.#recent.entries);
    const share = this.#left + (ids.length * entries) / Math.min(until, this.#checkpointEntries);
    const count = Math.min(Math.floor(share), atOnceMax(entries));
    const end = Math.min(ids.length, this.#place + count);
    return { ids: [...ids.subarray(this.#place, end)], round: this.#round, left: Math.min(1, share - count) };
  }

  /** Number of the first batch whose changes are kept: every row has those of the batches before. */
  get keptFrom(): number {
    const first = this.#recent.firstNumber ?? this.#recent.lastNumber + 1;
    return Math.max(first, Math.min(this.#keptFrom, first + removedMax));
  }

  /** Notes that what `next` has returned is written. */
  written({ ids, round, left }: Swept): void {
    // The changes of other processes have begun another one.
    if (round !== this.#round) return;
    this.#place += ids.length;
    this.#left = left;
    if (this.#place < this.#round.ids.length) return;
    this.#keptFrom = this.#round.keptFrom;
    this.#round = { ids: this.#recent.ids(), keptFrom: this.#recent.lastNumber + 1 };
    [this.#place, this.#left] = [0, 0];
  }

  /** Begins anew: the changes are others. */
  forget(): void {
    this.#round = { ids: new Float64Array(), keptFrom: 0 };
    [this.#place, this.#left, this.#keptFrom] = [0, 0, 0];
  }
}
