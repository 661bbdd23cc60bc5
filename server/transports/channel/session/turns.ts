import { limits } from "../../../core/limits.ts";

/**
 * Turns of the requests of one channel: as many run at once as it has credits, and the others wait in order, within
 * bounds. A request that only waits lends its turn to the next one meanwhile.
 */
export class Turns {
  #credits: number;
  #running = 0;
  #waiting: { readonly start: () => void; readonly bytes: number }[] = [];
  #waitingBytes = 0;

  constructor(credits: number) {
    this.#credits = credits;
  }

  get credits(): number {
    return this.#credits;
  }

  /** Sets the number of concurrent turns. */
  set credits(credits: number) {
    this.#credits = credits;
    this.#startNext();
  }

  /** Whether another request of this many bytes could run or wait. */
  hasRoomFor(bytes: number): boolean {
    if (this.#running < this.#credits) return true;
    const { channelWaitingMax, channelWaitingBytesMax } = limits;
    return this.#waiting.length < channelWaitingMax && this.#waitingBytes + bytes <= channelWaitingBytesMax;
  }

  /** Takes a turn. Returns a promise if the request has to wait for it. */
  take(bytes: number): Promise<void> | undefined {
    if (this.#running < this.#credits) {
      this.#running += 1;
      return undefined;
    }
    this.#waitingBytes += bytes;
    return new Promise((start) => {
      this.#waiting.push({ start, bytes });
    });
  }

  /** Releases a turn. */
  give(): void {
    this.#running -= 1;
    this.#startNext();
  }

  /** Releases a turn temporarily. Returns a function that takes it again, without waiting for it. */
  lend(): () => void {
    this.give();
    return () => {
      this.#running += 1;
    };
  }

  #startNext(): void {
    while (this.#running < this.#credits) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#waitingBytes -= next.bytes;
      this.#running += 1;
      next.start();
    }
  }
}
