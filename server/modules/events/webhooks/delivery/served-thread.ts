import type { RecordedSpan } from "../../../../core/tracing/span.ts";
import { createTracer, type RecordSpan } from "../../../../core/tracing/tracer.ts";
import { relayedEvents } from "../../operations/relayed-events.ts";
import { openDispatcher } from "./dispatcher.ts";
import type { OpenReceiver } from "./post.ts";
import { type DeliveryCalls, type DeliveryTask, type MainCalls, type ThreadPort, threadCalls } from "./thread-calls.ts";

/** Delivers the events of the main thread on this thread, until that closes it. */
export function serveDeliveries(port: ThreadPort, task: DeliveryTask, openReceiver: OpenReceiver): void {
  const main = threadCalls<MainCalls, DeliveryCalls>(port, {
    changed: (id) => dispatcher.changed(id),
    passed: (passed) => orFail(() => relayed.passed(passed)),
    async close() {
      await dispatcher.close();
      spans.flush();
    },
  });
  const spans = gathered((some) => void main.recorded.asEvent(some));
  const relayed = relayedEvents(main);
  const { master, pollMs, renewMs, sampler } = task;
  const dispatcher = openDispatcher({
    webhooks: main,
    events: relayed.events,
    openReceiver,
    ...(sampler && { traces: { tracer: createTracer(sampler, spans.record), callOf: (one) => main.callOf(one) } }),
    master,
    now: Date.now,
    pollMs,
    renewMs,
    report: (error, webhookId) => void main.report.asEvent(error, webhookId),
  });
}

/** Gathers the spans of a turn of the event loop, as a message costs more than a span. */
function gathered(send: (spans: readonly RecordedSpan[]) => void) {
  let spans: RecordedSpan[] = [];
  const flush = () => {
    if (spans.length > 0) send(spans);
    spans = [];
  };
  const record: RecordSpan = (span) => {
    if (spans.push(span) === 1) setImmediate(flush);
  };
  return { record, flush };
}

/** Crashes this thread when an event cannot be taken in, since continuing would skip events. */
function orFail(act: () => void): void {
  try {
    act();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
}
