import type { Welcome } from "../../../../gen/es/channel/v1/channel_pb.js";

/** Unless the Welcome says otherwise. */
const usualPingIntervalMs = 15_000;
const usualTimeoutMs = 30_000;

/** When an open channel is to ping, and when it counts as gone. Times are milliseconds from any fixed moment. */
export class KeepAlive {
  readonly #pingIntervalMs: number;
  readonly #timeoutMs: number;
  #heardMs: number;
  #pingedMs: number;

  constructor({ pingInterval, timeout }: Pick<Welcome, "pingInterval" | "timeout">, nowMs: number) {
    this.#pingIntervalMs = pingInterval > 0 ? pingInterval : usualPingIntervalMs;
    this.#timeoutMs = timeout > 0 ? timeout : usualTimeoutMs;
    this.#heardMs = nowMs;
    this.#pingedMs = nowMs;
  }

  /** When the next ping is due, or the silence has been too long. */
  get nextMs(): number {
    return Math.min(this.#heardMs + this.#timeoutMs, this.#pingedMs + this.#pingIntervalMs);
  }

  heard(nowMs: number): void {
    this.#heardMs = nowMs;
  }

  pinged(nowMs: number): void {
    this.#pingedMs = nowMs;
  }

  isGone(nowMs: number): boolean {
    return nowMs - this.#heardMs >= this.#timeoutMs;
  }
}
