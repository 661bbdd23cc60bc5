import type { Random } from "../../../support/laws/random.ts";
import type { Faults } from "./faults.ts";
import type { Lifetime } from "./lifetime.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface WireDeps {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: Faults;
  /** Called with every frame. */
  readonly onFrame: (direction: Direction, bytes: number, treatment: string) => void;
}

/** Direction: up to the server, or down to the client. */
export type Direction = "up" | "down";

/** Receiver of frames and of the connection's end, while its process runs. */
export interface End {
  readonly lifetime: Lifetime;
  message(bytes: Uint8Array): void;
  /** Called at the end of the connection. */
  gone(): void;
}

/** A connection, whose frames keep their order but may be lost, repeated or delayed. */
export class Wire {
  readonly #deps: WireDeps;
  readonly #ends = new Map<Direction, End>();
  readonly #freeAtMs = { up: 0, down: 0 };
  #isCut = false;
  /** Whether all frames are lost from now on, without a notice to either side. */
  #isSilent = false;

  constructor(deps: WireDeps) {
    this.#deps = deps;
  }

  attach(direction: Direction, end: End): void {
    this.#ends.set(direction, end);
    end.lifetime.onEnd(() => this.cut());
  }

  send(direction: Direction, bytes: Uint8Array): void {
    const { time, faults, random, onFrame } = this.#deps;
    if (this.#isCut) return;
    if (faults.happen(0.01)) this.#isSilent = true;
    const treatment = faults.happen(0.05) ? random.pick(["cut before", "cut after", "twice"]) : "well";
    onFrame(direction, bytes.length, this.#isSilent ? "silent" : treatment);
    if (treatment === "cut before") this.cut();
    else {
      const arrive = () => this.#end(direction)?.message(bytes);
      this.#inOrder(direction, () => {
        arrive();
        if (treatment === "cut after") this.cut();
      });
      if (treatment === "twice") time.after(random.below(3_000), () => this.#inOrder(direction, arrive));
    }
  }

  /** Calls back after all events of this moment, unless the connection is cut. */
  atEndOfTurn(callback: () => void): void {
    this.#deps.time.after(0, () => {
      if (!this.#isCut) callback();
    });
  }

  /** Closes one direction, after all frames sent in it. */
  close(direction: Direction): void {
    const { time, faults } = this.#deps;
    this.#inOrder(direction, () => {
      this.#isCut = true;
      this.#notify(direction);
    });
    time.after(faults.delay(40, 5_000), () => this.#notify(direction === "up" ? "down" : "up"));
  }

  /** Breaks the connection. Each side is notified after a delay of its own. */
  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    const { time, faults } = this.#deps;
    for (const direction of ["up", "down"] as const) {
      time.after(faults.delay(40, 60_000), () => this.#notify(direction));
    }
  }

  #inOrder(direction: Direction, arrive: () => void): void {
    const { time, faults } = this.#deps;
    const atMs = Math.max(this.#freeAtMs[direction], time.nowMs + faults.delay(30, 5_000));
    this.#freeAtMs[direction] = atMs;
    time.after(atMs - time.nowMs, () => {
      if (!this.#isCut && !this.#isSilent) arrive();
    });
  }

  /** Notifies each side once. */
  #notify(direction: Direction): void {
    const end = this.#end(direction);
    this.#ends.delete(direction);
    end?.gone();
  }

  #end(direction: Direction): End | undefined {
    const end = this.#ends.get(direction);
    return end?.lifetime.isOver ? undefined : end;
  }
}
