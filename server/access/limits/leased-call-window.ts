import { FixedWindow } from "../../core/fixed-window/fixed-window.ts";
import type { Lease, LeaseRequest, SharedWindows, Unused } from "../../core/fixed-window/shared-windows.ts";
import { callsWindowMs } from "../../core/fixed-window/windows.ts";
import { limits } from "../../core/limits.ts";
import type { CallWindow } from "./call-window.ts";
import { HeldUses, isOpen } from "./held-uses.ts";

/** Dependencies that all windows of a process share. */
export interface LeaseDeps {
  readonly windows: Pick<SharedWindows, "lease" | "putBack">;
  /** Windows with uses that are not made yet, by their keys. */
  readonly holders: Map<string, LeasedCallWindow>;
  /** Number of processes that share the windows. */
  readonly sharers: () => number;
  /** Receives each answer of the windows: an error, or undefined. */
  readonly report: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Counts the calls of a principal over all processes: takes leases of the shared window, and counts within them here, so
 * that few calls wait for an answer. Other threads take uses of these leases, too. While the shared window cannot be asked, allows its
 * share of the bound.
 */
export class LeasedCallWindow implements CallWindow {
  readonly #key: string;
  readonly #deps: LeaseDeps;
  /** All calls here, for the share. */
  readonly #here = new FixedWindow(callsWindowMs);
  #lease: Lease = { windowId: 0, granted: 0, left: 0, remainsMs: 0 };
  /** Uses of the lease that are not made yet, and how many they were when this thread last counted. */
  readonly #held: HeldUses;
  #heldCount = 0;
  #heldEndsAtMs = Number.NEGATIVE_INFINITY;
  #countMax = 0;
  #overLimit = 0;
  /** Calls allowed without a lease in the present window. */
  #spent = 0;
  #unused: Unused[] = [];
  /** Calls that wait for a lease. */
  #waiting = 0;
  #asking: Promise<void> | undefined;
  #asksAgainAtMs = Number.NEGATIVE_INFINITY;
  #isAway = false;

  constructor(key: string, deps: LeaseDeps, held = new HeldUses()) {
    this.#key = key;
    this.#deps = deps;
    this.#held = held;
  }

  get endsAtMs(): number {
    return this.#isAway ? this.#here.endsAtMs : this.#heldEndsAtMs;
  }

