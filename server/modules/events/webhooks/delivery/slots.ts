/** An endpoint that has a delivery slot of this process. */
export interface Holder {
  /** Share to which the slot counts: the wallet, or the endpoint itself if it is the operator's. */
  readonly share: string;
  readonly sinceMs: number;
  /** Whether it is delivering rather than waiting for events. */
  readonly isBusy: boolean;
  /** Whether it was asked to leave, and does so as soon as it is no longer busy. */
  readonly isLeaving: boolean;
}

export interface SlotBounds {
  readonly count: number;
  /** Number of these slots that are reserved for shares without any. */
  readonly reserved: number;
  /** Time after which a holder leaves when others wait. */
  readonly turnMs: number;
}

/**
 * The delivery slots of a process. They are shared evenly between wallets, however many endpoints these have, and
 * nobody keeps one indefinitely while others wait.
 */
export class Slots<Held extends Holder> {
  readonly #bounds: SlotBounds;
  readonly #holders = new Map<string, Set<Held>>();
  #taken = 0;

  constructor(bounds: SlotBounds) {
    this.#bounds = bounds;
  }

  /** Whether a share can get another slot now. */
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

  /** Number of reserved slots that are occupied and will not be freed by leaving holders. */
  get shortage(): number {
    const { count, reserved } = this.#bounds;
    return Math.max(0, reserved - (count - this.#taken) - this.leaving);
  }

  get leaving(): number {
    return [...this.#all()].filter(({ isLeaving }) => isLeaving).length;
  }

  /** Returns the holder that should leave to give the share another slot; undefined if that would not be fairer. */
  leaverFor(share: string, nowMs: number): Held | undefined {
    return this.fromLargest(this.countOf(share)) ?? this.#afterItsTurn(share, nowMs);
  }

  /** Returns a holder of the share with most slots, if that has at least two more than the given number. */
  fromLargest(count: number): Held | undefined {
    let largest: Held[] = [];
    for (const holders of this.#holders.values()) {
      const staying = [...holders].filter(({ isLeaving }) => !isLeaving);
      if (staying.length > largest.length) largest = staying;
    }
    return largest.length >= count + 2 ? longest(largest) : undefined;
  }

  /** Returns a holder that has had its slot for a turn, of a share that has at least as many as this one. */
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

/** Returns the holder that has waited for events longest; if all deliver, the one that has had its slot longest. */
function longest<Held extends Holder>(holders: readonly Held[]): Held | undefined {
  const idle = holders.filter(({ isBusy }) => !isBusy);
  const chosen = idle.length > 0 ? idle : holders;
  let oldest: Held | undefined;
  for (const holder of chosen) if (oldest === undefined || holder.sinceMs < oldest.sinceMs) oldest = holder;
  return oldest;
}
