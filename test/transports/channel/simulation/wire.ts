import type { Random } from "../../../support/laws/random.ts";
import type { Faults } from "./faults.ts";
import type { Life } from "./life.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface WireDeps {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: Faults;
  /** Hears of every frame. */
  readonly onFrame: (way: Way, bytes: number, fate: string) => void;
}

/** Up to the server, or down to the client. */
export type Way = "up" | "down";

/** Where frames arrive, for as long as that process lives. */
export interface End {
  readonly life: Life;
  message(bytes: Uint8Array): void;
  /** Nothing comes any more. */
  gone(): void;
}

/** A connection: its frames keep their order, and nothing else is sure. */
export class Wire {
  readonly #deps: WireDeps;
  readonly #ends = new Map<Way, End>();
  readonly #freeAtMs = { up: 0, down: 0 };
  #isCut = false;
  /** Nothing arrives any more, and nobody is told. */
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

  /** When what is due at this moment has happened, for as long as the connection lasts. */
  atEndOfTurn(callback: () => void): void {
    this.#deps.time.after(0, () => {
      if (!this.#isCut) callback();
    });
  }

  /** The side that sends this way says that this is the end, after all that it has sent. */
  close(way: Way): void {
    const { time, faults } = this.#deps;
    this.#inOrder(way, () => {
      this.#isCut = true;
      this.#tell(way);
    });
    time.after(faults.delay(40, 5_000), () => this.#tell(way === "up" ? "down" : "up"));
  }

  /** It breaks, which each side notices sooner or later. */
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

  /** Each side hears of it once. */
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
