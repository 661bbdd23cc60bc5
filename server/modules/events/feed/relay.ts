import { entryBytes } from "../../ledger/domain/entry/chain.ts";
import { asRequestDigest } from "../../ledger/domain/entry/digests.ts";
import type { Entry } from "../../ledger/domain/entry/entry.ts";
import type { AssetTerms } from "../../ledger/domain/policy.ts";
import type { Ledger, Stretch } from "../../ledger/domain/requests.ts";
import type { StoredEntry } from "../../ledger/domain/rows.ts";
import type { Position } from "./cursor.ts";
import type { Feed } from "./feed.ts";
import { type Packed, pack } from "./transferable.ts";

/** Message of a relay to the feed in another thread. */
export interface Passed {
  /** Encoded entries of the followed wallets, in the order of the ledger. */
  readonly entries: Packed;
  /** Position up to which the entries are complete. */
  readonly reached: Position;
  /** Scales of the assets, needed to write amounts; sent first, and whenever there are more. */
  readonly terms?: AssetTerms;
}

/** A stretch of the ledger with encoded entries. */
export interface StoredStretch extends Omit<Stretch, "entries"> {
  readonly entries: Packed;
}

/** Calls of a feed in another thread. */
export interface RelayQuestions {
  /** Starts passing on the entries of a wallet, or of all, after the position that is passed on before the answer. */
  follow(id: number, owner: string | undefined): Promise<void>;
  unfollow(id: number): Promise<void>;
  between(owner: string | undefined, after: number, until: number, count: number): Promise<StoredStretch>;
  entriesAfter(sequence: number, count: number): Promise<StoredEntry[]>;
}

export interface RelayDeps {
  readonly feed: Feed;
  readonly ledger: Pick<Ledger, "between" | "entriesAfter">;
  readonly policy: AssetTerms;
  /** Interval at which the position is passed on while nothing happens in the wallets. */
  readonly beatMs: number;
}

/** Opens a relay that passes on entries with a function. */
export type OpenRelay = (pass: (passed: Passed) => void) => Relay;

/**
 * Passes entries on to a feed in another thread: once for each batch, and encoded, so that this thread has little to
 * do.
 */
export class Relay implements RelayQuestions {
  readonly #deps: RelayDeps;
  readonly #pass: (passed: Passed) => void;
  readonly #following = new Map<number, Promise<() => void>>();
  #entries: Uint8Array[] = [];
  #lastSequence = 0;
  #passedSequence = -1;
  #termsPassed = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(deps: RelayDeps, pass: (passed: Passed) => void) {
    this.#deps = deps;
    this.#pass = pass;
    this.#timer = setInterval(() => this.#flush(), deps.beatMs).unref();
  }

  async follow(id: number, owner: string | undefined): Promise<void> {
    const joined = this.#deps.feed.join({ push: (entry, bytes) => this.#push(entry, bytes) }, owner);
    this.#following.set(id, joined);
    try {
      await joined;
    } catch (error) {
      this.#following.delete(id);
      throw error;
    }
    this.#flush();
  }

  async unfollow(id: number): Promise<void> {
    const joined = this.#following.get(id);
    this.#following.delete(id);
    const leave = await joined?.catch(() => undefined);
    leave?.();
  }

  async between(owner: string | undefined, after: number, until: number, count: number): Promise<StoredStretch> {
    const { entries, reached } = await this.#deps.ledger.between(owner, after, until, count);
    // Sends the terms of the entries just read.
    this.#flush();
    return { entries: pack(entries.map(entryBytes)), reached };
  }

  entriesAfter(sequence: number, count: number): Promise<StoredEntry[]> {
    return this.#deps.ledger.entriesAfter(sequence, count);
  }

  /** Stops following. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#following.keys()].map((id) => this.unfollow(id)));
  }

  #push(entry: Entry, bytes: Uint8Array): void {
    // An entry may concern several followed wallets.
    if (entry.sequence <= this.#lastSequence) return;
    this.#lastSequence = entry.sequence;
    if (this.#entries.length === 0) queueMicrotask(() => this.#flush());
    this.#entries.push(bytes);
  }

  /** Passes on what is pending: the feed has pushed everything up to the position that it has reached. */
  #flush(): void {
    const { feed, policy } = this.#deps;
    const { known: reached } = feed;
    const { size } = policy.assets;
    if (this.#following.size === 0 || reached === undefined) return;
    if (reached.sequence === this.#passedSequence && size === this.#termsPassed) return;
    // A replaced policy keeps its currencies, with their scales.
    const terms = size === this.#termsPassed ? undefined : { assets: policy.assets };
    // A copy, since a view of larger memory would be sent with all of it.
    const requestDigest = asRequestDigest(Uint8Array.from(reached.requestDigest));
    this.#pass({
      entries: pack(this.#entries),
      reached: { ...reached, requestDigest },
      ...(terms && { terms }),
    });
    this.#entries = [];
    this.#passedSequence = reached.sequence;
    this.#termsPassed = size;
  }
}
