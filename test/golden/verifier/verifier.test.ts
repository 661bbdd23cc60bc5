// @module-tag slow/programs

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { vectorFiles } from "../../../scripts/vectors/write.ts";
import { goToolsProblem } from "../../support/go-tools.ts";

const isSkipped = goToolsProblem !== undefined && process.env["CI"] !== "true";
const reason = isSkipped ? ` (${goToolsProblem})` : "";
const pathOf = (name: string) => `test/vectors/steps/${name}.json`;

describe.skipIf(isSkipped)(`a verifier of Go's standard library alone${reason}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "platonic-verifier-"));
  const program = join(folder, "verify");
  const verify = (...files: string[]) => execFileSync(program, files, { encoding: "utf8", stdio: "pipe" });
  beforeAll(() => void execFileSync("go", ["build", "-o", program, "test/golden/verifier/verify.go"]));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(vectorFiles)("finds $name as they are said to be", ({ name, vectors }) => {
    const steps = vectors().reduce((sum, vector) => sum + vector.steps.length, 0);
    expect(verify(pathOf(name))).toBe(`${vectors().length} vectors, ${steps} steps\n`);
  });

  /** Files with one change, and what the verifier says of it. */
  test.each([
    ["a value", /"value": "1\.5"/, '"value": "1.6"', "amount: has other bytes"],
    [
      "bytes of a step",
      /"do": "sha-256",\n\s+"of": "order",\n\s+"bytes": "2/,
      (found: string) => `${found.slice(0, -1)}3`,
      "digest: has other bytes",
    ],
    ["a verdict", /"valid": false/, '"valid": true', "against what is said"],
    ["a reference", /"value": "order"/, '"value": "nothing"', "names no earlier step"],
    ["a public key", /"publicKey": "03/, '"publicKey": "04', "against what is said"],
  ] as const)("notices that %s was changed", (_, found, change, problem) => {
    const text = readFileSync(pathOf("orders"), "utf8");
    const changed = join(folder, "changed.json");
    writeFileSync(changed, text.replace(found, change as string));
    expect(readFileSync(changed, "utf8")).not.toBe(text);
    expect(() => verify(changed)).toThrow(problem);
  });
});
