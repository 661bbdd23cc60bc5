import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { goPeer } from "./go-peer.ts";
import type { Program } from "./program.ts";

/** API key that is sent to every server, so that all read the same bytes; only ours checks it. */
export const apiKey = randomBytes(32).toString("hex");

/** A server in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  /** Time from the start of the process until it listened. */
  readonly startMs: number;
  /** Processor time used so far. */
  cpuSeconds(): number;
  residentBytes(): number;
  stop(): Promise<void>;
}

export const programs = {
  ours: node(...startParameters()),
  raw: node("bench/peers/raw.ts"),
  fastify: node("bench/peers/fastify.ts"),
  grpc: node("bench/peers/grpc.ts"),
  connectHttp1: node("bench/peers/connect.ts", "http1"),
  connectHttp2: node("bench/peers/connect.ts", "http2"),
  go: goPeer,
} satisfies Record<string, Program>;

/** Parameters of Node in `npm start`. */
function startParameters(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  const words = (scripts.start as string).split(" ");
  return words.slice(words.indexOf("node") + 1);
}

function node(...parameters: string[]): Program {
  return { command: process.execPath, parameters };
}

/** Whether processes are bound to processors; not with fewer than two processors or without Linux's taskset. */
export const isPinned = availableParallelism() >= 2 && hasTaskset();

/**
 * Binds this process, which generates the load, to the second processor. Children would inherit this, so they are bound
 * explicitly.
 */
export function pinGenerator(): void {
  pinTo("1");
}

/** Binds this process, and all processes that it starts from now on, to these processors. */
export function pinTo(processors: string): void {
  if (isPinned) execFileSync("taskset", ["-a", "-c", "-p", processors, String(process.pid)], { stdio: "ignore" });
}

/** Starts a server on processor 0 or on the given ones. Its log goes to a file that is removed when it stops. */
export async function startServer(
  { command, parameters, environment }: Program,
  processors = "0",
): Promise<ServerProcess> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-bench-"));
  const logFile = join(directory, "out.log");
  const log = openSync(logFile, "w");
  const pin = isPinned ? ["taskset", "-c", processors] : [];
  const [first, ...rest] = [...pin, command, ...parameters] as [string, ...string[]];
  const env = {
    PATH: process.env["PATH"],
    PORT: "0",
    DATA_DIR: directory,
    BOOTSTRAP_API_KEY: apiKey,
    // By default, what a machine of these processors has.
    ...(processors.includes(",") ? {} : { THREADS: "1" }),
    ...environment,
  };
  const startedMs = performance.now();
  const cwd = join(import.meta.dirname, "../..");
  const child = spawn(first, rest, { cwd, env, stdio: ["ignore", log, "inherit"] });
  closeSync(log);
  const ended = once(child, "close");
  // If this process ends early, its servers end too.
  const cut = () => {
    child.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  };
  process.once("exit", cut);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    process.off("exit", cut);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const port = await readPort(logFile, child);
    const startMs = performance.now() - startedMs;
    const pid = child.pid as number;
    return { port, startMs, cpuSeconds: () => cpuSeconds(pid), residentBytes: () => residentBytes(pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readPort(logFile: string, child: ChildProcess): Promise<number> {
  for (const startedMs = performance.now(); performance.now() - startedMs < 60_000; await sleep(2)) {
    if (child.exitCode !== null) break;
    const line = readFileSync(logFile, "utf8")
      .split("\n")
      .find((text) => text.includes('"msg":"listening"'));
    if (line?.endsWith("}")) return (JSON.parse(line) as { port: number }).port;
  }
  throw new Error(`${child.spawnargs.join(" ")} did not start`);
}

const ticksPerSecond = 100;

/** User and system time of all threads (proc_pid_stat(5), fields 14 and 15). */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function residentBytes(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) * 1024;
}

function hasTaskset(): boolean {
  try {
    execFileSync("taskset", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
