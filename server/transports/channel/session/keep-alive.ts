import { limits } from "../../../core/limits.ts";

/** Action that is due. */
export type KeepAliveEffect = "nothing" | "ping" | "give-up";

/**
 * Liveness of the other side. Each side pings every 15 s; after 30 s without any message the other side counts as gone.
 * Times are milliseconds from any fixed moment.
 */
export class KeepAlive {
  #heardAtMs: number;
  #pingedAtMs: number;

  constructor(nowMs: number) {
    this.#heardAtMs = nowMs;
    this.#pingedAtMs = nowMs;
  }

  /** Records that a message arrived. */
  heard(nowMs: number): void {
    this.#heardAtMs = nowMs;
  }

  /** Returns the action that is due. */
  tick(nowMs: number): KeepAliveEffect {
    if (nowMs - this.#heardAtMs >= limits.channelSilenceMs) return "give-up";
    if (nowMs - this.#pingedAtMs < limits.channelPingMs) return "nothing";
    this.#pingedAtMs = nowMs;
    return "ping";
  }
}
