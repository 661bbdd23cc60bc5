import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";

/** What a program said and how it ended. */
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

/** Runs a program to its end, without holding up this process, whose server it may ask. */
export function run(program: string, args: readonly string[], { input, ...options }: RunOptions = {}): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { ...options, cwd: "/", timeout: 20_000 }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end(input ?? "");
  });
}

/**
 * Runs a suite that needs root and some programs. Where they are missing it is skipped, with the reason, but not where
 * everything must be: then it fails.
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

/** Why not, if this is not root on Linux. */
export const noRoot =
  process.platform === "linux" && process.geteuid?.() === 0 ? undefined : "only root on Linux can do this";

/** Why not, if a program is not there. */
export function missing(program: string, debianPackage: string): string | undefined {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { env: { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` } });
    return undefined;
  } catch {
    return `${program} is not installed (Debian: ${debianPackage})`;
  }
}

/** Why not, if the host's programs do not ask systemd for users. */
export function withoutNss(): string | undefined {
  const isAsked =
    existsSync("/etc/nsswitch.conf") && /^passwd:.*\bsystemd\b/m.test(readFileSync("/etc/nsswitch.conf", "utf8"));
  return isAsked ? undefined : "/etc/nsswitch.conf does not name systemd (Debian: libnss-systemd)";
}

/** A folder that everybody may enter, for a suite. */
export function publicFolder(): () => string {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "platonic-host-"));
    execFileSync("chmod", ["755", folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

/** Why not, if other users cannot run this very Node. */
export function withoutPublicNode(): string | undefined {
  if (noRoot !== undefined) return noRoot;
  try {
    execFileSync(process.execPath, ["--version"], { uid: stranger, gid: stranger, cwd: "/" });
    return undefined;
  } catch {
    return `other users cannot run ${process.execPath}`;
  }
}

/** The number of a user that nobody knows. */
export const stranger = 54_321;
