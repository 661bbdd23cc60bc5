import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundled } from "../../support/programs/bundled.ts";
import { operatorKey, programEnvironment } from "../../support/server.ts";

const plan = { requestsPerMinute: 1_000_000, concurrentRequests: 1_000 };

/** A server in a process of its own, which can be killed and comes back at the same address with the same data. */
export class ServerProcess {
  readonly #dataDirectory = mkdtempSync(join(tmpdir(), "platonic-sdk-"));
  readonly #settings: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #port = "0";
  url = "";

  constructor(settings: Readonly<Record<string, string>> = {}) {
    this.#settings = settings;
  }

  async start(): Promise<void> {
    const env = {
      ...programEnvironment,
      PORT: this.#port,
      DATA_DIR: this.#dataDirectory,
      BOOTSTRAP_API_KEY: operatorKey,
      TRANSACTIONS_PER_MINUTE: "1000000",
      PLANS: JSON.stringify({ anonymous: plan, identity: plan }),
      ...this.#settings,
    };
    const cwd = join(import.meta.dirname, "../../..");
    const child = spawn(process.execPath, [bundled("server/main.ts")], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) {
      if (!line.includes('"msg":"listening"')) continue;
      this.url = (JSON.parse(line) as { url: string }).url;
      this.#port = new URL(this.url).port;
      break;
    }
    child.stdout?.resume();
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
  }

  /** SIGKILL acts like a power failure, SIGTERM like an orderly stop. */
  async stop(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#child as ChildProcess;
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
  }

  async close(): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(this.#dataDirectory, { recursive: true, force: true });
  }
}
