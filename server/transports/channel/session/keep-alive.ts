import { limits } from "../../../core/limits.ts";

/** What is to be done about the time that has gone by. */
export type KeepAliveEffect = "nothing" | "ping" | "give-up";

/**
 * Whether the other side is still there. We ping it every 15 s and it pings us; when nothing at all came for 30 s it
 * counts as gone. Times are milliseconds from any fixed moment.
 */
export class KeepAlive {
  #heardAtMs: number;
  #pingedAtMs: number;

  constructor(nowMs: number) {
    this.#heardAtMs = nowMs;
    this.#pingedAtMs = nowMs;
  }

  /** Something came. */
  heard(nowMs: number): void {
    this.#heardAtMs = nowMs;
  }

  /** While we do not read, silence is no sign of anything. */
  tick(nowMs: number, isReading: boolean): KeepAliveEffect {
    if (!isReading) this.#heardAtMs = nowMs;
    if (nowMs - this.#heardAtMs >= limits.channelSilenceMs) return "give-up";
    if (nowMs - this.#pingedAtMs < limits.channelPingMs) return "nothing";
    this.#pingedAtMs = nowMs;
    return "ping";
  }
}
