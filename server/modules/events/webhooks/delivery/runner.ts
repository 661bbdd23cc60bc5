import { WatchAllResponseSchema } from "#contract/wallet/v1/event_service_pb.js";
import { limits } from "../../../../core/limits.ts";
import type { Span, SpanDescription, Tracer } from "../../../../core/tracing/span.ts";
import type { TraceContext } from "../../../../core/tracing/trace-context.ts";
import { newUuidV7 } from "../../../../core/uuid.ts";
import { compileWriter } from "../../../../rpc/codec/dialect/writer.ts";
import type { EventMessage, LedgerEvents } from "../../operations/ledger-events.ts";
import { afterFailure, afterSuccess } from "../domain/schedule.ts";
import { type SigningSecrets, signingSecrets } from "../domain/secret.ts";
import { type Delivery, isDelivered, type Progress, type Webhook, type WebhookLeases } from "../domain/webhook.ts";
import type { Answer, OpenReceiver, Receiver } from "./post.ts";

/** Traces of deliveries. */
export interface DeliveryTraces {
  readonly tracer: Tracer;
  /** Returns the recorded call that has made the entry of a sequence number. */
  callOf(sequence: number): Promise<TraceContext | undefined>;
}

export interface RunnerDeps {
  readonly webhooks: WebhookLeases;
  readonly events: Pick<LedgerEvents, "watch">;
  readonly openReceiver: OpenReceiver;
  /** Absent: no spans are recorded. */
  readonly traces?: DeliveryTraces | undefined;
  /** Secret of the service from which those of the endpoints are derived. */
  readonly master: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Interval at which the lease is renewed; it ends after three missed renewals. */
  readonly renewMs: number;
}

/** Number of attempts after which an endpoint stores its attempts and position itself. */
const keptAtOnce = 1_000;

/** Time for which attempts stay in the log. */
const logMs = 7 * 86_400_000;

const write = compileWriter(WatchAllResponseSchema);

/**
 * Delivers the events of one endpoint in order, each until its receiver has accepted it, while this process has the
 * lease. Ends after a failure, when the lease was revoked, when it is asked to leave, or when the signal aborts.
 */
export class Runner {
  readonly #deps: RunnerDeps;
  readonly #webhook: Webhook;
  readonly #lease: string;
  readonly #secrets: SigningSecrets;
  readonly #receiver: Receiver;
  /** Ends the wait for events. */
  readonly #end = new AbortController();
  #isBusy = false;
  #isLeaving = false;
  #progress: Progress;
  #attempts: Delivery[] = [];
  /** Resolves when storing is done: true if the lease was still held. */
  #kept: Promise<boolean> | undefined;
  /** Ends the wait for the answer to the present attempt. */
  #stop: () => void = () => {};
  /** Attempts logged since old ones were removed; infinity before the first removal. */
  #untrimmed = Number.POSITIVE_INFINITY;

  constructor(deps: RunnerDeps, webhook: Webhook, lease: string) {
    this.#deps = deps;
    this.#webhook = webhook;
    this.#lease = lease;
    this.#secrets = signingSecrets(deps.master, webhook);
    this.#receiver = deps.openReceiver(webhook.url);
    this.#progress = { ...webhook, leaseUntilMs: 0 };
  }

