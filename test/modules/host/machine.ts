import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";

/** Exit code and output of a program. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program to its end without blocking this process, whose server it may call. */
export function run(program: string, args: readonly string[], { input, ...options }: RunOptions = {}): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { ...options, cwd: "/" }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end(input ?? "");
  });
}

/**
 * Runs a suite that needs root and some programs. Where they are missing it is skipped with the reason, or fails under
 * CI=true.
 */
export function onMachine(name: string, needs: readonly (string | undefined)[], suite: () => void): void {
  const problems = needs.filter((problem) => problem !== undefined);
  const isSkipped = problems.length > 0 && process.env["CI"] !== "true";
  describe.skipIf(isSkipped)(`${name}${isSkipped ? ` (skipped: ${problems.join(", ")})` : ""}`, () => {
    beforeAll(() => {
      if (problems.length > 0) throw new Error(problems.join(", "));
    });
    suite();
  });
}

/** The problem if this process is not root on Linux. */
export const noRoot =
  process.platform === "linux" && process.geteuid?.() === 0 ? undefined : "only root on Linux can do this";

/** The problem if a program is not installed. */
export function missing(program: string, debianPackage: string): string | undefined {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { env: { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` } });
    return undefined;
  } catch {
    return `${program} is not installed (Debian: ${debianPackage})`;
  }
}

/** The problem if the host's programs do not ask systemd for users. */
export function withoutNss(): string | undefined {
  const isAsked =
    existsSync("/etc/nsswitch.conf") && /^passwd:.*\bsystemd\b/m.test(readFileSync("/etc/nsswitch.conf", "utf8"));
  return isAsked ? undefined : "/etc/nsswitch.conf does not name systemd (Debian: libnss-systemd)";
}

/** A folder that every user may enter, for the duration of a suite. */
export function publicFolder(): () => string {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "platonic-host-"));
    execFileSync("chmod", ["755", folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

/** The problem if other users cannot run this Node binary. */
export function withoutPublicNode(): string | undefined {
  if (noRoot !== undefined) return noRoot;
  try {
    execFileSync(process.execPath, ["--version"], { uid: stranger, gid: stranger, cwd: "/" });
    return undefined;
  } catch {
    return `other users cannot run ${process.execPath}`;
  }
}

/** UID of no user of the host. */
export const stranger = 54_321;
