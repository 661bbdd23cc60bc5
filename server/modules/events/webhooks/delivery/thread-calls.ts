import { createBirpc } from "birpc";
import type { SamplerSettings } from "../../../../core/tracing/sampler.ts";
import type { RecordedSpan } from "../../../../core/tracing/span.ts";
import type { TraceContext } from "../../../../core/tracing/trace-context.ts";
import type { Passed, RelayQuestions } from "../../feed/relay.ts";
import type { WebhookLeases } from "../domain/webhook.ts";

/** Calls of the delivery thread to the main one. */
export interface MainCalls extends WebhookLeases, RelayQuestions {
  report(error: unknown, webhookId: string | undefined): void;
  /** Returns the recorded call that has made the entry of a sequence number. */
  callOf(sequence: number): Promise<TraceContext | undefined>;
  /** Takes the spans of deliveries. */
  recorded(spans: readonly RecordedSpan[]): void;
}

/** Calls of the main thread to the delivery thread. */
export interface DeliveryCalls {
  changed(id: string): void;
  passed(passed: Passed): void;
  /** Ends all deliveries and releases the leases. */
  close(): Promise<void>;
}

/** Start parameters of the thread. */
export interface DeliveryTask {
  readonly master: Uint8Array;
  readonly allowsAny: boolean;
  readonly timeoutMs: number;
  readonly pollMs: number;
  readonly renewMs: number;
  /** Name servers, as `address:port`; those of the system by default. */
  readonly nameServers?: readonly string[] | undefined;
  /** Absent: no spans are recorded. */
  readonly sampler?: SamplerSettings | undefined;
}

/** One end of the messages between two threads. */
export interface ThreadPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

/**
 * Answers the calls of the other thread, and returns its functions. Messages arrive in the order in which they are
 * sent. A function that is called without awaiting it must not throw: the error would be lost.
 */
export function threadCalls<Theirs extends object, Ours extends object>(port: ThreadPort, ours: Ours) {
  return createBirpc<Theirs, Ours>(ours, {
    post: (message) => port.postMessage(message),
    on: (listen) => port.on("message", listen),
    // The other thread answers, or ends.
    timeout: -1,
  });
}
