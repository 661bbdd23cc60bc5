import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { openBackupFixture, passphraseBytes, restoreTest } from "../modules/backup/backup-fixture.ts";
import { quickStretching } from "../support/vault/constants.ts";

// A program that runs three restore tests while V8 logs to stdout which WebAssembly code it frees. Only with the
// argument `collecting` may V8 free any, which is its default.

const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-"));
const fixture = await openBackupFixture(
  { dataDirectory },
  {
    restoreTest(task, signal) {
      const finding = restoreTest({ ...task, readPassphrase: passphraseBytes, stretching: quickStretching }, signal);
      if (process.argv[2] === "collecting") setFlagsFromString("--wasm-code-gc");
      return finding;
    },
  },
);
await fixture.addIdentity();
await fixture.backups.create();
setFlagsFromString("--trace-wasm-code-gc");
// V8 frees code as soon as it may.
setFlagsFromString("--stress-wasm-code-gc");
for (let time = 0; time < 3; time++) {
  const report = await fixture.backups.restoreTest();
  if (report === undefined || report.problems.length > 0) throw new Error(JSON.stringify(report));
}
await fixture.close();
rmSync(dataDirectory, { recursive: true });
