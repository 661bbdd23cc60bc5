import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface LockEntry {
  readonly gypfile?: boolean;
  readonly hasInstallScript?: boolean;
}

test("no package is compiled when it is installed, since users have no compilers", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, LockEntry> };
  const { "node_modules/better-sqlite3": sqlite, "node_modules/koffi": koffi } = packages;
  const advice = "run `node scripts/complete-lock.ts` after a change of dependencies";
  // npm compiles what has a binding.gyp, unless the lock file says otherwise. npm itself omits that.
  expect(sqlite?.gypfile, advice).toBe(false);
  expect([sqlite?.hasInstallScript, koffi?.hasInstallScript], advice).toEqual([undefined, undefined]);
});
