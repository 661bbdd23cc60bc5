import type { Entry } from "../../ledger/domain/entry/entry.ts";
import { walletsOf } from "../../ledger/domain/entry/postings.ts";
import type { FollowedEntry } from "../../ledger/domain/follower.ts";
import type { Position } from "./cursor.ts";

/** Receives entries, in the order of the ledger. */
export interface Reader {
  push(entry: Entry, bytes: Uint8Array): void;
}

/** The end of the ledger, for readers who wait for new entries. */
export interface EventFeed {
  /**
   * Adds a reader of one wallet, or of all; the returned function removes it. It gets every entry after a position that
   * is reached before this resolves.
   */
  join(reader: Reader, owner: string | undefined): Promise<() => void>;
  /** Position up to which readers have got their entries. Known after joining. */
  readonly reached: Position;
}

/** The readers of each wallet, and of all. */
export class Readers {
  readonly #byOwner = new Map<string, Set<Reader>>();
  readonly #ofAll = new Set<Reader>();
  #count = 0;
  #version = 0;

  get count(): number {
    return this.#count;
  }

  /** Number of readers that were ever added. */
  get version(): number {
    return this.#version;
  }

  /** Adds a reader of one wallet, or of all. Returns a function that removes it. */
  add(reader: Reader, owner: string | undefined): () => void {
    const set = owner === undefined ? this.#ofAll : (this.#byOwner.get(owner) ?? new Set());
    if (owner !== undefined) this.#byOwner.set(owner, set);
    set.add(reader);
    this.#count++;
    this.#version++;
    return () => {
      if (!set.delete(reader)) return;
      this.#count--;
      if (owner !== undefined && set.size === 0) this.#byOwner.delete(owner);
    };
  }

  /** Passes an entry on to the readers of the wallets whose money it moves. */
  push({ entry, bytes }: FollowedEntry): void {
    const owners = walletsOf(entry);
    if (owners.length === 0) return;
    for (const reader of this.#ofAll) reader.push(entry, bytes);
    for (const owner of owners) {
      for (const reader of this.#byOwner.get(owner) ?? none) reader.push(entry, bytes);
    }
  }

  /** Whether an entry may concern a reader. It moves money of its owner, of its counterparty and of the service. */
  isRead({ owner, counterparty }: Entry): boolean {
    return this.#ofAll.size > 0 || this.#byOwner.has(owner) || this.#byOwner.has(counterparty ?? owner);
  }
}

const none: ReadonlySet<Reader> = new Set();
