/**
 * Fails if the generated files differ from what `npm run generate` writes now. It compares with the working tree before
 * it generates, so that the result is the same before and after a commit.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatedPaths } from "./generated-paths.ts";

const before = mkdtempSync(join(tmpdir(), "platonic-fresh-"));
try {
  for (const path of generatedPaths) cpSync(path, join(before, path), { recursive: true });
  execFileSync(process.execPath, ["scripts/generate.ts"], { stdio: "inherit" });
  for (const path of generatedPaths) {
    execFileSync("git", ["diff", "--no-index", "--stat", "--exit-code", join(before, path), path], {
      stdio: "inherit",
    });
  }
} catch {
  process.stderr.write("Generated files are not fresh. They have been written anew: look at them and commit them.\n");
  process.exitCode = 1;
} finally {
  rmSync(before, { recursive: true, force: true });
}
