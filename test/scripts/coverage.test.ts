import { expect, test } from "vitest";
import { coverageByArea } from "../../scripts/coverage.ts";

function counts(covered: number, total: number) {
  const metric = { covered, total };
  return { lines: metric, branches: metric, functions: metric };
}

test("the files of an area are added up, and the total that the tests wrote is not an area", () => {
  const files = {
    total: counts(9, 16),
    "/root/server/core/uuid.ts": counts(1, 2),
    "/root/server/modules/ledger/domain/money.ts": counts(3, 4),
    "/root/server/modules/ledger/store/rows.ts": counts(0, 4),
    "/root/server/transports/rest/route.ts": counts(5, 6),
  };
  expect([...coverageByArea(files, "/root")]).toEqual([
    ["server/core", counts(1, 2)],
    ["server/modules/ledger", counts(3, 8)],
    ["server/transports/rest", counts(5, 6)],
  ]);
});
