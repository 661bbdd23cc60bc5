import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect } from "vitest";
import { expectAlive } from "./http/resource-baseline.ts";
import { bundled, withSources } from "./programs/bundled.ts";
import { operatorKey, programEnvironment } from "./server.ts";

/** The server in a separate process, which may crash. */
export interface Program {
  readonly url: string;
  readonly pid: number;
  /** Returns the stderr output after a crash; undefined while the process runs. */
  crashOutput(): string | undefined;
  /** Expects the server to answer; fails with its stderr output otherwise. */
  expectRunning(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit status when the process has ended by itself. */
  readonly ended: Promise<number | null>;
  /** Resolves with the next matching line of the log. */
  logged(pattern: RegExp): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a program for all tests of a file. The returned function returns it, and restarts it after a crash. */
export function sharedProgram(...nodeOptions: string[]): () => Promise<Program> {
  let program: Program | undefined;
  const running = async () => {
    if (program !== undefined && program.crashOutput() === undefined) return program;
    await program?.stop();
    program = await startProgram({ nodeOptions });
    return program;
  };
  beforeAll(running);
  afterAll(() => program?.stop());
  return running;
}

/** Starts the server in its own folder, unless the environment names another. */
export async function startProgram({
  nodeOptions = [],
  environment = {},
}: {
  readonly nodeOptions?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}): Promise<Program> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-program-"));
  const defaults = { ...programEnvironment, PORT: "0", DATA_DIR: directory, BOOTSTRAP_API_KEY: operatorKey };
  const child = spawn(process.execPath, [...nodeOptions, bundled("server/main.ts")], {
    env: { ...defaults, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const lines = createInterface(child.stdout);
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += withSources(String(chunk));
  });
  const logged = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = (line: string) => {
        if (!pattern.test(line)) return;
        lines.off("line", look);
        resolve(line);
      };
      lines.on("line", look);
      child.once("close", () => reject(new Error(output)));
    });
  const { url } = JSON.parse(await logged(/"url":"/)) as { url: string };
  const crashOutput = () => (child.exitCode === null && child.signalCode === null ? undefined : output);
  return {
    url,
    pid: child.pid as number,
    crashOutput,
    async expectRunning() {
      // A crash takes a moment to end the process.
      await expectAlive(url).catch(() => ended);
      expect(crashOutput()).toBeUndefined();
    },
    signal: (signal) => void child.kill(signal),
    ended: ended.then(([code]) => code),
    logged,
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
