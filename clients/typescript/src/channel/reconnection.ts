import { type Error as ErrorMessage, GoAwayReason } from "../../../../gen/es/channel/v1/channel_pb.js";
import { Reason } from "../../../../gen/es/fault/v1/fault_pb.js";
import { backOffMs } from "../back-off.ts";

/** A channel that was open for so long counts as a success. */
const stableMs = 5_000;
/** After so many refusals in a row the credentials are no good. */
const refusalsMax = 5;

/** When a channel connects again, by what became of its connections. Times are milliseconds from any fixed moment. */
export class Reconnection {
  readonly #random: () => number;
  #failures = 0;
  #refusals = 0;
  #refusal: ErrorMessage | undefined;
  #retryAfterMs = 0;
  #openedMs = 0;
  #atMs = 0;

  /** `random` answers numbers in [0, 1). */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** When to connect, once `schedule` was called. */
  get atMs(): number {
    return this.#atMs;
  }

  /** Whether the credentials were refused too often. */
  get isHopeless(): boolean {
    return this.#refusals >= refusalsMax;
  }

  /** A connection is tried. */
  begin(): void {
    this.#retryAfterMs = 0;
    this.#refusal = undefined;
  }

  opened(nowMs: number): void {
    this.#openedMs = nowMs;
    this.#refusals = 0;
  }

  /** A request was answered. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** The open channel is heard. */
  heard(nowMs: number): void {
    if (nowMs - this.#openedMs >= stableMs) this.#failures = 0;
  }

  /** The server says when to come back at the earliest. */
  notBefore(retryAfterMs: number): void {
    this.#retryAfterMs = retryAfterMs;
  }

  /** The server says why it will refuse. */
  explained(refusal: ErrorMessage): void {
    this.#refusal = refusal;
  }

  /** The server refuses; answers why. */
  refused(reason: GoAwayReason, retryAfterMs: number): string {
    const refusal = this.#refusal;
    this.#retryAfterMs = Math.max(retryAfterMs, refusal?.retryAfter ?? 0);
    // That there were too many attempts says nothing of the credentials.
    if (reason === GoAwayReason.AUTHENTICATION && refusal?.reason !== Reason.RATE_LIMIT_EXCEEDED) this.#refusals += 1;
    return refusal?.message ?? `the server refused the channel: ${GoAwayReason[reason]}`;
  }

  /** The connection is no more. */
  schedule(nowMs: number): void {
    this.#atMs = nowMs + Math.max(this.#retryAfterMs, backOffMs(this.#failures, this.#random()));
    this.#failures += 1;
  }
}
