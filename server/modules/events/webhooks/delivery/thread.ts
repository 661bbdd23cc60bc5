import { Worker } from "node:worker_threads";
import type { RecordSpan } from "../../../../core/tracing/tracer.ts";
import { disableWasmCodeGc } from "../../../../core/wasm-code-gc.ts";
import type { OpenRelay } from "../../feed/relay.ts";
import type { WebhookLeases } from "../domain/webhook.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { deduplicatedReports } from "./error-deduplication.ts";
import { type DeliveryCalls, type DeliveryTask, type MainCalls, threadCalls } from "./thread-calls.ts";

export interface DeliveryThreadDeps {
  readonly webhooks: WebhookLeases;
  readonly openRelay: OpenRelay;
  readonly task: DeliveryTask;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with an error of a delivery, or of the search for due endpoints. */
  readonly report: (error: unknown, webhookId: string | undefined) => void;
  /** Called when the thread fails. */
  readonly onFailure: (error: unknown) => void;
  /** Takes the spans of deliveries, and returns the recorded calls to which they link; absent: there are none. */
  readonly traces?: { readonly record: RecordSpan; readonly callOf: MainCalls["callOf"] } | undefined;
  /** Program of the thread; for tests. */
  readonly program?: URL;
}

/**
 * Delivers on its own thread, so that encoding events, signatures, name look-ups, TLS and receivers' answers take no
 * time of this one, which serves the database. The thread starts as soon as there is something to deliver. If it fails,
 * another one starts, and continues when the leases of the first have ended.
 */
export function openDeliveryThread(deps: DeliveryThreadDeps): Dispatcher {
  const { webhooks, now, report, task } = deps;
  const troubles = deduplicatedReports(report);
  let thread: ReturnType<typeof startThread> | undefined;
  let search: Promise<void> | undefined;
  let notBeforeMs = 0;
  let isClosed = false;

  /** Starts the thread if something is due. */
  async function startIfDue(): Promise<void> {
    const due = await webhooks.due(now(), 1);
    if (due.length === 0 || isClosed) return;
    thread = startThread(deps);
    void thread.ended.then(() => {
      thread = undefined;
      // A new thread may fail as quickly.
      notBeforeMs = now() + task.renewMs;
    });
  }

  function look(): void {
    if (isClosed || thread !== undefined || now() < notBeforeMs) return;
    search ??= startIfDue()
      .then(() => troubles.over(), troubles.report)
      .finally(() => {
        search = undefined;
      });
  }

  const timer = setInterval(look, task.pollMs).unref();
  return {
    changed(id) {
      thread?.changed(id);
      look();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await search;
      await thread?.close();
    },
  };
}

function startThread({ webhooks, openRelay, task, report, onFailure, traces, program = worker }: DeliveryThreadDeps) {
  disableWasmCodeGc();
  const thread = new Worker(program, { workerData: task });
  thread.unref();
  const relay = openRelay((passed) => void calls.passed.asEvent(passed));
  const calls = threadCalls<DeliveryCalls, MainCalls>(thread, {
    due: webhooks.due,
    take: webhooks.take,
    keep: webhooks.keep,
    trim: webhooks.trim,
    follow: (id, owner) => relay.follow(id, owner),
    unfollow: (id) => relay.unfollow(id),
    between: (...question) => relay.between(...question),
    entriesAfter: (...question) => relay.entriesAfter(...question),
    report,
    callOf: async (sequence) => traces?.callOf(sequence),
    recorded(spans) {
      for (const span of spans) traces?.record(span);
    },
  });
  thread.once("error", onFailure);
  const ended = new Promise<void>((resolve) => {
    thread.once("exit", () => {
      void relay.close();
      resolve();
      calls.$close();
    });
  });
  return {
    ended,
    changed: (id: string) => void calls.changed.asEvent(id),
    async close() {
      // An unreferenced thread would not keep the process alive.
      thread.ref();
      try {
        await Promise.race([calls.close(), ended]);
      } finally {
        await thread.terminate();
      }
    },
  };
}

const worker = new URL("./worker.ts", import.meta.url);
