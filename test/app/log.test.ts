import { QueryFailedError } from "typeorm";
import { expect, test } from "vitest";
import { createLog } from "../../server/app/log.ts";

test("a failed statement is logged without its values", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const cause = Object.assign(new Error("disk full"), { code: "SQLITE_FULL" });
  log.error({ err: new QueryFailedError("INSERT INTO t VALUES (?)", ["a value"], cause) }, "failed");
  expect(lines[0]).toContain("disk full");
  expect(lines[0]).not.toContain("a value");
});
