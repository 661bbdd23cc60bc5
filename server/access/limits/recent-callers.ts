import type { CallCounts } from "./call-counts.ts";

/** Counts of principals, ordered by the end of their windows. */
export class RecentCallers {
  readonly #callers = new Map<string, CallCounts>();

  get size(): number {
    return this.#callers.size;
  }

  get(id: string): CallCounts | undefined {
    return this.#callers.get(id);
  }

  set(id: string, caller: CallCounts): void {
    this.#callers.set(id, caller);
  }

  delete(id: string): void {
    this.#callers.delete(id);
  }

  /** Moves a caller whose window begins to the end, and forgets up to two whose windows have ended. */
  moveLast(id: string, caller: CallCounts, nowMs: number): void {
    this.#callers.delete(id);
    this.#callers.set(id, caller);
    let left = 2;
    for (const [oldId, old] of this.#callers) {
      if (left-- === 0 || !old.window.hasEnded(nowMs)) return;
      if (oldId === id) return;
      this.#callers.delete(oldId);
      if (isBusy(old)) this.#callers.set(oldId, old);
    }
  }
}

function isBusy({ places }: CallCounts): boolean {
  return places.taken > 0 || places.waiting > 0;
}
