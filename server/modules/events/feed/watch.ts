import type { Entry } from "../../ledger/domain/entry/entry.ts";
import { walletsOf } from "../../ledger/domain/entry/postings.ts";
import type { Ledger } from "../../ledger/domain/requests.ts";
import type { Position } from "./cursor.ts";
import type { EventFeed } from "./readers.ts";
import { Watcher } from "./watcher.ts";

/** An entry from the perspective of one wallet, or a heartbeat, and the position after it. */
export interface LedgerEvent {
  readonly place: Position;
  readonly told?: { readonly entry: Entry; readonly owner: string };
}

export interface WatchDeps {
  readonly feed: EventFeed;
  readonly ledger: Pick<Ledger, "between">;
}

export interface WatchOptions {
  /** The wallet; undefined: all. */
  readonly owner: string | undefined;
  /** Finds the start position; undefined: the end of the ledger. */
  readonly from: () => Promise<Position | undefined>;
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
  /** Ends each wait for an event from its abort on, as the time of a heartbeat does; absent: nothing does. */
  readonly stopping?: AbortSignal;
}

/** Entries read from the database at a time. */
const pageSize = 200;

/**
 * Yields a heartbeat, and then entries that move money, in the order of the ledger, until the signal aborts. The next
 * entry is prepared when the reader requests it.
 *
 * @param view converts each event to the yielded value
 */
export async function* watch<View>(
  { feed, ledger }: WatchDeps,
  options: WatchOptions,
  view: (event: LedgerEvent) => View,
): AsyncGenerator<View, void> {
  const { owner, heartbeatMs, signal, stopping } = options;
  const from = await options.from();
  const watcher = new Watcher();
  const leave = await feed.join(watcher, owner);
  const end = () => watcher.end();
  const hurry = () => watcher.hurry();
  signal.addEventListener("abort", end);
  if (stopping?.aborted) hurry();
  else stopping?.addEventListener("abort", hurry);
  try {
    let place = from ?? feed.reached;
    yield view({ place });
    while (!signal.aborted) {
      const stretch = watcher.isBehind ? await readOn(place) : { entries: watcher.take(), end: undefined };
      for (const entry of stretch.entries) {
        // A cursor of another process may be ahead of this feed.
        if (entry.sequence <= place.sequence) continue;
        for (const event of eventsOf(entry, place, owner)) {
          yield view(event);
          place = event.place;
        }
      }
      if (stretch.end !== undefined && stretch.end.sequence > place.sequence) place = stretch.end;
      if (stretch.entries.length > 0 || watcher.isBehind) continue;
      if (await watcher.changed(heartbeatMs)) continue;
      // Nothing is pending, so everything up to the end is published.
      if (feed.reached.sequence > place.sequence) place = feed.reached;
      yield view({ place });
    }
  } finally {
    signal.removeEventListener("abort", end);
    stopping?.removeEventListener("abort", hurry);
    end();
    leave();
  }

  /**
   * Reads from the database until the reader has reached the feed. The position is that after a stretch that was read
   * to its end.
   */
  async function readOn({ sequence }: Position) {
    const end = feed.reached;
    // Later entries are kept from now on: they may come before the answer of the database.
    watcher.catchUp();
    const { entries, reached } = await ledger.between(owner, sequence, end.sequence, pageSize);
    if (reached >= end.sequence) return { entries, end };
    watcher.fallBehind();
    return { entries, end: undefined };
  }
}

/** Returns the views of an entry that are not published before a position. */
function eventsOf(entry: Entry, before: Position, owner: string | undefined): LedgerEvent[] {
  const { sequence, requestDigest: digest } = entry;
  const after: Position = { sequence, requestDigest: digest, told: 0 };
  if (owner !== undefined) return [{ place: after, told: { entry, owner } }];
  const wallets = walletsOf(entry);
  const { told } = before;
  return wallets.slice(told).map((wallet, index) => {
    const isLast = told + index === wallets.length - 1;
    return { place: isLast ? after : { ...before, told: told + index + 1 }, told: { entry, owner: wallet } };
  });
}
