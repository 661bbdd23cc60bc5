import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { expectAlive } from "./http/resource-baseline.ts";
import { operatorKey } from "./server.ts";

/** The server in a process of its own, which may crash. */
export interface Program {
  readonly url: string;
  /** Returns the stderr output after a crash; undefined while the process runs. */
  crashOutput(): string | undefined;
  /** Expects the server to answer; fails with its stderr output otherwise. */
  expectRunning(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a program for all tests of a file. The returned function gives it, and restarts it after a crash. */
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

/** Starts the server in a folder of its own, unless the environment names another. */
export async function startProgram({
  nodeOptions = [],
  environment = {},
}: {
  readonly nodeOptions?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}): Promise<Program> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-program-"));
  const defaults = { PATH: process.env["PATH"], PORT: "0", DATA_DIR: directory, BOOTSTRAP_API_KEY: operatorKey };
  const child = spawn(process.execPath, [...nodeOptions, "server/main.ts"], {
    env: { ...defaults, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (chunk) => {
      if (out === "found") return;
      out += chunk;
      const found = /"url":"([^"]+)"/.exec(out)?.[1];
      if (found === undefined) return;
      out = "found";
      resolve(found);
    });
    child.once("close", () => reject(new Error(output)));
  });
  const crashOutput = () => (child.exitCode === null && child.signalCode === null ? undefined : output);
  return {
    url,
    crashOutput,
    async expectRunning() {
      // A crash takes a moment to end the process.
      await expectAlive(url).catch(() => ended);
      expect(crashOutput()).toBeUndefined();
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
