import { readEntry } from "../../ledger/domain/entry/chain.ts";
import type { Entry } from "../../ledger/domain/entry/entry.ts";
import type { FollowedEntry, Follower, WrittenEntries } from "../../ledger/domain/follower.ts";
import type { Ledger } from "../../ledger/domain/requests.ts";
import { ledgerStart, type Position } from "./cursor.ts";
import { type EventFeed, type Reader, Readers } from "./readers.ts";

export interface FeedDeps {
  readonly rows: Pick<Ledger, "entriesAfter" | "lastSequence">;
  /** Interval at which entries of other processes are polled while there are readers. */
  readonly pollMs: number;
  /** Called with the first of several consecutive errors. */
  readonly report: (error: unknown) => void;
}

/** Entries read from the database at a time. */
const pageSize = 1_000;

/**
 * The feed of this process. It is idle while there are no readers.
 *
 * Entries of this process come from memory as soon as they are durable, those of others from the database. Each is
 * taken in once for all readers, in the order of the ledger, without gaps.
 */
export class Feed implements EventFeed, Follower {
  readonly #deps: FeedDeps;
  readonly #readers = new Readers();
  /** The last entry taken in. */
  #last: Pick<Entry, "sequence" | "requestDigest"> | undefined;
  #reading: Promise<void> | undefined;
  /** Whether the last entry is of this process, and came since the database was last polled. */
  #isCurrent = false;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  async join(reader: Reader, owner: string | undefined): Promise<() => void> {
    const remove = this.#readers.add(reader, owner);
    this.#timer ??= setInterval(() => this.#look(), this.#deps.pollMs).unref();
    const leave = () => {
      remove();
      if (this.#readers.count === 0) this.#rest();
    };
    try {
      await this.end();
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Position of the last entry taken in; undefined while there are no readers, and before the first reading. */
  get known(): Position | undefined {
    return this.#last && { sequence: this.#last.sequence, requestDigest: this.#last.requestDigest, told: 0 };
  }

  get reached(): Position {
    if (this.known === undefined) throw new Error("the end of the ledger is known only after joining");
    return this.known;
  }

  /** Returns the end of the ledger; while there are readers, the position up to which it is taken in. */
  async end(): Promise<Position> {
    if (this.known !== undefined) return this.known;
    const end = await this.#storedEnd();
    // Entries that were taken in meanwhile must not be taken in again.
    if (this.#readers.count > 0) this.#last ??= end;
    return this.known ?? end;
  }

  get version(): number {
    return this.#readers.version;
  }

  isFollowed(entry: Entry): boolean {
    return this.#readers.isRead(entry);
  }

  /** Takes in entries that this process has made durable. */
  written({ firstSequence, last, followed, version }: WrittenEntries): void {
    if (this.#last === undefined) return;
    const { sequence } = this.#last;
    // Another process came first, so that the entries between are in the database; or a reader has joined meanwhile.
    if (firstSequence > sequence + 1 || version !== this.version) this.#readInBackground();
    else {
      for (const one of followed) if (one.entry.sequence > sequence) this.#readers.push(one);
      if (last.sequence > sequence) this.#last = last;
    }
    this.#isCurrent = this.#last.sequence === last.sequence;
  }

  /** Stops polling for entries of other processes. */
  close(): void {
    clearInterval(this.#timer);
  }

  /** Takes in new entries from the database; concurrent calls share one reading. */
  #read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /**
   * Polls for entries of other processes. Skipped if this process has just written, since there was none before its
   * own.
   */
  #look(): void {
    if (!this.#isCurrent) this.#readInBackground();
    this.#isCurrent = false;
  }

  #readInBackground(): void {
    this.#read().then(
      () => {
        this.#isFailing = false;
      },
      (error: unknown) => {
        if (!this.#isFailing) this.#deps.report(error);
        this.#isFailing = true;
      },
    );
  }

  async #readAll(): Promise<void> {
    await this.end();
    while (this.#last !== undefined) {
      const page = await this.#deps.rows.entriesAfter(this.#last.sequence, pageSize);
      for (const { bytes } of page) this.#takeIn({ entry: readEntry(bytes), bytes });
      if (page.length < pageSize) return;
    }
  }

  async #storedEnd(): Promise<Position> {
    const { rows } = this.#deps;
    const last = await rows.lastSequence();
    const [row] = last === 0 ? [] : await rows.entriesAfter(last - 1, 1);
    return row === undefined
      ? ledgerStart
      : { sequence: last, requestDigest: readEntry(row.bytes).requestDigest, told: 0 };
  }

  /** Passes an entry on, if it is the next one. */
  #takeIn(read: FollowedEntry): void {
    const { entry } = read;
    if (this.#last === undefined || entry.sequence !== this.#last.sequence + 1) return;
    this.#last = entry;
    if (this.#readers.isRead(entry)) this.#readers.push(read);
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#last = undefined;
  }
}
