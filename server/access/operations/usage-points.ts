import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { UsagePointSchema } from "#contract/admin/v1/usage_pb.js";
import { type FaultRow, faultTable } from "../../rpc/errors/faults.ts";
import type { UsageCaller, UsageCount } from "../domain/usage.ts";

type Counted = Omit<UsageCount, keyof UsageCaller>;

interface Point {
  readonly startMs: number;
  readonly operation: string;
  calls: number;
  abandoned: number;
  readonly failures: Map<FaultRow["wire"], number>;
}

/** Adds hourly counts up to points: one for each step and operation, ordered by start and operation. */
export function pointsOf(counts: readonly Counted[], stepMs: number): MessageInitShape<typeof UsagePointSchema>[] {
  const points = new Map<string, Point>();
  for (const { hourMs, operation, result, calls } of counts) {
    const startMs = Math.floor(hourMs / stepMs) * stepMs;
    const key = `${startMs} ${operation}`;
    const point = points.get(key) ?? { startMs, operation, calls: 0, abandoned: 0, failures: new Map() };
    points.set(key, point);
    point.calls += calls;
    if (result === "REFUSED") point.abandoned += calls;
    else if (result !== "OK") {
      // Several internal reasons map to one public reason.
      const { wire } = faultTable[result];
      point.failures.set(wire, (point.failures.get(wire) ?? 0) + calls);
    }
  }
  return [...points.values()].sort(inOrder).map(({ startMs, operation, calls, abandoned, failures }) => ({
    start: timestampFromMs(startMs),
    operation,
    calls: BigInt(calls),
    abandoned: BigInt(abandoned),
    failures: [...failures].map(([reason, failed]) => ({ reason, calls: BigInt(failed) })),
  }));
}

function inOrder(a: Point, b: Point): number {
  return a.startMs - b.startMs || (a.operation < b.operation ? -1 : 1);
}
