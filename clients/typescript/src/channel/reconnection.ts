import { type Error as ErrorMessage, GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { backOffMs } from "../back-off.ts";

/** Time after which an open channel counts as a success. */
const stableMs = 5_000;
/** Number of consecutive refusals after which the credentials count as invalid. */
const refusalsMax = 5;

/** Schedule of reconnections, based on the results of earlier ones. Times are milliseconds from any fixed moment. */
export class Reconnection {
  readonly #random: () => number;
  #failures = 0;
  #refusals = 0;
  #refusal: ErrorMessage | undefined;
  #retryAfterMs = 0;
  #openedMs = 0;
  #atMs = 0;

  /** `random` returns numbers in [0, 1). */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Time of the next connection, set by `schedule`. */
  get atMs(): number {
    return this.#atMs;
  }

  /** Whether a connection may be made before that time: the server has not requested a delay. */
  get mayHurry(): boolean {
    return this.#retryAfterMs === 0;
  }

  /** Whether the credentials were refused too often. */
  get isHopeless(): boolean {
    return this.#refusals >= refusalsMax;
  }

  /** Records that a connection is attempted. */
  begin(): void {
    this.#retryAfterMs = 0;
    this.#refusal = undefined;
  }

  opened(nowMs: number): void {
    this.#openedMs = nowMs;
    this.#refusals = 0;
  }

  /** Records that a request was answered. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** Records a message on the open channel. */
  heard(nowMs: number): void {
    if (nowMs - this.#openedMs >= stableMs) this.#failures = 0;
  }

  /** Records the server's minimum delay before a reconnection. */
  notBefore(retryAfterMs: number): void {
    this.#retryAfterMs = retryAfterMs;
  }

  /** Records the server's reason, which precedes its refusal. */
  explained(refusal: ErrorMessage): void {
    this.#refusal = refusal;
  }

  /** Records a refusal, and returns its cause. */
  refused(reason: GoAwayReason, retryAfterMs: number): string {
    const refusal = this.#refusal;
    this.#retryAfterMs = Math.max(retryAfterMs, refusal?.retryAfter ?? 0);
    // A rate limit does not mean that the credentials are invalid.
    if (reason === GoAwayReason.AUTHENTICATION && refusal?.reason !== Reason.RATE_LIMIT_EXCEEDED) this.#refusals += 1;
    return refusal?.message ?? `the server refused the channel: ${GoAwayReason[reason]}`;
  }

  /** Schedules the next connection. */
  schedule(nowMs: number): void {
    this.#atMs = nowMs + Math.max(this.#retryAfterMs, backOffMs(this.#failures, this.#random()));
    this.#failures += 1;
  }
}
