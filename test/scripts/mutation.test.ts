import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { scoresByFolder, testsOf } from "../../scripts/mutation.ts";

test("the score of a folder is the share of its changes that tests have noticed", () => {
  const mutants = (...statuses: readonly string[]) => ({ mutants: statuses.map((status) => ({ status })) });
  const scores = scoresByFolder({
    files: {
      "server/b/two.ts": mutants("Killed", "Timeout"),
      "server/a/one.ts": mutants("Killed", "Survived", "NoCoverage", "Ignored", "CompileError"),
      "server/b/three.ts": mutants("Survived"),
    },
  });
  expect([...scores]).toEqual([
    ["server/a", { changes: 3, noticed: 1 }],
    ["all", { changes: 6, noticed: 3 }],
    ["server/b", { changes: 3, noticed: 2 }],
  ]);
});

test("the tests of an area are in the folder of its name, and those of a pure domain beside them", () => {
  expect(testsOf("core/signing")).toEqual(["test/core/signing/**/*.test.ts"]);
  expect(testsOf("core/metrics/exposition.ts")).toEqual(["test/core/metrics/**/*.test.ts"]);
  const [engine] = testsOf("modules/ledger/engine/decide");
  expect(engine).toBe("test/modules/ledger/{domain,engine}/**/*.test.ts");
  for (const folder of ["ledger/domain", "ledger/engine", "identity/domain"]) {
    expect(existsSync(`test/modules/${folder}`)).toBe(true);
  }
});
