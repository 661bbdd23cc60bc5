import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { toolsFolder } from "../../../scripts/languages/tools-folder.ts";

const module = "test/deploy/manifests";

/** Returns the program that renders the chart and reads manifests strictly. Builds it the first time, in minutes. */
export function manifestsProgram(): string {
  const hash = createHash("sha256");
  for (const name of ["main.go", "go.sum"]) hash.update(readFileSync(join(module, name)));
  const program = join(toolsFolder, `manifests-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(program)) return program;
  const unfinished = `${program}.${process.pid}`;
  execFileSync("go", ["build", "-buildvcs=false", "-o", unfinished, "."], { cwd: module, stdio: "inherit" });
  renameSync(unfinished, program);
  return program;
}
