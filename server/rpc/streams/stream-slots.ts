import { Fault } from "../../core/fault.ts";
import { networkOf } from "../../core/network.ts";

/** Slots for the concurrent streams of one service, so that no network takes those of all others. */
export class StreamSlots {
  readonly #max: number;
  readonly #perNetworkMax: number;
  readonly #taken = new Map<string, number>();
  #count = 0;

  constructor(max: number, perNetworkMax: number) {
    this.#max = max;
    this.#perNetworkMax = perNetworkMax;
  }

  /**
   * Takes a slot for a stream from an address. Returns a function that releases it.
   *
   * @throws Fault RATE_LIMIT_EXCEEDED if there is none
   */
  take(address: string): () => void {
    const network = networkOf(address);
    const taken = this.#taken.get(network) ?? 0;
    if (taken >= this.#perNetworkMax) throw noPlace(`${this.#perNetworkMax} open streams from one network`);
    if (this.#count >= this.#max) throw noPlace(`${this.#max} open streams`);
    this.#taken.set(network, taken + 1);
    this.#count++;
    return () => {
      const left = (this.#taken.get(network) as number) - 1;
      if (left === 0) this.#taken.delete(network);
      else this.#taken.set(network, left);
      this.#count--;
    };
  }
}

function noPlace(bound: string): Fault {
  return new Fault("RATE_LIMIT_EXCEEDED", `The service has ${bound} at most; end one of them, or try again later.`, {
    retryAfterSeconds: 1,
  });
}
