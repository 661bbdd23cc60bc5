import type { RecentChanges } from "./recent-changes.ts";

/** Accounts that a batch brings up to date beside its own changes. */
export interface Swept {
  /** Accounts whose rows are brought up to date. */
  readonly ids: readonly number[];
  /** The round that the accounts are of. */
  readonly round: object;
}

/** Batches whose changes a batch removes at most: one that removes many would be a pause. */
const removedMax = 8;

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
  #keptFrom = 0;

  constructor(recent: RecentChanges, checkpointEntries: number) {
    this.#recent = recent;
    this.#checkpointEntries = checkpointEntries;
  }

  /**
   * Returns the part of a batch.
   *
   * @param entries number of its entries, about
   */
  next(entries: number): Swept {
    const { ids } = this.#round;
    // A service that is always killed early must end its rounds, too.
    const left = Math.max(entries, 2 * this.#checkpointEntries - this.#recent.entries);
    const count = Math.ceil((ids.length * entries) / Math.min(left, this.#checkpointEntries));
    const end = Math.min(ids.length, this.#place + count);
    return { ids: [...ids.subarray(this.#place, end)], round: this.#round };
  }

  /** Number of the first batch whose changes are kept: every row has those of the batches before. */
  get keptFrom(): number {
    const first = this.#recent.firstNumber ?? this.#recent.lastNumber + 1;
    return Math.max(first, Math.min(this.#keptFrom, first + removedMax));
  }

  /** Notes that what `next` has returned is written. */
  written({ ids, round }: Swept): void {
    // The changes of other processes have begun another one.
    if (round !== this.#round) return;
    this.#place += ids.length;
    if (this.#place < this.#round.ids.length) return;
    this.#keptFrom = this.#round.keptFrom;
    this.#round = { ids: this.#recent.ids(), keptFrom: this.#recent.lastNumber + 1 };
    this.#place = 0;
  }

  /** Begins anew: the changes are others. */
  forget(): void {
    this.#round = { ids: new Float64Array(), keptFrom: 0 };
    [this.#place, this.#keptFrom] = [0, 0];
  }
}
