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
  /** The followed entries, in the order of the ledger. */
  readonly followed: readonly FollowedEntry[];
  /** Version of the follower before the first of them was checked. */
  readonly version: number;
}

/** Port: follows the entries that a process writes. */
export interface Follower {
  /** Changes whenever more entries are followed than before. */
  readonly version: number;
  /** Whether an entry is followed. Called for each entry while it is decided, when it is in the processor's cache. */
  isFollowed(entry: Entry): boolean;
  /** Called once the entries are durable. */
  written(written: WrittenEntries): void;
}
