import { create } from "@bufbuild/protobuf";
import { createClient, type Transport } from "@connectrpc/connect";
import { EventService, type WatchResponse, WatchResponseSchema } from "#contract/wallet/v1/event_service_pb.js";
import type { LedgerEntry } from "#contract/wallet/v1/ledger_pb.js";
import { backOffMs } from "../back-off.ts";
import type { Channel } from "../channel/channel.ts";
import { channelTransport } from "../channel/channel-transport.ts";
import { type FailureReason, PlatonicError } from "../platonic-error.ts";
import { passed } from "../repetition.ts";
import { type InContext, keepContext } from "../trace-context.ts";

export interface WatchOptions {
  /** Cursor of the last event that was dealt with; absent: what happens from now on, which is the first answer of the service. */
  readonly cursor?: string;
  /** Whether to begin with the first entry of the wallet if there is no cursor; default: false. */
  readonly fromStart?: boolean;
  /** Longest silence of the service in seconds, from 1 to 60; default: 15. After one and 5 s more the client connects again. */
  readonly heartbeatSeconds?: number;
  /** Ends the events when it aborts. */
  readonly signal?: AbortSignal;
}

/** An entry of the ledger that moved money into a wallet or out of it. */
export interface WalletEvent {
  readonly entry: LedgerEntry;
  /** Keep it once the event is dealt with: another client goes on from it. */
  readonly cursor: string;
}

/** Time in ms that a heartbeat may take: a connection without one is given up. */
const answerMs = 5_000;

/** Reasons for which a stream is not opened again: it would be refused each time. */
const finalReasons: ReadonlySet<FailureReason> = new Set<FailureReason>([
  "PARAMETER_REQUIRED",
  "PARAMETER_INVALID",
  "RESOURCE_NOT_FOUND",
  "STATE_INVALID",
  "AUTHENTICATION_REQUIRED",
]);

/** Refusals of the credentials in succession, after which new ones would not help. */
const refusalsMax = 2;

/**
 * Yields the events of a wallet, each once, and goes on after breaks until the signal aborts: from a stream over HTTP, or by
 * asking for the next ones over a channel while that is open. Throws PlatonicError when the
 * service refuses for good: STATE_INVALID for a cursor of a ledger that was replaced by an older backup.
 */
export function walletEvents(
  transport: Transport,
  identityId: string,
  options: WatchOptions = {},
  channel?: Pick<Channel, "call" | "phase">,
): AsyncGenerator<WalletEvent, void> {
  const inContext = keepContext();
  const answers = channel === undefined ? streamed(transport, inContext) : asked(channel, transport, inContext);
  return eventsOf(answers, identityId, options);
}

async function* eventsOf(
  answers: Answers,
  identityId: string,
  { cursor = "", fromStart = false, heartbeatSeconds = 15, signal }: WatchOptions,
): AsyncGenerator<WalletEvent, void> {
  const ended = signal ?? new AbortController().signal;
  let place = cursor;
  let failures = 0;
  let refusals = 0;
  while (!ended.aborted) {
    const silence = new Silence(heartbeatSeconds * 1_000 + answerMs, ended);
    try {
      const request = { identityId, cursor: place, fromStart, heartbeatSeconds };
      for await (const answer of answers(request, silence.signal)) {
        silence.heard();
        failures = 0;
        refusals = 0;
        // Kept only when the caller asks for the next event, so that a break loses none.
        if (isEvent(answer)) yield answer;
        place = answer.cursor;
        silence.heard();
      }
    } catch (thrown) {
      if (ended.aborted) return;
      const error = PlatonicError.from(thrown);
      refusals = error.reason === "INVALID_API_KEY" ? refusals + 1 : 0;
      if (finalReasons.has(error.reason) || refusals >= refusalsMax) throw error;
      const ms =
        error.retryAfterSeconds === undefined ? backOffMs(failures, Math.random()) : error.retryAfterSeconds * 1e3;
      failures += 1;
      await passed(ms, ended);
    } finally {
      silence.end();
    }
  }
}

interface Question {
  readonly identityId: string;
  readonly cursor: string;
  readonly fromStart: boolean;
  readonly heartbeatSeconds: number;
}

/** Answers from one place on. */
type Answers = (question: Question, signal: AbortSignal) => AsyncIterable<WatchResponse>;

function streamed(transport: Transport, inContext: InContext): Answers {
  const client = createClient(EventService, transport);
  return (question, signal) => inContext(() => client.watch(question, { signal, timeoutMs: 0 }));
}

/** Asks for the next events, again and again, once it has a place from which on to ask. */
function asked(channel: Pick<Channel, "call" | "phase">, http: Transport, inContext: InContext): Answers {
  const overChannel = createClient(EventService, channelTransport(channel));
  const overHttp = createClient(EventService, http);
  return async function* ({ identityId, cursor, fromStart, heartbeatSeconds }, signal) {
    let place = cursor;
    while (!signal.aborted) {
      const client = channel.phase === "open" ? overChannel : overHttp;
      // A question without a place begins with the moment of its answer. One that waited and were lost would begin anew, after what
      // has happened meanwhile: so the first answer is asked for at once.
      const isPlaced = place !== "" || fromStart;
      const waitSeconds = isPlaced ? Math.min(heartbeatSeconds, waitSecondsMax) : 0;
      const question = { identityId, cursor: place, fromStart, waitSeconds, count: eventsAtOnce };
      const { events, cursor: end } = await inContext(() => client.listEvents(question, { signal }));
      yield* events;
      place = end;
      if (events.length === 0) yield create(WatchResponseSchema, { cursor: end });
    }
  };
}

/** Events in one answer on the channel, whose messages are bounded. */
const eventsAtOnce = 50;
const waitSecondsMax = 30;

function isEvent(answer: WatchResponse): answer is WatchResponse & WalletEvent {
  return answer.entry !== undefined;
}

/** A signal that aborts with another one, and after a time in which nothing was heard: the connection may be gone. */
class Silence {
  readonly #controller = new AbortController();
  readonly #ms: number;
  readonly #outer: AbortSignal;
  readonly #abort = () => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, outer: AbortSignal) {
    this.#ms = ms;
    this.#outer = outer;
    outer.addEventListener("abort", this.#abort);
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#abort, this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#abort);
    this.#controller.abort();
  }
}
