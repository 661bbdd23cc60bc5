import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GetUsageResponseSchema } from "#contract/admin/v1/usage_pb.js";
import { columnsOf } from "../../../clients/console/src/keys/columns.ts";

test("calls are summed over operations for each hour, and hours without calls are there", () => {
  const at = (hour: number) => ({ seconds: BigInt(hour * 3_600), nanos: 0 });
  const usage = create(GetUsageResponseSchema, {
    from: at(10),
    until: at(13),
    points: [
      { start: at(10), operation: "a", calls: 5n, failures: [{ reason: 4, calls: 2n }], abandoned: 1n },
      { start: at(10), operation: "b", calls: 7n },
      { start: at(12), operation: "a", calls: 1n },
    ],
  });
  expect(columnsOf(usage, 3_600)).toEqual([
    { start: 36_000, calls: 12, failed: 3 },
    { start: 39_600, calls: 0, failed: 0 },
    { start: 43_200, calls: 1, failed: 0 },
  ]);
});
