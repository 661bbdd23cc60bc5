import { readEntry } from "../domain/entry/chain.ts";
import { type Entry, isSystemOwner } from "../domain/entry/entry.ts";
import { postingsOf } from "../domain/entry/postings.ts";
import { ledgerStart, type Place } from "../domain/feed/cursor.ts";
import type { LedgerRows } from "../domain/replay/rows.ts";
import { Watcher } from "./watcher.ts";

export interface FeedDeps {
  readonly rows: Pick<LedgerRows, "entriesAfter" | "lastSequence">;
  /** Interval in which entries of other processes are looked for while somebody watches. */
  readonly pollMs: number;
  /** Called with the first of several errors in succession. */
  readonly report: (error: unknown) => void;
}

/** Entries that are read from the database at once. */
const pageSize = 1_000;

/**
 * The end of the ledger, for readers who wait for what comes. Nothing is done while nobody does.
 *
 * Entries of this process come from memory as soon as they are durable, those of others from the database. Each is taken in
 * once for all readers, in the order of the ledger, without gaps.
 */
export class Feed {
  readonly #deps: FeedDeps;
  readonly #byOwner = new Map<string, Set<Watcher>>();
  readonly #ofAll = new Set<Watcher>();
  #watchers = 0;
  /** The last entry that is taken in. */
  #last: Pick<Entry, "sequence" | "id"> | undefined;
  #reading: Promise<void> | undefined;
  /** Whether the last entry is of this process, and came since the last look at the database. */
  #isCurrent = false;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  /** Adds a reader of one wallet, or of all. Whoever joins must leave. */
  join(owner?: string): { readonly watcher: Watcher; leave(): void } {
    const watcher = new Watcher();
    const set = owner === undefined ? this.#ofAll : (this.#byOwner.get(owner) ?? new Set());
    if (owner !== undefined) this.#byOwner.set(owner, set);
    set.add(watcher);
    this.#watchers++;
    this.#timer ??= setInterval(() => this.#look(), this.#deps.pollMs).unref();
    return {
      watcher,
      leave: () => {
        if (!set.delete(watcher)) return;
        if (owner !== undefined && set.size === 0) this.#byOwner.delete(owner);
        this.#watchers--;
        if (this.#watchers === 0) this.#rest();
      },
    };
  }

  /** Returns the end of the ledger; while somebody watches, as far as it is taken in. */
  async end(): Promise<Place> {
    if (this.known !== undefined) return this.known;
    const end = await this.#storedEnd();
    // Entries that were taken in meanwhile are not to be taken in again.
    if (this.#watchers > 0) this.#last ??= end;
    return this.known ?? end;
  }

  /** Returns the same without waiting; undefined before the first reading. */
  get known(): Place | undefined {
    return this.#last && { sequence: this.#last.sequence, id: this.#last.id, told: 0 };
  }

  /** Takes in entries that this process has made durable. */
  written(entries: readonly Entry[]): void {
    if (this.#last === undefined) return;
    for (const entry of entries) this.#takeIn(entry);
    const end = entries.at(-1)?.sequence ?? 0;
    this.#isCurrent = end === this.#last.sequence;
    // Another process was faster: what lies between is in the database.
    if (end > this.#last.sequence) this.#readInBackground();
  }

  close(): void {
    this.#rest();
  }

  /** Takes in what the database has; a second call at the same time shares the first. */
  #read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Looks for entries of other processes. When this process has just written, there was none before its own. */
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
      for (const { bytes } of page) this.#takeIn(readEntry(bytes));
      if (page.length < pageSize) return;
    }
  }

  async #storedEnd(): Promise<Place> {
    const { rows } = this.#deps;
    const last = await rows.lastSequence();
    const [row] = last === 0 ? [] : await rows.entriesAfter(last - 1, 1);
    return row === undefined ? ledgerStart : { sequence: last, id: row.id, told: 0 };
  }

  /** Passes an entry on, if it is the next one. */
  #takeIn(entry: Entry): void {
    if (this.#last === undefined || entry.sequence !== this.#last.sequence + 1) return;
    this.#last = entry;
    if (!this.#isWatched(entry)) return;
    const owners = walletsOf(entry);
    if (owners.length === 0) return;
    for (const watcher of this.#ofAll) watcher.push(entry);
    for (const owner of owners) {
      for (const watcher of this.#byOwner.get(owner) ?? none) watcher.push(entry);
    }
  }

  /** Whether somebody may have to be told of an entry. It moves money of its owner, of its counterparty and of the service. */
  #isWatched({ owner, counterparty }: Entry): boolean {
    return this.#ofAll.size > 0 || this.#byOwner.has(owner) || this.#byOwner.has(counterparty ?? owner);
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#last = undefined;
  }
}

const none: ReadonlySet<Watcher> = new Set();

/** Owners of the wallets into which or out of which an entry moves money, in the order of its postings. */
export function walletsOf(entry: Entry): string[] {
  const owners: string[] = [];
  for (const { owner } of postingsOf(entry)) {
    if (!isSystemOwner(owner) && !owners.includes(owner)) owners.push(owner);
  }
  return owners;
}
