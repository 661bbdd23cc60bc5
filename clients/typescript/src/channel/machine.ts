import { type Envelope, GoAwayReason, type Outcome, type Welcome } from "#contract/channel/v1/channel_pb.js";
import type { Answer, ChannelEffect, ChannelPhase, EnvelopeBody, ResumeInit } from "./effects.ts";
import { KeepAlive } from "./keep-alive.ts";
import { Pending, type PendingRequest } from "./pending.ts";
import { Reconnection } from "./reconnection.ts";
import { TokenChallenge } from "./token-challenge.ts";

/** Longest time from the connection to the Welcome. */
const openingTimeoutMs = 30_000;

/**
 * State machine of a channel: takes events with their times, returns effects to perform. It uses no clock, randomness
 * or network itself. Times are milliseconds from any fixed moment.
 */
export class ChannelMachine {
  readonly #pending = new Pending();
  readonly #reconnection: Reconnection;
  #effects: ChannelEffect[] = [];
  #phase: ChannelPhase = "idle";
  #connection = 0;
  /** The channel to resume, and the numbers of its envelopes. */
  #channelId: string | undefined;
  #seq = 0n;
  #ack = 0n;
  #credits = 0;
  /** Start of the current connection. */
  #sinceMs = 0;
  #keepAlive: KeepAlive | undefined;
  #challenge: TokenChallenge | undefined;
  #isLeaving = false;

  /** `random` returns numbers in [0, 1). */
  constructor(random: () => number) {
    this.#reconnection = new Reconnection(random);
  }

  get phase(): ChannelPhase {
    return this.#phase;
  }

