import type { Random } from "../../../support/laws/random.ts";
import type { Faults } from "./faults.ts";
import type { Life } from "./life.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface WireDeps {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: Faults;
  /** Called with every frame. */
  readonly onFrame: (way: Way, bytes: number, fate: string) => void;
}

/** Direction: up to the server, or down to the client. */
export type Way = "up" | "down";

/** Receiving end of frames, while its process lives. */
export interface End {
  readonly life: Life;
  message(bytes: Uint8Array): void;
  /** Called at the end of the connection. */
  gone(): void;
}

/** A connection. Its frames keep their order; nothing else is guaranteed. */
export class Wire {
  readonly #deps: WireDeps;
  readonly #ends = new Map<Way, End>();
  readonly #freeAtMs = { up: 0, down: 0 };
  #isCut = false;
  /** Loses all frames from now on, without a notice. */
  #isSilent = false;

  constructor(deps: WireDeps) {
    this.#deps = deps;
  }

  join(way: Way, end: End): void {
    this.#ends.set(way, end);
    end.life.onEnd(() => this.cut());
  }

  carry(way: Way, bytes: Uint8Array): void {
    const { time, faults, random, onFrame } = this.#deps;
    if (this.#isCut) return;
    if (faults.happen(0.01)) this.#isSilent = true;
    const fate = faults.happen(0.05) ? random.pick(["cut before", "cut after", "twice"]) : "well";
    onFrame(way, bytes.length, this.#isSilent ? "silent" : fate);
    if (fate === "cut before") this.cut();
    else {
      const arrive = () => this.#end(way)?.message(bytes);
      this.#inOrder(way, () => {
        arrive();
        if (fate === "cut after") this.cut();
      });
      if (fate === "twice") time.after(random.below(3_000), () => this.#inOrder(way, arrive));
    }
  }

  /** Calls back after all events of this moment, while the connection lasts. */
  atEndOfTurn(callback: () => void): void {
    this.#deps.time.after(0, () => {
      if (!this.#isCut) callback();
    });
  }

  /** Closes one direction, after all frames sent in it. */
  close(way: Way): void {
    const { time, faults } = this.#deps;
    this.#inOrder(way, () => {
      this.#isCut = true;
      this.#tell(way);
    });
    time.after(faults.delay(40, 5_000), () => this.#tell(way === "up" ? "down" : "up"));
  }

  /** Breaks the connection, which each side notices sooner or later. */
  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    const { time, faults } = this.#deps;
    for (const way of ["up", "down"] as const) time.after(faults.delay(40, 60_000), () => this.#tell(way));
  }

  #inOrder(way: Way, arrive: () => void): void {
    const { time, faults } = this.#deps;
    const atMs = Math.max(this.#freeAtMs[way], time.nowMs + faults.delay(30, 5_000));
    this.#freeAtMs[way] = atMs;
    time.after(atMs - time.nowMs, () => {
      if (!this.#isCut && !this.#isSilent) arrive();
    });
  }

  /** Notifies each side once. */
  #tell(way: Way): void {
    const end = this.#end(way);
    this.#ends.delete(way);
    end?.gone();
  }

  #end(way: Way): End | undefined {
    const end = this.#ends.get(way);
    return end?.life.isOver ? undefined : end;
  }
}
