import { execFileSync } from "node:child_process";

/** Reason why a small file system cannot be mounted here, for tests of a full disk; undefined if it can. */
export const mountProblem = process.geteuid?.() === 0 ? problemAsRoot() : "only root mounts";

function problemAsRoot(): string | undefined {
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "nothing can be mounted here";
  }
}
