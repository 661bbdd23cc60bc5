import type { Entry } from "./entry/entry.ts";

/** An entry with its canonical bytes. */
export interface FollowedEntry {
  readonly entry: Entry;
  readonly bytes: Uint8Array;
}

/** Entries that a process has written together, without a gap. */
export interface WrittenEntries {
  readonly firstSequence: number;
  readonly last: Pick<Entry, "sequence" | "requestDigest">;
  /** Those that are followed, in the order of the ledger. */
  readonly followed: readonly FollowedEntry[];
  /** Version of the follower before it was asked for the first of them. */
  readonly version: number;
}

/** Port: follows what a process writes. */
export interface Follower {
  /** Another number whenever more entries are followed than before. */
  readonly version: number;
  /** Whether somebody has to be told of an entry. Asked of each while it is decided, when its memory is at hand anyway. */
  isFollowed(entry: Entry): boolean;
  /** Called once the entries are durable. */
  written(written: WrittenEntries): void;
}
