import { relayedEvents } from "../../operations/relayed-events.ts";
import { openDispatcher } from "./dispatcher.ts";
import type { OpenReceiver } from "./post.ts";
import { type DeliveryCalls, type DeliveryTask, type MainCalls, type ThreadPort, threadCalls } from "./thread-calls.ts";

/** Delivers the events of the main thread on this thread, until that closes it. */
export function serveDeliveries(port: ThreadPort, task: DeliveryTask, openReceiver: OpenReceiver): void {
  const main = threadCalls<MainCalls, DeliveryCalls>(port, {
    changed: (id) => dispatcher.changed(id),
    passed: (passed) => orFail(() => relayed.passed(passed)),
    close: () => dispatcher.close(),
  });
  const relayed = relayedEvents(main);
  const { master, pollMs, renewMs } = task;
  const dispatcher = openDispatcher({
    webhooks: main,
    events: relayed.events,
    openReceiver,
    master,
    now: Date.now,
    pollMs,
    renewMs,
    report: (error, webhookId) => void main.report.asEvent(error, webhookId),
  });
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
