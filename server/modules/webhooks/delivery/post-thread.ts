import { Worker } from "node:worker_threads";
import { disableWasmCodeGc } from "../../../core/wasm-code-gc.ts";
import type { Answer, Post, PostOptions, WebhookMessage } from "./post.ts";

/** A post for the thread. */
export interface PostOrder {
  readonly number: number;
  readonly url: string;
  readonly message: WebhookMessage;
}

/** Answer to the order of that number. */
export interface PostAnswer {
  readonly number: number;
  readonly answer: Answer;
}

export interface PostThreadOptions extends Pick<PostOptions, "allowsAny" | "timeoutMs"> {
  /** Program of the thread; for tests. */
  readonly program?: URL;
  /** Called when the thread fails. */
  readonly report: (error: unknown) => void;
}

/**
 * Creates the post of a thread of its own, so that signatures, names, TLS and whatever receivers answer take no time of
 * this one. The thread starts with the first post. Should it fail, the posts under way have no answer, and the next one
 * starts another.
 */
export function createPostThread(options: PostThreadOptions): Post & { close(): Promise<void> } {
  const { allowsAny, timeoutMs, report, program = new URL("./post-worker.ts", import.meta.url) } = options;
  const waiting = new Map<number, (answer: Answer) => void>();
  let thread: Worker | undefined;
  let last = 0;

  function start(): Worker {
    disableWasmCodeGc();
    const started = new Worker(program, { workerData: { allowsAny, timeoutMs } });
    started.unref();
    started.on("message", ({ number, answer }: PostAnswer) => {
      waiting.get(number)?.(answer);
      waiting.delete(number);
    });
    started.once("error", report);
    started.once("exit", () => {
      thread = undefined;
      for (const settle of waiting.values()) settle({ status: 0, error: "no answer: the attempt was cut off" });
      waiting.clear();
    });
    return started;
  }

  const post: Post = (url, message) =>
    new Promise((resolve) => {
      const number = ++last;
      waiting.set(number, resolve);
      thread ??= start();
      const order: PostOrder = { number, url, message };
      thread.postMessage(order);
    });
  return Object.assign(post, {
    async close() {
      if (thread === undefined) return;
      const ended = new Promise((resolve) => thread?.once("exit", resolve));
      // A thread that has nothing else to do would not keep the process alive.
      thread.ref();
      thread.postMessage("close");
      await ended;
    },
  });
}
