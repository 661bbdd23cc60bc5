import {
  create,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { type AttemptListener, observed } from "../attempt.ts";
import { deadlineOf, isRepeatable } from "../call-terms.ts";
import { Alarm, type Clock, random, systemClock } from "../clock.ts";
import { Closing } from "../closing.ts";
import { userAgentOf } from "../introduction/user-agent.ts";
import { Listeners } from "../listeners.ts";
import { aborted, PlatonicError } from "../platonic-error.ts";
import { timeoutOf } from "../timeouts.ts";
import { type TraceHeaders, traceHeaders } from "../trace-context.ts";
import {
  type ChannelCredentials,
  type ChannelTerms,
  type CipherName,
  Connection,
  type ConnectionDeps,
} from "./connection.ts";
import type { Answer, ChannelEffect, ChannelPhase } from "./effects.ts";
import { ChannelMachine, resolveKey } from "./machine.ts";
import { type KeyPair, newKeyPair } from "./noise/key-pair.ts";
import type { PendingRequest } from "./pending.ts";
import type { ServerKey } from "./server-key.ts";

export interface ChannelOptions {
  /** A ws or wss URL, such as `wss://platonic.example/channel/wallet`. */
  readonly endpoint: string;
  readonly serverKey: ServerKey;
  /** Returns credentials for this connection only. Called again whenever the service requires a new token. */
  readonly credentials: (terms: ChannelTerms) => Promise<ChannelCredentials>;
  /** Key that identifies the client when it resumes a channel; a new one if absent. */
  readonly staticKey?: KeyPair;
  readonly webSocket?: ConnectionDeps["webSocket"];
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Called after each attempt of a call. */
  readonly onAttempt?: AttemptListener | undefined;
  /** Product of the caller, such as `shop/2.1`, put before that of this package in `User-Agent`; browsers send their own. */
  readonly userAgent?: string | undefined;
}

/** A change of a channel's phase, with its cause if it was unexpected. */
export interface PhaseChange {
  readonly phase: ChannelPhase;
  readonly cause: string | undefined;
}

export interface ChannelCall {
  /** A UUID; for a method that moves money, the transaction's id. */
  readonly opId?: string;
  /** Milliseconds above 0 to wait for the answer; default: the deadline of the method. Infinity: no limit. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Number of the attempt, for a caller that repeats the call itself; default: 1. */
  readonly attempt?: number;
  /** Trace of which the call is a part; default: that of the caller, by the API of OpenTelemetry. */
  readonly trace?: TraceHeaders;
}

/** Outcome of a transaction: an encoded wallet.v1.TransactionResult. */
export interface ChannelOutcome {
  readonly isFinal: boolean;
  readonly result: Uint8Array;
}

/** An encrypted channel to the service, which reconnects automatically until it is closed. */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #webSocket: ConnectionDeps["webSocket"];
  readonly #clock: Clock;
  readonly #machine: ChannelMachine;
  readonly #alarm: Alarm;
  readonly #phases = new Listeners<PhaseChange>();
  readonly #sessions = new Listeners<string>();
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  readonly #closing = new Closing("channel");
  #due: ChannelEffect[] = [];
  #staticKey: Promise<KeyPair> | undefined;
  #connection: { readonly number: number; readonly link: Connection } | undefined;

  /** @throws TypeError on a platform without WebSocket, such as Node 20; RangeError for a `userAgent` that is not printable ASCII */
  constructor(options: ChannelOptions) {
    this.#webSocket = options.webSocket ?? platformWebSocket(userAgentOf(options.userAgent));
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#machine = new ChannelMachine(options.random ?? random);
    this.#alarm = new Alarm(this.#clock, () => this.#act(this.#machine.tick(this.#clock.now())));
  }

  get phase(): ChannelPhase {
    return this.#machine.phase;
  }

  /** Cipher of the open channel; undefined while it is not open. */
  get cipher(): CipherName | undefined {
    return this.phase === "open" ? this.#connection?.link.cipher : undefined;
  }

  /** Adds a listener of phase changes; returns a function that removes it. */
  onPhase(listener: (change: PhaseChange) => void): () => void {
    return this.#phases.add(listener);
  }

  /** Adds a listener of session tokens, with which HTTP calls have the channel's rights; returns a function that removes it. */
  onSession(listener: (token: string) => void): () => void {
    return this.#sessions.add(listener);
  }

  /** Starts to connect. Requests wait until the channel is open. */
  open(): void {
    this.#act(this.#machine.start(this.#clock.now()));
  }

  /**
   * Tells the channel that the network may have changed: it connects at once, or soon checks whether it is still
   * connected.
   */
  networkChanged(): void {
    this.#act(this.#machine.networkChanged(this.#clock.now()));
  }

  /** Closes the channel for good. Calls under way end with STATE_INVALID, which every call afterwards gets, too. */
  close(): void {
    this.#closing.close();
    this.#act(this.#machine.close());
  }

  /** Calls a method. Rejects with PlatonicError, and with RangeError for a timeout of zero or less. */
  async call<Method extends DescMethodUnary>(
    method: Method,
    message: MessageInitShape<Method["input"]>,
    { opId = crypto.randomUUID(), timeoutMs = deadlineOf(method), signal, attempt = 1, ...given }: ChannelCall = {},
  ): Promise<MessageShape<Method["output"]>> {
    const payload = toBinary(method.input, create(method.input, message as never));
    const name = `${method.parent.typeName}/${method.name}`;
    const value = { opId, method: name, payload, ...(given.trace ?? traceHeaders()) };
    // The id of the request is its idempotency key.
    const isIdempotent = isRepeatable(method);
    const request = { key: opId, body: { case: "request" as const, value }, isIdempotent };
    return observed(this.#options.onAttempt, method, attempt, async () => {
      const answer = await this.#run(request, timeoutMs, signal);
      if (answer.kind === "result") return fromBinary(method.output, answer.payload) as MessageShape<Method["output"]>;
      throw this.#closing.failureOf(failureOf(answer));
    });
  }

  /** Returns the outcome of a transaction. `seal` makes it final: an unknown transaction is void. Rejects with PlatonicError. */
  resolve(opId: string, seal: boolean, { timeoutMs, signal, attempt = 1 }: ChannelCall = {}): Promise<ChannelOutcome> {
    const body = { case: "resolve" as const, value: { opId, seal } };
    return observed(this.#options.onAttempt, TransactionService.method.resolveTransaction, attempt, async () => {
      const answer = await this.#run({ key: resolveKey(opId), body, isIdempotent: true }, timeoutMs, signal);
      if (answer.kind === "outcome") return answer;
      throw this.#closing.failureOf(failureOf(answer));
    });
  }

  async #run(request: PendingRequest, timeoutMs: number | undefined, signal: AbortSignal | undefined): Promise<Answer> {
    this.#closing.requireOpen();
    if (signal?.aborted) throw aborted(signal);
    const ms =
      timeoutMs === undefined || timeoutMs === Number.POSITIVE_INFINITY ? undefined : timeoutOf("timeoutMs", timeoutMs);
    const { key } = request;
    if (this.#waiting.has(key)) {
      throw new PlatonicError("RESOURCE_CONFLICT", `${key} is pending already`, { wasNotSent: true });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.set(key, resolve);
    const giveUp = (error: PlatonicError) => {
      this.#machine.abandon(key);
      reject(error);
    };
    const late = () => giveUp(new PlatonicError("TIMED_OUT", "the answer did not come in time"));
    const cancel = ms === undefined ? undefined : this.#clock.after(ms, late);
    const stop = () => giveUp(aborted(signal as AbortSignal));
    signal?.addEventListener("abort", stop, { once: true });
    try {
      this.#act(this.#machine.request(request));
      return await promise;
    } finally {
      cancel?.();
      signal?.removeEventListener("abort", stop);
      this.#waiting.delete(key);
    }
  }

  /**
   * Performs effects. Listeners may cause further effects, which are queued after all pending ones, so that envelopes
   * stay in order.
   */
  #act(effects: readonly ChannelEffect[]): void {
    const isActing = this.#due.length > 0;
    this.#due.push(...effects);
    if (isActing) return;
    try {
      for (const effect of this.#due) this.#perform(effect);
    } finally {
      this.#due = [];
    }
    this.#alarm.set(this.#machine.nextMs);
  }

  #perform(effect: ChannelEffect): void {
    switch (effect.do) {
      case "connect":
        this.#connect(effect);
        break;
      case "send":
        this.#linkOf(effect.connection)?.send(effect.envelope);
        break;
      case "disconnect":
        this.#linkOf(effect.connection)?.close();
        break;
      case "mint":
        this.#mint(effect.connection, effect.challenge);
        break;
      case "settle":
        this.#waiting.get(effect.key)?.(effect.answer);
        break;
      case "adopt-session":
        this.#sessions.tell(effect.token);
        break;
      case "report-phase":
        this.#phases.tell({ phase: effect.phase, cause: effect.cause });
        break;
    }
  }

  #connect({ connection: number, resume }: Extract<ChannelEffect, { do: "connect" }>): void {
    const machine = this.#machine;
    const { staticKey, ...options } = this.#options;
    this.#staticKey ??= staticKey === undefined ? newKeyPair() : Promise.resolve(staticKey);
    const listener = {
      connected: () => this.#act(machine.connected(number)),
      received: (envelope: Parameters<typeof machine.received>[1]) =>
        this.#act(machine.received(number, envelope, this.#clock.now())),
      lost: (cause: string, isFatal: boolean) =>
        this.#act(isFatal ? machine.fail(number, cause) : machine.lost(number, this.#clock.now(), cause)),
    };
    this.#staticKey.then(
      (key) => {
        // Closed in the meantime.
        if (machine.phase !== "connecting") return;
        try {
          const link = new Connection({ ...options, webSocket: this.#webSocket, staticKey: key }, resume, listener);
          this.#connection = { number, link };
        } catch (error) {
          // For example, the URL is invalid.
          listener.lost((error as Error).message, true);
        }
      },
      (error: Error) => listener.lost(error.message, true),
    );
  }

  /**
   * Sends a new token. After a failure the server ends the channel with its window, and the next connection tries
   * again.
   */
  #mint(number: number, challenge: string): void {
    const link = this.#linkOf(number);
    if (link === undefined) return;
    this.#options.credentials(link.terms(challenge)).then(
      (given) => {
        if ("rotatingToken" in given) this.#act(this.#machine.minted(number, given.rotatingToken));
      },
      (error: Error) => this.#phases.tell({ phase: this.#machine.phase, cause: error.message }),
    );
  }

  #linkOf(number: number): Connection | undefined {
    return this.#connection?.number === number ? this.#connection.link : undefined;
  }
}

function platformWebSocket(userAgent: string | undefined): ConnectionDeps["webSocket"] {
  const { WebSocket: known } = globalThis as { readonly WebSocket?: ConnectionDeps["webSocket"] };
  if (known !== undefined) return userAgent === undefined ? known : named(known, userAgent);
  throw new TypeError(
    "This platform has no WebSocket, which a channel needs: use Node 22 or later, pass an implementation as `webSocket`, " +
      "or set `useChannel: false`.",
  );
}

/** Returns a WebSocket that sends `User-Agent`: those of Node, Bun and Deno take headers where browsers take subprotocols alone. */
function named(known: ConnectionDeps["webSocket"], userAgent: string): ConnectionDeps["webSocket"] {
  return class extends known {
    constructor(url: string, protocols: string[]) {
      super(url, { protocols, headers: { "User-Agent": userAgent } } as never);
    }
  };
}

function failureOf(answer: Answer): PlatonicError {
  if (answer.kind === "error") return PlatonicError.fromChannel(answer.error, answer.wasSentAgain);
  const wasSentAgain = answer.kind === "lost" && answer.wasSent;
  return new PlatonicError("UNREACHABLE", "the channel was lost before there was an answer", { wasSentAgain });
}
