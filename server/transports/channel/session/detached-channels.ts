import { limits } from "../../../core/limits.ts";
import type { Channel } from "./channel.ts";

/** Channels without a connection that their clients may still resume, in the order in which they lost it. */
export class DetachedChannels {
  readonly #channels = new Map<string, { readonly channel: Channel; readonly untilMs: number }>();

  add(channel: Channel, nowMs: number): void {
    this.#channels.set(channel.id, { channel, untilMs: nowMs + limits.channelResumeMs });
    if (this.#channels.size <= limits.channelsDetachedMax) return;
    const [oldest] = this.#channels.keys();
    this.#channels.delete(oldest as string);
  }

  find(id: string, nowMs: number): Channel | undefined {
    this.tick(nowMs);
    return this.#channels.get(id)?.channel;
  }

  delete(id: string): void {
    this.#channels.delete(id);
  }

  /** Drops the channels whose time to resume has passed. */
  tick(nowMs: number): void {
    for (const [id, { untilMs }] of this.#channels) {
      if (nowMs < untilMs) return;
      this.#channels.delete(id);
    }
  }
}
