// @module-tag slow/load

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Runs three restore tests in a process, each on its own thread; returns its exit status and what V8 freed. */
function restoreTests(...parameters: string[]) {
  const program = fileURLToPath(new URL("./restore-tests.ts", import.meta.url));
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [program, ...parameters], {
    encoding: "utf8",
  });
  return { status, signal, stderr, freed: stdout.split("\n").filter((line) => line.startsWith("[wasm-gc] Freeing")) };
}

test("no WebAssembly is freed in three restore tests", () => {
  expect(restoreTests()).toEqual({ status: 0, signal: null, stderr: "", freed: [] });
});

test("without the flag, V8 frees WebAssembly or crashes", () => {
  const { signal, freed } = restoreTests("collecting");
  expect(freed.length > 0 || signal === "SIGSEGV").toBe(true);
});
