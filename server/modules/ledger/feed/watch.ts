import type { Ledger } from "../domain/book.ts";
import type { Entry } from "../domain/entry/entry.ts";
import type { Place } from "../domain/feed/cursor.ts";
import { type Feed, walletsOf } from "./feed.ts";
import type { Watcher } from "./watcher.ts";

/** An entry as one wallet sees it, or a heartbeat, and the place after it. */
export interface LedgerEvent {
  readonly place: Place;
  readonly told?: { readonly entry: Entry; readonly owner: string };
}

export interface WatchDeps {
  readonly feed: Feed;
  readonly ledger: Pick<Ledger, "between">;
}

export interface WatchOptions {
  /** The wallet; undefined: all. */
  readonly owner: string | undefined;
  /** Finds where to begin; undefined: at the end of the ledger. */
  readonly from: () => Promise<Place | undefined>;
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
}

/** Entries that are read from the database at once. */
const pageSize = 200;

/**
 * Yields a heartbeat, and then what moves money, in the order of the ledger, until the signal aborts. The next entry is
 * prepared when the reader asks for it.
 *
 * @param view makes of each event what is yielded
 */
export async function* watch<View>(
  { feed, ledger }: WatchDeps,
  options: WatchOptions,
  view: (event: LedgerEvent) => View,
): AsyncGenerator<View, void> {
  const { owner, heartbeatMs, signal } = options;
  const from = await options.from();
  const { watcher, leave } = feed.join(owner);
  const end = () => watcher.end();
  signal.addEventListener("abort", end);
  try {
    let place = from ?? (await feed.end());
    yield view({ place });
    while (!signal.aborted) {
      const stretch = watcher.isBehind ? await readOn(watcher, place) : { entries: watcher.take(), end: undefined };
      for (const entry of stretch.entries) {
        for (const event of eventsOf(entry, place, owner)) {
          yield view(event);
          place = event.place;
        }
      }
      if (stretch.end !== undefined && stretch.end.sequence > place.sequence) place = stretch.end;
      if (stretch.entries.length > 0 || watcher.isBehind) continue;
      if (await watcher.changed(heartbeatMs)) continue;
      // Nothing waits, so everything up to the end is told.
      if (feed.known !== undefined && feed.known.sequence > place.sequence) place = feed.known;
      yield view({ place });
    }
  } finally {
    signal.removeEventListener("abort", end);
    end();
    leave();
  }

  /** Reads from the database, until the reader has reached the feed. The place is that after a stretch read to its end. */
  async function readOn(watcher: Watcher, { sequence }: Place) {
    const end = await feed.end();
    const { entries, reached } = await ledger.between(owner, sequence, end.sequence, pageSize);
    const isWhole = reached >= end.sequence;
    if (isWhole && feed.known?.sequence === end.sequence) watcher.catchUp();
    return { entries, end: isWhole ? end : undefined };
  }
}

/** Views of an entry that are still to be told after a place. */
function eventsOf(entry: Entry, before: Place, owner: string | undefined): LedgerEvent[] {
  const { sequence, id } = entry;
  const after: Place = { sequence, id, told: 0 };
  if (owner !== undefined) return [{ place: after, told: { entry, owner } }];
  const wallets = walletsOf(entry);
  const { told } = before;
  return wallets.slice(told).map((wallet, index) => {
    const isLast = told + index === wallets.length - 1;
    return { place: isLast ? after : { ...before, told: told + index + 1 }, told: { entry, owner: wallet } };
  });
}