  async run(signal: AbortSignal): Promise<void> {
    const { events, renewMs } = this.#deps;
    const { owner, cursor } = this.#webhook;
    const ending = { heartbeatMs: renewMs, signal: this.#end.signal };
    const question = { owner: owner === "" ? undefined : owner, cursor, ...ending };
    const stop = () => {
      this.#end.abort();
      this.#stop();
    };
    signal.addEventListener("abort", stop);
    // It may have been stopped while it took its lease.
    if (signal.aborted) stop();
    try {
      for await (const event of events.watch(question)) {
        const isGoingOn = event.entry === undefined ? await this.#pass(event) : await this.#deliver(event, signal);
        if (!isGoingOn) return;
      }
    } finally {
      signal.removeEventListener("abort", stop);
      this.#receiver.close();
      try {
        await this.#kept;
      } finally {
        // The next process can continue at once; endpoints that have waited longer come first.
        await this.#keep(this.#deps.now() - 1);
      }
    }
  }

  /** Stores attempts and position, and continues delivering. After a crash, later deliveries are repeated. */
  keep(): void {
    if (this.#attempts.length === 0 || this.#kept !== undefined) return;
    this.#kept = this.#keep(this.#leaseEnd());
    // The next delivery or heartbeat throws it.
    this.#kept.catch(() => {});
  }

  /** Whether an event is being delivered. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Ends at once while waiting for events, otherwise after the present attempt. */
  leave(): void {
    this.#isLeaving = true;
    if (!this.#isBusy) this.#end.abort();
  }

  /** Takes over the position of a heartbeat, and renews the lease. */
  async #pass({ cursor }: EventMessage): Promise<boolean> {
    if (!(await this.#isHeld())) return false;
    this.#progress = { ...this.#progress, cursor };
    return this.#keep(this.#leaseEnd());
  }

  async #deliver(event: EventMessage, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted || this.#isLeaving) return false;
    this.#isBusy = true;
    const isGoingOn = await this.#deliverNow(event);
    this.#isBusy = false;
    return isGoingOn && !this.#isLeaving;
  }

  async #deliverNow(event: EventMessage): Promise<boolean> {
    const { now } = this.#deps;
    const attempt = await this.#unlessStopped(this.#attempt(event));
    if (attempt === undefined) return false;
    this.#attempts.push(attempt);
    if (!isDelivered(attempt)) {
      const next = afterFailure(this.#progress, attempt.status, now(), Math.random());
      this.#progress = { ...this.#progress, ...next };
      return false;
    }
    this.#progress = { ...this.#progress, ...afterSuccess, cursor: event.cursor };
    if (this.#kept !== undefined) return this.#isHeld();
    return this.#attempts.length < keptAtOnce || this.#keep(this.#leaseEnd());
  }

  /** Waits until storing is done. Returns false if the lease has ended. */
  async #isHeld(): Promise<boolean> {
    const kept = this.#kept;
    this.#kept = undefined;
    return (await kept) ?? true;
  }

  async #attempt(event: EventMessage): Promise<Delivery> {
    const { now } = this.#deps;
    const { id: webhook, plainIdsUntil } = this.#webhook;
    const sequence = Number(event.entry?.sequence);
    const eventId = eventIdOf(event, sequence <= plainIdsUntil);
    const json = write(event);
    const atMs = now();
    const span = this.#deps.traces?.tracer.begin(undefined, () => deliveryOf(webhook));
    // Asked for meanwhile: no delivery waits for it, or fails with it.
    const call = span && this.#deps.traces?.callOf(sequence).catch(() => undefined);
    const message = { id: eventId, json, atMs, secrets: this.#secrets(atMs), trace: span?.context };
    const answer = await this.#receiver.post(message);
    if (span !== undefined) endDelivery(span, answer, await call);
    const id = newUuidV7(atMs);
    const cursorBefore = this.#progress.cursor;
    return { id, webhook, eventId, sequence, cursorBefore, atMs, ...answer, durationMs: Math.max(0, now() - atMs) };
  }

  /**
   * Resolves with an attempt, or with undefined as soon as the delivery is to stop: a receiver that hangs delays
   * nobody, and the event is delivered again.
   */
  #unlessStopped(attempt: Promise<Delivery>): Promise<Delivery | undefined> {
    return new Promise((resolve, reject) => {
      this.#stop = () => resolve(undefined);
      attempt.then(resolve, reject);
    });
  }

  #leaseEnd(): number {
    return this.#deps.now() + 3 * this.#deps.renewMs;
  }

  /** Stores the position and the attempts. Returns false if the lease has ended. */
  async #keep(leaseUntilMs: number): Promise<boolean> {
    const { webhooks, now } = this.#deps;
    const attempts = this.#attempts;
    this.#attempts = [];
    this.#untrimmed += attempts.length;
    if (this.#untrimmed >= limits.webhookDeliveriesKept) {
      this.#untrimmed = 0;
      await webhooks.trim(this.#webhook.id, now() - logMs, limits.webhookDeliveriesKept);
    }
    const { cursor, failures, failingSinceMs, nextAtMs, state } = this.#progress;
    const progress = { cursor, failures, failingSinceMs, nextAtMs, state, leaseUntilMs };
    return webhooks.keep(this.#webhook.id, this.#lease, progress, attempts);
  }
}

/** Describes an attempt, without its address: the URL of an endpoint may hold a secret of its owner. */
function deliveryOf(webhook: string): SpanDescription {
  const attributes = { "http.request.method": "POST", "platonic.webhook.id": webhook };
  return { name: "POST webhook", kind: "client", attributes };
}

function endDelivery(span: Span, answer: Answer, call: TraceContext | undefined): void {
  if (call !== undefined) span.link(call);
  const { status } = answer;
  if (status !== 0) span.set({ "http.response.status_code": status });
  if (!isDelivered(answer)) {
    span.set({ "error.type": status === 0 ? "_OTHER" : String(status) });
    span.fail();
  }
  span.end();
}

/**
 * Returns the id of an event, which is the same in each attempt and in each process, and unique: a ledger that was
 * replaced by an older backup has other entries at the same positions. Older events have ids without a digest.
 */
function eventIdOf({ entry, identityId, digest }: EventMessage, isPlain: boolean): string {
  const plain = `${entry?.sequence}_${identityId}`;
  if (isPlain || digest === undefined) return plain;
  return `${plain}_${Buffer.from(digest()).toString("base64url", 0, digestBytes)}`;
}

/** Number of bytes of the digest in an id. */
const digestBytes = 12;
