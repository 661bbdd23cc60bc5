import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { openBackupFixture, passphraseBytes, restoreTest } from "../modules/backup/backup-fixture.ts";
import { quickStretching } from "../support/vault/constants.ts";

// A program that runs three restore tests while V8 writes to stdout which WebAssembly it frees. With the argument
// `collecting`, V8 may free it, as it does by default.

const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-"));
const scene = await openBackupFixture(
  { dataDirectory },
  {
    restoreTest(task, signal) {
      const finding = restoreTest({ ...task, readPassphrase: passphraseBytes, stretching: quickStretching }, signal);
      if (process.argv[2] === "collecting") setFlagsFromString("--wasm-code-gc");
      return finding;
    },
  },
);
await scene.addIdentity();
await scene.backups.create();
setFlagsFromString("--trace-wasm-code-gc");
// Whatever may be freed is freed at once.
setFlagsFromString("--stress-wasm-code-gc");
for (let time = 0; time < 3; time++) {
  const report = await scene.backups.restoreTest();
  if (report === undefined || report.problems.length > 0) throw new Error(JSON.stringify(report));
}
await scene.close();
rmSync(dataDirectory, { recursive: true });
