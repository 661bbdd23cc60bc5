import type { EventService } from "../../../../../gen/es/platonic/wallet/v1/event_service_pb.js";
import { limits } from "../../../../core/limits.ts";
import type { StreamBounds } from "../../../../rpc/handler.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import type { Wallets } from "../../domain/wallets.ts";
import { foundWallet } from "../wallets/found-wallet.ts";
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

/** Where a stream begins, as its request says. */
interface Beginning {
  readonly cursor: string;
  /** Counts before the cursor. */
  readonly lastEventId: string;
  readonly fromStart: boolean;
  readonly heartbeatSeconds: number;
}

/** The operations of wallet.v1.EventService. */
export function eventOperations({ events, wallets }: EventOperationsDeps): Operations<typeof EventService> {
  function question({ cursor, lastEventId, fromStart, heartbeatSeconds }: Beginning) {
    const given = lastEventId || cursor || (fromStart ? firstCursor : undefined);
    return { cursor: given, heartbeatMs: heartbeatSeconds * 1_000 };
  }

  return {
    async *watch(request, { signal }) {
      const owner = request.identityId;
      await foundWallet(wallets, owner);
      for await (const event of events.watch({ ...question(request), owner, signal })) {
        const { identityId: _, ...message } = event;
        yield message;
      }
    },

    async listEvents(request, context) {
      const { identityId: owner, cursor, fromStart, count, waitSeconds } = request;
      await foundWallet(wallets, owner);
      const { signal = new AbortController().signal } = context;
      const given = cursor || (fromStart ? firstCursor : undefined);
      const next = await events.next({ owner, cursor: given, count, heartbeatMs: waitSeconds * 1_000, signal });
      return { cursor: next.cursor, events: next.events.map(({ identityId: _, ...message }) => message) };
    },

    async *watchAll(request, { signal }) {
      yield* events.watch({ ...question(request), owner: undefined, signal });
    },
  };
}
