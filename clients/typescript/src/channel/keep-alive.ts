import type { Welcome } from "#contract/channel/v1/channel_pb.js";

/** Defaults if the Welcome has no values. */
const defaultPingIntervalMs = 15_000;
const defaultTimeoutMs = 30_000;
/** Longest wait for a message from the server after a probe. */
const probeMs = 5_000;

/** Schedule of the pings and of the timeout of an open channel. Times are milliseconds from any fixed moment. */
export class KeepAlive {
  readonly #pingIntervalMs: number;
  readonly #timeoutMs: number;
  #heardMs: number;
  #pingedMs: number;
  #probedUntilMs = Number.POSITIVE_INFINITY;

  constructor({ pingInterval, timeout }: Pick<Welcome, "pingInterval" | "timeout">, nowMs: number) {
    this.#pingIntervalMs = pingInterval > 0 ? pingInterval : defaultPingIntervalMs;
    this.#timeoutMs = timeout > 0 ? timeout : defaultTimeoutMs;
    this.#heardMs = nowMs;
    this.#pingedMs = nowMs;
  }

  /** Time of the next ping or of the timeout. */
  get nextMs(): number {
    return Math.min(this.#heardMs + this.#timeoutMs, this.#pingedMs + this.#pingIntervalMs, this.#probedUntilMs);
  }

  heard(nowMs: number): void {
    this.#heardMs = nowMs;
    this.#probedUntilMs = Number.POSITIVE_INFINITY;
  }

  /** Expects a message from the server soon, because the network may have changed. */
  probed(nowMs: number): void {
    this.#probedUntilMs = Math.min(this.#probedUntilMs, nowMs + probeMs);
  }

  pinged(nowMs: number): void {
    this.#pingedMs = nowMs;
  }

  isGone(nowMs: number): boolean {
    return nowMs - this.#heardMs >= this.#timeoutMs || nowMs >= this.#probedUntilMs;
  }
}
