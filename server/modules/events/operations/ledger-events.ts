import { entryBytes, entryDigest } from "../../ledger/domain/entry/chain.ts";
import type { EntryDigest } from "../../ledger/domain/entry/digests.ts";
import type { Entry } from "../../ledger/domain/entry/entry.ts";
import type { AssetTerms } from "../../ledger/domain/policy.ts";
import type { Ledger } from "../../ledger/domain/requests.ts";
import { entryMessage } from "../../wallets/index.ts";
import { ledgerStart, type Position, writeCursor } from "../feed/cursor.ts";
import type { Feed } from "../feed/feed.ts";
import { type LedgerEvent, type WatchDeps, watch } from "../feed/watch.ts";
import { positionByEntryDigest, requirePosition } from "./cursor-position.ts";

/** An event in the form in which it is sent: an entry with the id of the wallet's identity, or a heartbeat. */
export interface EventMessage {
  readonly cursor: string;
  readonly identityId?: string;
  readonly entry?: ReturnType<typeof entryMessage>;
  /** Computes the digest of the entry, which is unique across ledgers; not sent. */
  readonly digest?: () => EntryDigest;
}

export interface EventQuestion {
  /** The wallet; undefined: all. */
  readonly owner: string | undefined;
  /** Cursor after which to continue; undefined: the end of the ledger. */
  readonly cursor: string | undefined;
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
  /** Ends the wait for an event when it aborts, as the time of a heartbeat does; absent: nothing does. */
  readonly stopping?: AbortSignal;
  /** Called before anything is read; an error from it ends the events. */
  readonly before?: () => Promise<unknown>;
}

/** Some events, and the cursor after them. */
export interface NextEvents {
  readonly events: readonly EventMessage[];
  readonly cursor: string;
}

/** Events of the ledger for streams and webhooks. */
export interface LedgerEvents {
  /** Yields a heartbeat, and then events, until the signal aborts. @throws Fault for a cursor of another ledger */
  watch(question: EventQuestion): AsyncGenerator<EventMessage, void>;
  /** Reads the next events; waits for the first of them for the time of a heartbeat. */
  next(question: EventQuestion & { readonly owner: string; readonly count: number }): Promise<NextEvents>;
  /** @throws Fault for text that is no cursor, or a cursor of another ledger */
  requireCursor(cursor: string): Promise<void>;
  /** Returns the correct cursor for one issued with the digest of its entry as its mark; undefined for all others. */
  corrected(cursor: string): Promise<string | undefined>;
  /** Cursor of the end of the ledger. */
  end(): Promise<string>;
}

/** Cursor before the first entry. */
export const firstCursor = writeCursor(ledgerStart);

export interface EventWatchDeps extends WatchDeps {
  readonly ledger: Pick<Ledger, "between" | "entriesAfter">;
  readonly policy: AssetTerms;
}

export function ledgerEvents(deps: EventWatchDeps & { readonly feed: Feed }): LedgerEvents {
  const { feed, ledger, policy } = deps;
  return {
    watch: eventWatch(deps),
    async next(question) {
      const { owner, count } = question;
      const events = watch(deps, { ...question, from: () => beginning(question, ledger) }, (event) => event);
      try {
        const { value: start } = await events.next();
        const { value: first = start } = await events.next();
        if (first === undefined) throw new Error("the events ended before their first");
        if (first.told === undefined) return { events: [], cursor: writeCursor(first.place) };
        const { sequence } = await feed.end();
        const more = await ledger.between(owner, first.place.sequence, sequence, count);
        const all = [first, ...more.entries.map((entry) => toldOf(entry, owner))].slice(0, count);
        return {
          events: all.map((event) => messageOf(event, policy)),
          cursor: writeCursor((all.at(-1) as LedgerEvent).place),
        };
      } finally {
        await events.return();
      }
    },
    async requireCursor(cursor) {
      await requirePosition(cursor, ledger);
    },
    async corrected(cursor) {
      const place = await positionByEntryDigest(cursor, ledger);
      return place && writeCursor(place);
    },
    end: async () => writeCursor(await feed.end()),
  };
}

/** Returns the function that yields the events of a feed. */
export function eventWatch(deps: EventWatchDeps): LedgerEvents["watch"] {
  const { ledger, policy } = deps;
  return (question) =>
    watch(deps, { ...question, from: () => beginning(question, ledger) }, (event) => messageOf(event, policy));
}

async function beginning(
  { before, cursor }: EventQuestion,
  ledger: EventWatchDeps["ledger"],
): Promise<Position | undefined> {
  await before?.();
  return cursor === undefined ? undefined : requirePosition(cursor, ledger);
}

function messageOf({ place, told }: LedgerEvent, policy: AssetTerms): EventMessage {
  const cursor = writeCursor(place);
  if (told === undefined) return { cursor };
  const { entry, owner } = told;
  const digest = () => entryDigest(entryBytes(entry));
  return { cursor, identityId: owner, entry: entryMessage(entry, owner, policy), digest };
}

/** Converts an entry to an event of a wallet. */
function toldOf(entry: Entry, owner: string): LedgerEvent {
  return { place: { sequence: entry.sequence, requestDigest: entry.requestDigest, told: 0 }, told: { entry, owner } };
}
