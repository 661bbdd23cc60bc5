import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A server process for the demo. */
export interface ServerProcess {
  readonly url: string;
  readonly apiKey: string;
  /** Lines of its output that report problems. */
  readonly complaints: readonly string[];
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;
/** Level of pino from which lines report errors. */
const errorLevel = 50;

/**
 * Starts `server/main.ts` on a free port with an empty data directory, runs an operation with it, then stops it and
 * removes the directory.
 */
export async function withServer<Result>(
  signal: AbortSignal,
  settings: Readonly<Record<string, string>>,
  operation: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-demo-"));
  const apiKey = randomBytes(32).toString("hex");
  // Excludes the environment of the caller, which may configure a real server.
  const env = { PATH: process.env["PATH"], PORT: "0", DATA_DIR: dataDirectory, BOOTSTRAP_API_KEY: apiKey, ...settings };
  const root = join(import.meta.dirname, "../..");
  const child = spawn(process.execPath, ["server/main.ts"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  // Listens right after `spawn`, to catch a child that ends at once.
  const ended = once(child, "close").catch(() => undefined);
  try {
    const complaints: string[] = [];
    const url = await readUrl(child, ended, complaints, signal);
    return await operation({ url, apiKey, complaints });
  } finally {
    await stop(child, ended);
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Reads the URL from the log, and collects problems from then on. */
function readUrl(
  child: ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream },
  ended: Promise<unknown>,
  complaints: string[],
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error([`the server ${what}`, ...complaints].join("\n")));
    createInterface(child.stderr).on("line", (line) => complaints.push(line));
    createInterface(child.stdout).on("line", (line) => {
      // Most lines are of successful calls.
      const [, level] = /^\{"level":(\d+)/.exec(line) ?? [];
      if (level === undefined || Number(level) >= errorLevel) complaints.push(line);
      else if (line.includes('"msg":"listening"')) resolve((JSON.parse(line) as { url: string }).url);
    });
    child.once("error", (error) => fail(`could not be run: ${error.message}`));
    void ended.then(() => fail(`ended before it listened (${child.exitCode ?? child.signalCode})`));
    signal.addEventListener("abort", () => fail("was not waited for"), { once: true });
    setTimeout(() => fail(`did not listen within ${startTimeoutMs / 1000} s`), startTimeoutMs).unref();
  });
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill("SIGTERM");
  const cut = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await ended;
  clearTimeout(cut);
}
