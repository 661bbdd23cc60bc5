import { callsWindowMs } from "../../core/fixed-window/windows.ts";
import type { CallCounts } from "./call-counts.ts";
import type { CallWindow } from "./call-window.ts";
import { HeldUses } from "./held-uses.ts";
import { SharedPlaces } from "./shared-places.ts";
import { SharedCallWindow } from "./shared-window.ts";
import { type MainWindow, ThreadCallWindow, type ToldUse } from "./thread-call-window.ts";

/** Counts of principals that all threads of this process share; each has its own memory, which the main thread gives out. */
export interface SharedCounts {
  /** Returns the counts of a principal, for the main thread. */
  open(principalId: string): CallCounts;
  /** Returns the memory of the counts of a principal, for other threads. */
  memoryOf(principalId: string): SharedArrayBuffer;
  /** Counts a call for another thread, which holds a place. */
  use(principalId: string, countMax: number): Promise<ToldUse>;
  /** Has more uses leased, since few are held. */
  low(principalId: string): void;
  /** Gives back the places of a thread that is lost. */
  lose(thread: number): void;
  /** Number of principals that it remembers. */
  readonly size: number;
  close(): void;
}

interface Counted {
  readonly memory: SharedArrayBuffer;
  readonly window: CallWindow;
  readonly places: SharedPlaces;
}

/**
 * Opens counts for the main thread, which is 0, and so many others. Counts without a call in the last minute or in
 * progress are closed, and forgotten. A thread that has them still finds them closed before it counts, and asks for the
 * new ones: it uses a window only while it holds a place, and none can be taken of closed ones.
 *
 * @param openWindow opens the main thread's window of a principal that processes share; absent: this process counts by itself
 */
export function openSharedCounts(
  threads: number,
  now: () => number = Date.now,
  openWindow?: (principalId: string, memory: SharedArrayBuffer) => CallWindow,
): SharedCounts {
  const counted = new Map<string, Counted>();

  function countsOf(principalId: string): Counted {
    let counts = counted.get(principalId);
    if (counts === undefined) {
      const memory = new SharedArrayBuffer(windowBytes + (2 + threads) * Int32Array.BYTES_PER_ELEMENT);
      const window = openWindow?.(principalId, memory) ?? windowIn(memory, now);
      counts = { memory, window, places: placesIn(memory, 0) };
      counted.set(principalId, counts);
    }
    return counts;
  }

  function close({ window, places }: Counted): boolean {
    if (!isOver(window, now()) || !places.close()) return false;
    // Others may have called between the two.
    if (isOver(window, now())) return true;
    places.reopen();
    return false;
  }

  const timer = setInterval(() => {
    for (const [principalId, counts] of counted) if (close(counts)) counted.delete(principalId);
  }, callsWindowMs).unref();

  return {
    open: countsOf,
    memoryOf: (principalId) => countsOf(principalId).memory,
    async use(principalId, countMax) {
      const { window } = countsOf(principalId);
      const isWithin = await window.use(countMax, now());
      return { isWithin, endsAtMs: window.endsAtMs, remaining: window.remaining(countMax) };
    },
    low: (principalId) => counted.get(principalId)?.window.askIfLow?.(),
    lose(thread) {
      for (const { places } of counted.values()) places.giveBackOf(thread);
    },
    get size() {
      return counted.size;
    },
    close: () => clearInterval(timer),
  };
}

/** Bytes of either kind of window, before the places. */
const windowBytes = HeldUses.bytes;

/** Returns the counts in the memory as a thread sees them. */
export function sharedCounts(memory: SharedArrayBuffer, thread: number, now: () => number) {
  return { window: windowIn(memory, now), places: placesIn(memory, thread) };
}

/** Returns the counts in the memory as a thread sees them whose process leases the calls. */
export function leasedCounts(memory: SharedArrayBuffer, thread: number, main: MainWindow, now: () => number) {
  return { window: new ThreadCallWindow(new HeldUses(memory), main, now), places: placesIn(memory, thread) };
}

function windowIn(memory: SharedArrayBuffer, now: () => number): SharedCallWindow {
  return new SharedCallWindow(new BigUint64Array(memory, 0, 1), now);
}

function placesIn(memory: SharedArrayBuffer, thread: number): SharedPlaces {
  return new SharedPlaces(new Int32Array(memory, windowBytes), thread);
}

/** Whether the last window ended a minute ago, so that a clock that is set back a little does not open it again. */
function isOver(window: CallWindow, nowMs: number): boolean {
  window.refresh?.();
  return window.hasEnded(nowMs) && window.hasEnded(nowMs - callsWindowMs);
}
