/** Port: the places that the connections of each network may take. */
export interface NetworkPlaces {
  /** Takes a place; false if there is none left. */
  take(network: string): boolean | Promise<boolean>;
  release(network: string): void;
}

/** Counts the places that are taken. */
export class NetworkCounts implements NetworkPlaces {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  take(network: string): boolean {
    const count = (this.#taken.get(network) ?? 0) + 1;
    if (count > this.#max) return false;
    this.#taken.set(network, count);
    return true;
  }

  release(network: string, count = 1): void {
    const left = (this.#taken.get(network) as number) - count;
    if (left === 0) this.#taken.delete(network);
    else this.#taken.set(network, left);
  }
}