  /** Time at which `tick` must be called at the latest. */
  get nextMs(): number {
    if (this.#phase === "backing-off") return this.#reconnection.atMs;
    if (this.#isOpening) return this.#sinceMs + openingTimeoutMs;
    return this.#keepAlive?.nextMs ?? Number.POSITIVE_INFINITY;
  }

  start(nowMs: number): ChannelEffect[] {
    if (this.#phase === "idle") this.#connect(nowMs);
    return this.#take();
  }

  /** The WebSocket is open; the handshake starts. */
  connected(connection: number): ChannelEffect[] {
    if (connection === this.#connection && this.#phase === "connecting") {
      this.#setPhase(this.#channelId === undefined ? "handshaking" : "resuming");
    }
    return this.#take();
  }

  received(connection: number, envelope: Envelope, nowMs: number): ChannelEffect[] {
    if (connection !== this.#connection || this.#phase === "backing-off" || this.#phase === "closed") return [];
    this.#keepAlive?.heard(nowMs);
    if (this.#phase === "open") this.#dispatch(envelope, nowMs);
    else this.#begin(envelope, nowMs);
    return this.#take();
  }

  /** The connection was lost, or could not be opened. */
  lost(connection: number, nowMs: number, cause = "the connection was lost"): ChannelEffect[] {
    if (connection === this.#connection && (this.#isOpening || this.#phase === "open")) this.#backOff(nowMs, cause);
    return this.#take();
  }

  /** Closes the channel, because a reconnection cannot succeed: the server is not trusted, or there are no credentials. */
  fail(connection: number, cause: string): ChannelEffect[] {
    if (connection === this.#connection && this.#phase !== "closed") this.#end(cause);
    return this.#take();
  }

  /** The requested token is available. */
  minted(connection: number, rotatingToken: string): ChannelEffect[] {
    if (connection === this.#connection && this.#phase === "open") {
      this.#send({ case: "reauthenticate", value: { rotatingToken } });
    }
    return this.#take();
  }

  /** Sends a request as soon as possible, and repeats it if that is necessary and harmless. */
  request(request: PendingRequest): ChannelEffect[] {
    if (this.#phase === "closed") return [settled(request.key, { kind: "lost", wasSent: false })];
    this.#pending.add(request);
    this.#flush();
    return this.#take();
  }

  /** Stops waiting for an answer. The request is not sent again, but it may have been executed. */
  abandon(key: string): void {
    this.#pending.abandon(key);
  }

  tick(nowMs: number): ChannelEffect[] {
    if (nowMs >= this.nextMs) {
      if (this.#phase === "backing-off") this.#connect(nowMs);
      else if (this.#keepAlive === undefined) this.#backOff(nowMs, "the handshake took too long");
      else if (this.#keepAlive.isGone(nowMs)) this.#backOff(nowMs, "the server was silent for too long");
      else {
        this.#keepAlive.pinged(nowMs);
        this.#send({ case: "ping", value: { nonce: BigInt(Math.floor(nowMs)) } });
      }
    }
    return this.#take();
  }

  /**
   * Handles a possible change of the network: connects at once if that is due later, and checks whether the channel is
   * alive.
   */
  networkChanged(nowMs: number): ChannelEffect[] {
    if (this.#phase === "backing-off" && this.#reconnection.mayHurry) this.#connect(nowMs);
    else if (this.#phase === "open" && this.#keepAlive !== undefined) {
      this.#keepAlive.probed(nowMs);
      this.#keepAlive.pinged(nowMs);
      this.#send({ case: "ping", value: { nonce: BigInt(Math.floor(nowMs)) } });
    }
    return this.#take();
  }

  close(): ChannelEffect[] {
    if (this.#phase === "open") this.#send({ case: "goAway", value: { reason: GoAwayReason.CLIENT } });
    if (this.#phase !== "closed") this.#end(undefined);
    return this.#take();
  }

  get #isOpening(): boolean {
    return this.#phase === "connecting" || this.#phase === "handshaking" || this.#phase === "resuming";
  }

  #connect(nowMs: number): void {
    this.#connection += 1;
    this.#sinceMs = nowMs;
    this.#isLeaving = false;
    this.#reconnection.begin();
    this.#setPhase("connecting");
    const resume: ResumeInit | undefined =
      this.#channelId === undefined ? undefined : { channelId: this.#channelId, lastSeq: this.#ack };
    this.#effects.push({ do: "connect", connection: this.#connection, resume });
  }

  /** Processes the server's first messages, which say that the channel is open or why it is not. */
  #begin({ ack, seq, body }: Envelope, nowMs: number): void {
    if (body.case === "welcome") this.#open(body.value, seq, ack, nowMs);
    else if (body.case === "error") this.#reconnection.explained(body.value);
    else if (body.case === "goAway") this.#refused(body.value.reason, body.value.retryAfter, nowMs);
    else this.#backOff(nowMs, "the server violated the protocol of the channel");
  }

  #open(welcome: Welcome, seq: bigint, ack: bigint, nowMs: number): void {
    const isResumed = welcome.isResumed && welcome.channelId === this.#channelId;
    this.#channelId = welcome.channelId;
    this.#credits = welcome.credits;
    this.#keepAlive = new KeepAlive(welcome, nowMs);
    this.#reconnection.opened(nowMs);
    this.#challenge = undefined;
    this.#setPhase("open");
    if (welcome.sessionToken !== "") this.#effects.push({ do: "adopt-session", token: welcome.sessionToken });
    if (isResumed) {
      for (const { seq: number, request } of this.#pending.missing(ack)) this.#sendAs(number, request.body);
    } else {
      this.#seq = 0n;
      this.#ack = seq;
      for (const key of this.#pending.restart()) this.#effects.push(settled(key, { kind: "lost", wasSent: true }));
    }
    this.#flush();
  }

  #refused(reason: GoAwayReason, retryAfterMs: number, nowMs: number): void {
    const cause = this.#reconnection.refused(reason, retryAfterMs);
    if (this.#reconnection.isHopeless) this.#end(cause);
    else this.#backOff(nowMs, cause);
  }

  #dispatch({ seq, body }: Envelope, nowMs: number): void {
    if (seq <= this.#ack) return;
    this.#ack = seq;
    switch (body.case) {
      case "accepted":
        this.#pending.accepted(body.value.opId);
        break;
      case "result":
        this.#answered(body.value.opId, body.value.answer);
        break;
      case "outcome":
        this.#outcome(body.value);
        break;
      case "ping":
        this.#send({ case: "pong", value: { nonce: body.value.nonce } });
        break;
      case "reauthenticate":
        this.#challenged(body.value.challenge);
        break;
      case "error":
        this.#mint();
        break;
      case "goAway":
        this.#reconnection.notBefore(body.value.retryAfter);
        this.#isLeaving = true;
        this.#pending.markUntouched();
        break;
    }
    this.#reconnection.heard(nowMs);
    this.#flush();
  }

  #answered(opId: string, answer: Extract<Envelope["body"], { case: "result" }>["value"]["answer"]): void {
    // An error of `resolve` arrives as the result of a request.
    const key = this.#pending.has(opId) ? opId : resolveKey(opId);
    if (answer.case === "payload") this.#settle(key, { kind: "result", payload: answer.value });
    else if (answer.case === "error") {
      this.#settle(key, { kind: "error", error: answer.value, wasSentAgain: this.#pending.wasSentAgain(key) });
    }
  }

  #outcome({ opId, isFinal, result }: Outcome): void {
    this.#settle(resolveKey(opId), { kind: "outcome", isFinal, result });
  }

  #settle(key: string, answer: Answer): void {
    if (!this.#pending.remove(key)) return;
    this.#reconnection.succeeded();
    this.#effects.push(settled(key, answer));
  }

  #challenged(challenge: string): void {
    this.#challenge = challenge === "" ? undefined : new TokenChallenge(challenge);
    this.#mint();
  }

  #mint(): void {
    const challenge = this.#challenge?.next();
    if (challenge !== undefined) this.#effects.push({ do: "mint", connection: this.#connection, challenge });
  }

  /** Sends requests up to the credits. */
  #flush(): void {
    while (this.#phase === "open" && !this.#isLeaving && this.#pending.sent < this.#credits) {
      const request = this.#pending.sendNext(this.#seq + 1n);
      if (request === undefined) return;
      this.#send(request.body);
    }
  }

  #send(body: EnvelopeBody): void {
    this.#seq += 1n;
    this.#sendAs(this.#seq, body);
  }

  #sendAs(seq: bigint, body: EnvelopeBody): void {
    this.#effects.push({ do: "send", connection: this.#connection, envelope: { seq, ack: this.#ack, body } });
  }

  #backOff(nowMs: number, cause: string): void {
    this.#effects.push({ do: "disconnect", connection: this.#connection });
    this.#reconnection.schedule(nowMs);
    this.#setPhase("backing-off", cause);
  }

  #end(cause: string | undefined): void {
    this.#effects.push({ do: "disconnect", connection: this.#connection });
    for (const [key, answer] of this.#pending.clear()) this.#effects.push(settled(key, answer));
    this.#setPhase("closed", cause);
  }

  #setPhase(phase: ChannelPhase, cause?: string): void {
    this.#phase = phase;
    if (phase !== "open") this.#keepAlive = undefined;
    this.#effects.push({ do: "report-phase", phase, cause });
  }

  #take(): ChannelEffect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }
}

/** Returns the key of a request's outcome query, which differs from the request's own. */
export function resolveKey(opId: string): string {
  return `resolve ${opId}`;
}

function settled(key: string, answer: Answer): ChannelEffect {
  return { do: "settle", key, answer };
}
