import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { bundled, withSources } from "./bundled.ts";

test("stack traces of a bundled program name the sources and their lines", () => {
  // Without a task it cannot begin.
  const program = "test/support/ledger/worker.ts";
  const traceOf = (path: string) => spawnSync(process.execPath, [path], { encoding: "utf8" }).stderr;
  const [place] = /\/test\/support\/ledger\/worker\.ts:\d+/.exec(traceOf(program)) ?? [];
  expect(place).toBeDefined();
  const trace = traceOf(bundled(program));
  expect(trace).not.toContain(place);
  expect(withSources(trace)).toContain(place);
});
