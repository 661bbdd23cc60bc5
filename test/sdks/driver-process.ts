import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { programEnvironment } from "../support/server.ts";
import type { Command } from "./drivers/driver.ts";

/** Failure that a driver reports: that of the SDK. */
export class DriverError extends Error {
  readonly reason: string;
  readonly parameter: string | undefined;
  readonly retryAfter: number | undefined;

  constructor({ reason, message, parameter, retryAfter }: Failure) {
    super(`${reason}: ${message}`);
    this.reason = reason;
    this.parameter = parameter;
    this.retryAfter = retryAfter;
  }
}

/** A driver has ended before it has answered. */
export class ProcessEnded extends Error {}

interface Failure {
  readonly reason: string;
  readonly message: string;
  readonly parameter?: string;
  readonly retryAfter?: number;
}

interface Line {
  readonly id: number;
  /** Id of the span in which the command was done, if the driver has begun one. */
  readonly span?: string;
  readonly result?: unknown;
  readonly error?: Failure;
}

/** Outcome of an operation, in the words of the SDK. */
export interface Outcome {
  readonly kind: "completed" | "held" | "failed" | "unresolved";
  readonly id: string;
  readonly errorCode?: string;
  /** Amount that an exchange has brought. */
  readonly received?: string;
  /** Whether it is that of another order with this id. */
  readonly isOfAnotherOrder?: true;
}

/** Headers of W3C Trace Context of the span of a caller. */
export interface CallerTrace {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Names of the things that a driver opens, by command. */
const openedBy: Readonly<Record<string, "client" | "wallet">> = { open: "client", wallet: "wallet" };

/** A driver that runs. */
export class DriverProcess {
  /** Names of the things that it has been told to open, and is still to close. */
  readonly opened = new Set<"client" | "wallet">();
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #spans = new Map<number, string>();
  #errorOutput = "";
  #next = 1;

  constructor([program, ...parameters]: Command) {
    const env = { ...programEnvironment, HOME: process.env["HOME"] };
    this.#child = spawn(program, parameters, { env, stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stderr?.on("data", (chunk) => {
      this.#errorOutput = `${this.#errorOutput}${chunk}`.slice(-4_000);
    });
    this.#child.stdin?.on("error", () => {});
    createInterface(this.#child.stdout as NodeJS.ReadableStream).on("line", (line) => this.#settle(line));
    this.#child.once("close", (code, signal) => {
      const ended = new ProcessEnded(`the driver has ended with ${code ?? signal}: ${this.#errorOutput}`);
      for (const { reject } of this.#waiting.values()) reject(ended);
      this.#waiting.clear();
    });
  }

  /** Has the driver do something; rejects with DriverError if the SDK fails. */
  send<Result = unknown>(command: string, members: object = {}): Promise<Result> {
    const id = this.#next++;
    const settled = Promise.withResolvers<unknown>();
    this.#waiting.set(id, settled);
    const opened = openedBy[command];
    if (opened !== undefined) this.opened.add(opened);
    this.#child.stdin?.write(`${JSON.stringify({ id, do: command, ...members })}\n`);
    return settled.promise as Promise<Result>;
  }

  /**
   * Has the driver do something in the span of a caller, or in one within it. Returns the result, and the id of the span that is
   * to be the parent of the service's.
   */
  async sendInSpan<Result = unknown>(trace: CallerTrace, command: string, members: object = {}) {
    const id = this.#next;
    const result = await this.send<Result>(command, { ...members, trace });
    return { result, spanId: this.#spans.get(id) ?? (trace.traceparent.split("-")[2] as string) };
  }

  /** Id of its process. */
  get pid(): number {
    return this.#child.pid as number;
  }

  /** Whether it does something that it has not answered. */
  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Ends the driver as a power failure does. */
  async kill(): Promise<void> {
    for (const { promise } of this.#waiting.values()) promise.catch(() => {});
    if (this.hasEnded) return;
    const ended = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await ended;
  }

  #settle(line: string): void {
    const { id, span, result, error } = JSON.parse(line) as Line;
    if (span !== undefined) this.#spans.set(id, span);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new DriverError(error));
  }
}
