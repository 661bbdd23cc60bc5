import {
  type LeaseRequest,
  leaseFrom,
  type SharedWindows,
  type StoredWindow,
} from "../../../server/core/fixed-window/shared-windows.ts";

/** Shared windows in memory, whose answers a test holds back or refuses. */
export class CountedWindows implements SharedWindows {
  readonly #windows = new Map<string, StoredWindow & { isShort: boolean }>();
  readonly #now: () => number;
  /** Answers wait for it. */
  gate: Promise<void> = Promise.resolve();
  isAway = false;
  /** Number of requests for leases. */
  requests = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  async lease(request: LeaseRequest) {
    this.requests++;
    await this.gate;
    this.#requireThere();
    const window = this.#windows.get(request.key) ?? { uses: 0, endsAtMs: 0 };
    const { lease, stored, isShort } = leaseFrom(window, request, this.#now());
    this.#windows.set(request.key, { ...stored, isShort });
    return lease;
  }

  async putBack(unused: Parameters<SharedWindows["putBack"]>[0]) {
    this.#requireThere();
    for (const { key, windowId, count } of unused) {
      const window = this.#windows.get(key);
      if (window?.endsAtMs !== windowId) continue;
      this.#windows.set(key, { ...window, uses: window.uses - count, isShort: false });
    }
  }

  async wanted() {
    this.#requireThere();
    return [...this.#windows].filter(([, { isShort }]) => isShort).map(([key]) => key);
  }

  async removeEnded() {}

  #requireThere(): void {
    if (this.isAway) throw new Error("The windows are away.");
  }
}
