import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { AuditRecordSchema, AuditService } from "#contract/admin/v1/audit_pb.js";
import { limits } from "../../../core/limits.ts";
import type { Sealer } from "../../../core/sealed-column.ts";
import type { StreamBounds } from "../../../rpc/handler.ts";
import type { Operations } from "../../../rpc/operations.ts";
import { readMoment } from "../../../rpc/pages.ts";
import type { Origin, StoredRecord } from "../domain/record.ts";
import type { AuditRecords } from "../domain/records.ts";
import { auditColumn } from "../domain/sealed-columns.ts";
import { cursorAt, listPosition, watchPosition } from "./cursor.ts";

export interface AuditOperationsDeps {
  readonly records: Pick<AuditRecords, "list" | "after" | "chain">;
  readonly sealer: Pick<Sealer, "open">;
  /** Interval at which the database is polled while somebody watches. */
  readonly pollMs: number;
}

/** Bounds of the streams. */
export const auditBounds: StreamBounds = {
  concurrentMax: limits.auditStreamsMax,
  perNetworkMax: limits.auditStreamsMax,
  requestsMax: 1,
  requestBytesMax: limits.eventRequestBytesMax,
  idleMs: limits.eventIdleMs,
};

/** Records that a stream reads at a time. */
const pageSize = 100;

/** The operations of admin.v1.AuditService. */
export function auditOperations({ records, sealer, pollMs }: AuditOperationsDeps): Operations<typeof AuditService> {
  async function message(record: StoredRecord): Promise<MessageInitShape<typeof AuditRecordSchema>> {
    const { number, id, atMs, sealed, targets, plain, ...others } = record;
    const opened = sealed.length === 0 ? undefined : await sealer.open(auditColumn.context({ id }), sealed);
    const origin = opened && (JSON.parse(Buffer.from(opened).toString("utf8")) as Origin);
    return {
      ...others,
      ...origin,
      number: BigInt(number),
      recordedAt: timestampFromMs(atMs),
      targets: JSON.parse(targets) as string[],
      values: JSON.parse(plain) as Record<string, string>,
    };
  }

  return {
    async listAuditRecords({ pageSize: size, pageToken, from, until, ...conditions }) {
      const before = await listPosition(records, pageToken);
      const wanted = {
        actorId: conditions.actorId || undefined,
        action: conditions.action || undefined,
        target: conditions.target || undefined,
        result: conditions.result || undefined,
        fromMs: readMoment(from, "from", "up"),
        untilMs: readMoment(until, "until", "up"),
      };
      // Requests one more, which shows whether there is another page.
      const found = await records.list(wanted, before, size + 1);
      const listed = found.slice(0, size);
      const last = listed.at(-1);
      return {
        records: await Promise.all(listed.map(message)),
        ...(found.length > size && last !== undefined && { nextPageToken: cursorAt(last) }),
      };
    },

    async *watchAudit({ cursor, lastEventId, fromStart, heartbeatSeconds }, { signal }) {
      let place = await watchPosition(records, lastEventId || cursor, fromStart);
      yield { cursor: cursorAt(place) };
      let silentMs = 0;
      while (!signal.aborted) {
        const page = await records.after(place.number, pageSize);
        for (const record of page) {
          place = record;
          yield { cursor: cursorAt(place), record: await message(record) };
        }
        if (page.length > 0) {
          silentMs = 0;
          continue;
        }
        await passed(pollMs, signal);
        silentMs += pollMs;
        if (silentMs < heartbeatSeconds * 1_000) continue;
        silentMs = 0;
        yield { cursor: cursorAt(place) };
      }
    },
  };
}

/** Waits for a time, or until the signal aborts. */
function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
