import type { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { limits } from "../../../core/limits.ts";
import type { StreamBounds } from "../../../rpc/handler.ts";
import type { Operations } from "../../../rpc/operations.ts";
import { waitIn } from "../../../rpc/waits/wait-in.ts";
import type { Wallets } from "../../ledger/domain/wallets.ts";
import { foundWallet } from "../../wallets/index.ts";
import { firstCursor, type LedgerEvents } from "./ledger-events.ts";

export interface EventOperationsDeps {
  readonly events: Pick<LedgerEvents, "watch" | "next">;
  readonly wallets: Pick<Wallets, "find">;
}

/** Bounds of the streams of events. */
export const eventBounds: StreamBounds = {
  concurrentMax: limits.eventStreamsMax,
  perNetworkMax: limits.eventStreamsPerNetworkMax,
  requestsMax: 1,
  requestBytesMax: limits.eventRequestBytesMax,
  idleMs: limits.eventIdleMs,
};

/** Start of a stream in a request. */
interface Beginning {
  readonly cursor: string;
  /** Takes precedence over the cursor. */
  readonly lastEventId: string;
  readonly fromStart: boolean;
  readonly heartbeatSeconds: number;
}

/**
 * The operations of wallet.v1.EventService. Events contain the id of their wallet's identity, which only the answers
 * about all wallets have as a field; it is not written to the others.
 */
export function eventOperations({ events, wallets }: EventOperationsDeps): Operations<typeof EventService> {
  function question({ cursor, lastEventId, fromStart, heartbeatSeconds }: Beginning) {
    const given = lastEventId || cursor || (fromStart ? firstCursor : undefined);
    return { cursor: given, heartbeatMs: heartbeatSeconds * 1_000 };
  }

  return {
    watch(request, { signal }) {
      const owner = request.identityId;
      return events.watch({ ...question(request), owner, signal, before: () => foundWallet(wallets, owner) });
    },

    async listEvents(request, context) {
      const { identityId: owner, cursor, fromStart, count, waitSeconds } = request;
      await foundWallet(wallets, owner);
      const given = cursor || (fromStart ? firstCursor : undefined);
      const read = (signal: AbortSignal, stopping: AbortSignal) =>
        events.next({ owner, cursor: given, count, heartbeatMs: waitSeconds * 1_000, signal, stopping });
      const next = await waitIn(context, read);
      return { cursor: next.cursor, events: [...next.events] };
    },

    watchAll(request, { signal }) {
      return events.watch({ ...question(request), owner: undefined, signal });
    },
  };
}
