import type { BatchChanges, PackedChange } from "../../domain/accounts/packed-changes.ts";
import { type AccountCheckpoint, type CaughtUp, caughtUp, pageMinDefault } from "./caught-up.ts";
import { RecentChanges } from "./recent-changes.ts";
import { Sweep, type Swept } from "./sweep.ts";

/** Follows the changes of accounts by all processes, and has the rows of the accounts follow. */
export class Checkpoints {
  readonly recent = new RecentChanges();
  readonly #sweep: Sweep;
  readonly #pageMin: number;

  constructor(checkpointEntries: number) {
    this.#pageMin = Math.min(pageMinDefault, checkpointEntries);
    this.#sweep = new Sweep(this.recent, checkpointEntries);
  }

  /**
   * Returns the number of the batch after which changes are to be read. Call it when another process has written.
   *
   * @param lastNumber number of the last batch that is stored
   * @param isSame whether the last batch here is stored as it was
   */
  behind(lastNumber: number, isSame: boolean): number {
    // A ledger that was put in place of another, or has lost its last batches and got others, is read anew.
    if (!isSame || lastNumber <= this.recent.lastNumber) this.forget();
    return this.recent.lastNumber;
  }

  /**
   * Adds what was read.
   *
   * @param firstNumber number of the first batch whose changes are stored; null if there is none
   */
  follow(added: readonly BatchChanges[], firstNumber: number | null): void {
    this.recent.dropBefore(firstNumber ?? Number.MAX_SAFE_INTEGER);
    for (const changes of added) this.recent.add(changes);
  }

  /** Returns what a batch writes beside its own changes, before they are followed or afterwards. */
  next(entries: number): Swept {
    return this.#sweep.next(entries);
  }

  /** Number of the first batch whose changes are kept. */
  get keptFrom(): number {
    return this.#sweep.keptFrom;
  }

  /**
   * Brings the row of an account up to date; undefined if it is.
   *
   * @param own change by the batch that is being written
   */
  caughtUp(row: AccountCheckpoint, own: PackedChange | undefined): CaughtUp | undefined {
    const changes = this.recent.packedSince(row.id, row.asOf);
    if (own !== undefined) changes.push(own);
    return caughtUp(row, changes, this.#pageMin);
  }

  /**
   * Notes that a batch is stored, with what `next` has returned.
   *
   * @param changes those of its bytes
   */
  written(batch: BatchChanges, swept: Swept, changes?: readonly PackedChange[]): void {
    const { keptFrom } = this;
    this.recent.add(batch, changes);
    this.recent.dropBefore(keptFrom);
    this.#sweep.written(swept);
  }

  /** Forgets everything: it is read again. */
  forget(): void {
    this.recent.clear();
    this.#sweep.forget();
  }
}
