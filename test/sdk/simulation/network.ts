import type { EnvelopeInit, ResumeInit } from "../../../clients/typescript/src/channel/effects.ts";
import type { Envelope } from "../../../gen/es/channel/v1/channel_pb.js";
import type { Random } from "../../fuzz/random.ts";
import type { ServerLink, ServerModel } from "./server-model.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface ClientEnd {
  connected(): void;
  received(envelope: Envelope): void;
  lost(): void;
}

/** Connections on which frames keep their order and nothing else is sure, and requests that nobody keeps in order. */
export class Network {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #server: ServerModel;
  /** From 0, nothing goes wrong, to 1. */
  trouble = 1;

  constructor(time: VirtualTime, random: Random, server: ServerModel) {
    this.#time = time;
    this.#random = random;
    this.#server = server;
  }

  connect(client: ClientEnd, resume: ResumeInit | undefined): { send(envelope: EnvelopeInit): void; close(): void } {
    const random = this.#random;
    const time = this.#time;
    let isCut = false;
    /** Nothing arrives any more, and nobody is told. */
    let isSilent = false;
    let take: ((envelope: EnvelopeInit) => void) | undefined;
    const freeAt = { up: 0, down: 0 };
    const cut = (tellsClient: boolean) => {
      if (isCut) return;
      isCut = true;
      this.#server.gone(link);
      if (tellsClient) time.after(random.below(40), () => client.lost());
    };
    const carry = (way: "up" | "down", arrive: () => void) => {
      if (isCut) return;
      if (this.#goesWrong(0.02)) isSilent = true;
      if (isSilent) return;
      const fate = this.#goesWrong(0.06) ? random.pick(["cut before", "cut after", "twice"]) : "well";
      if (fate === "cut before") return cut(true);
      const atMs = Math.max(freeAt[way], time.nowMs + random.below(this.#goesWrong(0.05) ? 5_000 : 30));
      freeAt[way] = atMs;
      time.after(atMs - time.nowMs, () => {
        if (isCut || isSilent) return;
        arrive();
        if (fate === "twice") arrive();
        if (fate === "cut after") cut(true);
      });
    };
    const link: ServerLink = {
      send: (envelope) => carry("down", () => client.received(envelope)),
      close: () => {
        // What was sent before arrives first.
        const waitMs = Math.max(0, freeAt.down - time.nowMs);
        time.after(waitMs, () => cut(true));
      },
    };
    const isRefused = !this.#server.isUp || this.#goesWrong(0.15);
    time.after(random.below(50), () => {
      if (isCut) return;
      if (isRefused || !this.#server.isUp) return cut(true);
      client.connected();
      time.after(random.below(80), () => {
        if (isCut || isSilent) return;
        if (!this.#server.isUp || this.#goesWrong(0.1)) return cut(true);
        take = this.#server.open(link, resume);
      });
    });
    return {
      send: (envelope) => carry("up", () => take?.(envelope)),
      close: () => {
        time.after(Math.max(0, freeAt.up - time.nowMs), () => cut(false));
      },
    };
  }

  /** A request over HTTP: worked never, once or, when it is harmless, twice; answered late or never. */
  ask<Answer>(
    work: () => Answer,
    isRefusal: (answer: Answer) => boolean,
    told: (answer: Answer | "lost") => void,
  ): void {
    const random = this.#random;
    const arrive = random.below(this.#goesWrong(0.1) ? 20_000 : 100);
    if (this.#goesWrong(0.15)) {
      this.#time.after(arrive, () => told("lost"));
      return;
    }
    this.#time.after(arrive, () => {
      if (!this.#server.isUp) return told("lost");
      const answer = work();
      if (this.#goesWrong(0.1) && !isRefusal(answer)) this.#time.after(random.below(30_000), () => void work());
      const isLost = this.#goesWrong(0.15);
      this.#time.after(random.below(100), () => told(isLost ? "lost" : answer));
    });
  }

  #goesWrong(chance: number): boolean {
    return this.#random.chance(chance * this.trouble);
  }
}
