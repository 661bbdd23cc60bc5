import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";

/** A machine with profiles of its own, on which commands run in this process. */
export function machine(environment: NodeJS.ProcessEnv) {
  const settings = mkdtempSync(join(tmpdir(), "platonic-profiles-"));
  onTestFinished(() => rmSync(settings, { recursive: true, force: true }));
  const run = async (...args: string[]) => {
    const written = { out: "", err: "" };
    const code = await platonic(args, {
      env: { XDG_CONFIG_HOME: settings, ...environment },
      write: (text) => {
        written.out += text;
      },
      complain: (text) => {
        written.err += text;
      },
    });
    return { code, ...written };
  };
  /** Runs a command that must succeed, and returns what it says. */
  const done = async (...args: string[]) => {
    const { code, out, err } = await run(...args, "--json");
    expect([code, err]).toEqual([0, ""]);
    return JSON.parse(out);
  };
  return { settings, run, done };
}

export const username = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`;
