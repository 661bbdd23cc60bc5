import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { expectAlive } from "./http/calm.ts";
import { operatorKey } from "./server.ts";

/** The server as a process of its own, which can die. */
export interface Program {
  readonly url: string;
  /** What it said on stderr when it died; undefined while it runs. */
  death(): string | undefined;
  /** It answers, or fails with its last words. */
  expectRunning(): Promise<void>;
  stop(): Promise<void>;
}

/** A program for all tests of a file, and a new one in place of one that died: a function that answers it. */
export function sharedProgram(...nodeOptions: string[]): () => Promise<Program> {
  let program: Program | undefined;
  const running = async () => {
    if (program !== undefined && program.death() === undefined) return program;
    await program?.stop();
    program = await startProgram({ nodeOptions });
    return program;
  };
  beforeAll(running);
  afterAll(() => program?.stop());
  return running;
}

/** Starts one, in a folder of its own unless the environment names another. */
export async function startProgram({
  nodeOptions = [],
  environment = {},
}: {
  readonly nodeOptions?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}): Promise<Program> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-program-"));
  const own = { PATH: process.env["PATH"], PORT: "0", DATA_DIR: directory, BOOTSTRAP_API_KEY: operatorKey };
  const child = spawn(process.execPath, [...nodeOptions, "server/main.ts"], {
    env: { ...own, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
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
    child.once("close", () => reject(new Error(said)));
  });
  const death = () => (child.exitCode === null && child.signalCode === null ? undefined : said);
  return {
    url,
    death,
    async expectRunning() {
      // Dying takes a moment.
      await expectAlive(url).catch(() => ended);
      expect(death()).toBeUndefined();
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
