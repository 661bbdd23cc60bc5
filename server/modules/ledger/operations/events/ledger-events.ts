import type { Ledger } from "../../domain/book.ts";
import { ledgerStart, writeCursor } from "../../domain/feed/cursor.ts";
import type { Policy } from "../../domain/policy.ts";
import { type LedgerEvent, type WatchDeps, watch } from "../../feed/watch.ts";
import { entryMessage } from "../admin/entry-message.ts";
import { requirePlace } from "./place.ts";

/** An event as it is sent: with the id of the wallet's identity and its entry, or a heartbeat. */
export interface EventMessage {
  readonly cursor: string;
  readonly identityId?: string;
  readonly entry?: ReturnType<typeof entryMessage>;
}

export interface EventQuestion {
  /** The wallet; undefined: all. */
  readonly owner: string | undefined;
  /** Cursor to go on from; undefined: from now on. */
  readonly cursor: string | undefined;
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
}

/** Events of the ledger, for whoever passes them on. */
export interface LedgerEvents {
  /** Yields a heartbeat, and then events, until the signal aborts. @throws Fault for a cursor of another ledger */
  watch(question: EventQuestion): AsyncGenerator<EventMessage, void>;
  /** @throws Fault for a cursor that is none, or is of another ledger */
  requireCursor(cursor: string): Promise<void>;
  /** Cursor of the end of the ledger. */
  end(): Promise<string>;
}

/** Cursor before the first entry. */
export const firstCursor = writeCursor(ledgerStart);

export interface LedgerEventsDeps extends WatchDeps {
  readonly ledger: Pick<Ledger, "between" | "entriesAfter">;
  readonly policy: Policy;
}

export function ledgerEvents(deps: LedgerEventsDeps): LedgerEvents {
  const { feed, ledger, policy } = deps;

  function messageOf({ place, told }: LedgerEvent): EventMessage {
    const cursor = writeCursor(place);
    if (told === undefined) return { cursor };
    return { cursor, identityId: told.owner, entry: entryMessage(told.entry, told.owner, policy) };
  }

  return {
    async *watch({ cursor, ...options }) {
      const from = cursor === undefined ? undefined : await requirePlace(cursor, ledger);
      for await (const event of watch(deps, { ...options, from })) yield messageOf(event);
    },
    async requireCursor(cursor) {
      await requirePlace(cursor, ledger);
    },
    end: async () => writeCursor(await feed.end()),
  };
}
