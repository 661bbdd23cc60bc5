import type { BatchChanges } from "../../domain/accounts/packed-changes.ts";
import type { Batch } from "../../domain/entry/entry.ts";
import type { ChangesStored } from "../../domain/rows.ts";
import type { DerivedRows } from "./derived-rows.ts";
import type { RebuildReport } from "./report.ts";

/** The changes of accounts that are stored, of which those by the last batch stay. */
export class RebuiltChanges {
  readonly #rows: DerivedRows;
  readonly #report: RebuildReport;
  readonly #stored: ChangesStored | undefined;
  #compared = 0;
  #last: BatchChanges | undefined;

  constructor(rows: DerivedRows, report: RebuildReport, stored: ChangesStored | undefined) {
    this.#rows = rows;
    this.#report = report;
    this.#stored = stored;
  }

  /** Whether the changes by a batch are among those that are stored, or should be. */
  isNoted({ number }: Batch): boolean {
    return this.#stored !== undefined && number >= this.#stored.first;
  }

  /**
   * Compares the changes by a batch.
   *
   * @param stored undefined if they are not stored
   * @param isNeeded whether they should be
   */
  compare(batch: Batch, bytes: Uint8Array, stored: BatchChanges | undefined, isNeeded: boolean): void {
    const { number, firstSequence, lastSequence } = batch;
    this.#last = { number, firstSequence, lastSequence, bytes };
    if (stored !== undefined) this.#compared++;
    else if (!isNeeded) return;
    const isSame =
      stored?.firstSequence === firstSequence &&
      stored.lastSequence === lastSequence &&
      Buffer.compare(stored.bytes, bytes) === 0;
    if (!isSame) this.#report.changes++;
  }

  /** Has the changes by the last batch in place of all others. */
  async end(): Promise<void> {
    this.#report.changes += (this.#stored?.count ?? 0) - this.#compared;
    if (this.#last === undefined) await this.#rows.removeChanges();
    else await this.#rows.setChanges(this.#last);
  }
}
