import { type Clock, systemClock } from "../clock.ts";

/**
 * Difference up to which the clock of this machine counts as right. The service reports whole seconds, and an answer
 * takes time.
 */
const toleranceMs = 5_000;

interface Told {
  /** The last reported service time, with the readings of this machine's clocks at that moment. */
  readonly serviceMs: number;
  readonly wallMs: number;
  readonly clockMs: number;
}

/**
 * Time of the service, in ms since 1970. Until the service has reported it, this machine's clock is used. From then on
 * it advances with a monotonic clock, so that setting this machine's clock does not matter.
 */
export class ServiceTime {
  readonly #wall: () => number;
  readonly #clock: Pick<Clock, "now">;
  #told: Told | undefined;

  /** @param wall clock of this machine, in ms since 1970 */
  constructor(wall: () => number = Date.now, clock: Pick<Clock, "now"> = systemClock) {
    this.#wall = wall;
    this.#clock = clock;
  }

  /** Whether the service has reported its time, and this machine has neither slept nor had its clock set since then. */
  get isKnown(): boolean {
    if (this.#told === undefined) return false;
    const { wallMs, clockMs } = this.#told;
    return Math.abs(this.#wall() - wallMs - (this.#clock.now() - clockMs)) <= toleranceMs;
  }

  now(): number {
    if (this.#told === undefined) return this.#wall();
    return Math.floor(this.#told.serviceMs + this.#clock.now() - this.#told.clockMs);
  }

  /** Learns the time from an answer that has just arrived; without such a header nothing changes. */
  learn(headers: Pick<Headers, "get">): void {
    const toldMs = Date.parse(headers.get("date") ?? "");
    if (Number.isNaN(toldMs)) return;
    const wallMs = this.#wall();
    // A clock that is right is more precise than whole seconds.
    const serviceMs = Math.abs(wallMs - toldMs) <= toleranceMs ? wallMs : toldMs;
    this.#told = { serviceMs, wallMs, clockMs: this.#clock.now() };
  }
}
