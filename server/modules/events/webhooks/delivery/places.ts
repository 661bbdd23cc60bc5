/** An endpoint that has a place of those at which a process delivers. */
export interface Holder {
  /** Whose share the place counts to: the wallet, or the endpoint itself if it is the operator's. */
  readonly share: string;
  readonly sinceMs: number;
  /** Whether it is just delivering, and not waiting for events. */
  readonly isBusy: boolean;
  /** Whether it was asked to leave, and does so as soon as it is no more busy. */
  readonly isLeaving: boolean;
}

export interface PlaceBounds {
  readonly count: number;
  /** Places of these that are for shares without any. */
  readonly reserved: number;
  /** Time after which a holder leaves when others wait. */
  readonly turnMs: number;
}

/**
 * The places at which a process delivers. They are shared evenly between wallets, whatever number of endpoints these have, and
 * nobody keeps one for ever while others wait.
 */
export class Places<Held extends Holder> {
  readonly #bounds: PlaceBounds;
  readonly #holders = new Map<string, Set<Held>>();
  #taken = 0;

  constructor(bounds: PlaceBounds) {
    this.#bounds = bounds;
  }

  /** Whether one more of a share gets a place now. */
  isFreeFor(share: string): boolean {
    const free = this.#bounds.count - this.#taken;
    return free > (this.#holders.has(share) ? this.#bounds.reserved : 0);
  }

  countOf(share: string): number {
    return this.#holders.get(share)?.size ?? 0;
  }

  /** Adds a holder. Returns a function that removes it. */
  add(holder: Held): () => void {
    const { share } = holder;
    const holders = this.#holders.get(share) ?? new Set();
    this.#holders.set(share, holders.add(holder));
    this.#taken += 1;
    return () => {
      if (!holders.delete(holder)) return;
      this.#taken -= 1;
      if (holders.size === 0) this.#holders.delete(share);
    };
  }

  /** Number of reserved places that are taken, and will not be free again by those who leave. */
  get shortage(): number {
    const { count, reserved } = this.#bounds;
    return Math.max(0, reserved - (count - this.#taken) - this.leaving);
  }

  get leaving(): number {
    return [...this.#all()].filter(({ isLeaving }) => isLeaving).length;
  }

  /** The holder that leaves so that one more of a share can have its place; undefined if that would not be fairer. */
  leaverFor(share: string, nowMs: number): Held | undefined {
    return this.fromLargest(this.countOf(share)) ?? this.#afterItsTurn(share, nowMs);
  }

  /** A holder of the share with most places, if that has at least two more than a number. */
  fromLargest(count: number): Held | undefined {
    let largest: Held[] = [];
    for (const holders of this.#holders.values()) {
      const staying = [...holders].filter(({ isLeaving }) => !isLeaving);
      if (staying.length > largest.length) largest = staying;
    }
    return largest.length >= count + 2 ? longest(largest) : undefined;
  }

  /** One that has had its place for a turn, of a share that has no fewer than this one. */
  #afterItsTurn(share: string, nowMs: number): Held | undefined {
    const count = this.countOf(share);
    const over = [...this.#all()].filter((holder) => {
      const isOver = !holder.isLeaving && nowMs - holder.sinceMs >= this.#bounds.turnMs;
      return isOver && (holder.share === share || this.countOf(holder.share) > count);
    });
    return longest(over);
  }

  *#all(): Generator<Held> {
    for (const holders of this.#holders.values()) yield* holders;
  }
}

/** The one that has waited for events longest; if all deliver, the one that has had its place longest. */
function longest<Held extends Holder>(holders: readonly Held[]): Held | undefined {
  const idle = holders.filter(({ isBusy }) => !isBusy);
  const chosen = idle.length > 0 ? idle : holders;
  let oldest: Held | undefined;
  for (const holder of chosen) if (oldest === undefined || holder.sinceMs < oldest.sinceMs) oldest = holder;
  return oldest;
}
