import type { EventService } from "../../../../../gen/es/platonic/wallet/v1/event_service_pb.js";
import { limits } from "../../../../core/limits.ts";
import type { StreamBounds } from "../../../../rpc/handler.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import type { Ledger } from "../../domain/book.ts";
import { ledgerStart, writeCursor } from "../../domain/feed/cursor.ts";
import type { Policy } from "../../domain/policy.ts";
import type { Wallets } from "../../domain/wallets.ts";
import { type LedgerEvent, type WatchDeps, watch } from "../../feed/watch.ts";
import { entryMessage } from "../admin/entry-message.ts";
import { foundWallet } from "../wallets/wallets.ts";
import { requirePlace } from "./place.ts";

export interface EventOperationsDeps extends WatchDeps {
  readonly ledger: Pick<Ledger, "between" | "entriesAfter">;
  readonly wallets: Pick<Wallets, "find">;
  readonly policy: Policy;
}

/** Bounds of the streams of events. */
export const eventBounds: StreamBounds = {
  concurrentMax: limits.eventStreamsMax,
  perNetworkMax: limits.eventStreamsPerNetworkMax,
  requestsMax: 1,
  requestBytesMax: limits.eventRequestBytesMax,
  idleMs: limits.eventIdleMs,
};

/** Where a stream begins, as its request says. */
interface Beginning {
  readonly cursor: string;
  /** Counts before the cursor. */
  readonly lastEventId: string;
  readonly fromStart: boolean;
}

/** The operations of wallet.v1.EventService. */
export function eventOperations(deps: EventOperationsDeps): Operations<typeof EventService> {
  const { ledger, wallets, policy } = deps;

  async function from({ cursor: first, lastEventId, fromStart }: Beginning) {
    const cursor = lastEventId || first;
    if (cursor !== "") return requirePlace(cursor, ledger);
    return fromStart ? ledgerStart : undefined;
  }

  function messageOf({ place, told }: LedgerEvent) {
    const cursor = writeCursor(place);
    if (told === undefined) return { cursor };
    return { cursor, identityId: told.owner, entry: entryMessage(told.entry, told.owner, policy) };
  }

  return {
    async *watch(request, { signal }) {
      const owner = request.identityId;
      await foundWallet(wallets, owner);
      const options = { owner, from: await from(request), heartbeatMs: request.heartbeatSeconds * 1_000, signal };
      for await (const event of watch(deps, options)) {
        const { identityId: _, ...message } = messageOf(event);
        yield message;
      }
    },

    async *watchAll(request, { signal }) {
      const options = {
        owner: undefined,
        from: await from(request),
        heartbeatMs: request.heartbeatSeconds * 1_000,
        signal,
      };
      for await (const event of watch(deps, options)) yield messageOf(event);
    },
  };
}