  hasEnded(nowMs: number): boolean {
    return !isOpen(this.#heldEndsAtMs, nowMs) && this.#here.hasEnded(nowMs);
  }

  use(countMax: number, nowMs: number): boolean | Promise<boolean> {
    this.#expect(countMax);
    if (this.#takeHeld(nowMs)) {
      this.askIfLow(nowMs);
      return true;
    }
    if (this.#isAway && nowMs >= this.#asksAgainAtMs) void this.#ask();
    else if (nowMs >= this.#asksAgainAtMs) return this.#useAfterAsking();
    return this.#useWithoutLease(nowMs);
  }

  askIfLow(nowMs = this.#deps.now()): void {
    if (this.#held.count < this.#lowBelow && nowMs >= this.#asksAgainAtMs) void this.#ask();
  }

  remaining(countMax: number): number {
    this.#count(this.#deps.now());
    if (this.#isAway) return Math.max(0, this.#share(countMax) - this.#here.count);
    return this.#heldCount + this.#lease.left;
  }

  used(countMax: number): number {
    return Math.max(0, countMax - this.remaining(countMax)) + this.#overLimit;
  }

  /** Reads the window of all processes. */
  async look(countMax: number): Promise<void> {
    this.#expect(countMax);
    await this.#asking;
    await this.#renew(0);
  }

  /** Whether it has uses that are not made yet and can still be made. */
  isHolding(nowMs: number): boolean {
    this.#count(nowMs);
    return this.#heldCount > 0 && isOpen(this.#heldEndsAtMs, nowMs);
  }

  /** Takes away the uses that are not made yet, to be put back. */
  takeUnused(): Unused | undefined {
    const count = this.#held.takeOut();
    this.#count(this.#deps.now(), count, 0);
    return count === 0 ? undefined : { key: this.#key, windowId: this.#lease.windowId, count };
  }

  /** After a change of the bound, a lease of the earlier one is not used. */
  #expect(countMax: number): void {
    if (this.#countMax === countMax) return;
    this.#countMax = countMax;
    this.#asksAgainAtMs = Number.NEGATIVE_INFINITY;
    const unused = this.takeUnused();
    if (unused !== undefined) this.#unused.push(unused);
    this.#held.countMax = countMax;
  }

  #takeHeld(nowMs: number): boolean {
    const taken = this.#held.take(nowMs);
    if (taken !== undefined) this.#count(nowMs, taken.held);
    return taken !== undefined;
  }

  /**
   * Counts the uses that were made on any thread since the last time.
   *
   * @param left number of those that were held then
   * @param held number of those that are held from then on
   */
  #count(nowMs: number, left = this.#held.count, held = left): void {
    const made = this.#heldCount - left;
    this.#heldCount = held;
    if (made > 0) this.#here.record(nowMs, made);
  }

  /** Number of held uses below which more are asked for, while calls go on. */
  get #lowBelow(): number {
    return this.#lease.left > 0 ? this.#lease.granted / 4 : 0;
  }

  #useWithoutLease(nowMs: number): boolean {
    this.#count(nowMs);
    const begins = this.#here.hasEnded(nowMs);
    if (this.#isAway && (begins || this.#here.count < this.#share(this.#countMax))) {
      if (begins) this.#spent = 0;
      this.#here.record(nowMs);
      this.#spent++;
      return true;
    }
    this.#overLimit++;
    return false;
  }

  #share(countMax: number): number {
    return Math.ceil(countMax / Math.max(1, this.#deps.sharers()));
  }

  /** The loop ends: each answer has a use for at least one of those who wait, or else there are none. */
  async #useAfterAsking(): Promise<boolean> {
    this.#waiting++;
    try {
      for (;;) {
        await this.#ask();
        const nowMs = this.#deps.now();
        if (this.#takeHeld(nowMs)) return true;
        if (nowMs < this.#asksAgainAtMs) return this.#useWithoutLease(nowMs);
      }
    } finally {
      this.#waiting--;
    }
  }

  /**
   * Asks for a lease, once at a time. Resolves when there is an answer, but not late: a database that stalls is away, and
   * its answer is used when it comes.
   */
  #ask(): Promise<void> {
    this.#asking ??= new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#goAway(new Error("The shared windows of plans do not answer."));
        resolve();
      }, limits.sharedWindowMs).unref();
      void this.#renew(Math.max(1, this.#waiting)).finally(() => {
        clearTimeout(timer);
        this.#asking = undefined;
        resolve();
      });
    });
    return this.#asking;
  }

  async #renew(wanted: number): Promise<void> {
    const [countMax, spent] = [this.#countMax, this.#spent];
    try {
      await this.#putBack();
      const request = { key: this.#key, countMax, windowMs: callsWindowMs, wanted, spent };
      this.#hold(await this.#deps.windows.lease(request), request);
    } catch (error) {
      this.#goAway(error);
    }
  }

  /** Puts uses back at most once: what fails may have been stored all the same, and is lost rather than given twice. */
  async #putBack(): Promise<void> {
    const unused = this.#unused;
    this.#unused = [];
    if (unused.length > 0) await this.#deps.windows.putBack(unused);
  }

  #hold(lease: Lease, { wanted, spent }: Pick<LeaseRequest, "wanted" | "spent">): void {
    const nowMs = this.#deps.now();
    const isSameWindow = lease.windowId === this.#lease.windowId;
    if (!isSameWindow) this.#overLimit = 0;
    this.#lease = lease;
    this.#heldEndsAtMs = nowMs + Math.floor(lease.remainsMs);
    const lowBelow = Math.ceil(this.#lowBelow);
    const held = { ...lease, isSameWindow, endsAtMs: this.#heldEndsAtMs, lowBelow };
    this.#count(nowMs, ...this.#held.hold(held));
    this.#spent = Math.max(0, this.#spent - spent);
    this.#isAway = false;
    this.#deps.report(undefined);
    if (this.#heldCount > 0) this.#deps.holders.set(this.#key, this);
    const isEmpty = wanted > 0 && lease.granted === 0;
    // At the end of the window at the latest, when the next one begins.
    this.#asksAgainAtMs = isEmpty
      ? Math.min(nowMs + limits.sharedWindowAgainMs, this.#heldEndsAtMs)
      : Number.NEGATIVE_INFINITY;
  }

  #goAway(error: unknown): void {
    this.#isAway = true;
    this.#asksAgainAtMs = this.#deps.now() + limits.sharedWindowAgainMs;
    this.#deps.report(error);
  }
}
