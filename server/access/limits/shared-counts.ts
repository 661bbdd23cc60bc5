import { callsWindowMs } from "../../core/fixed-window/windows.ts";
import type { CallCounts } from "./call-counts.ts";
import { SharedPlaces } from "./shared-places.ts";
import { SharedCallWindow } from "./shared-window.ts";

/** Counts of principals that all threads of this process share; each has its own memory, which the main thread gives out. */
export interface SharedCounts {
  /** Returns the counts of a principal, for the main thread. */
  open(principalId: string): CallCounts;
  /** Returns the memory of the counts of a principal, for other threads. */
  memoryOf(principalId: string): SharedArrayBuffer;
  /** Gives back the places of a thread that is lost. */
  lose(thread: number): void;
  /** Number of principals that it remembers. */
  readonly size: number;
  close(): void;
}

interface Counted {
  readonly memory: SharedArrayBuffer;
  readonly window: SharedCallWindow;
  readonly places: SharedPlaces;
}

/**
 * Opens counts for the main thread, which is 0, and so many others. Counts without a call in the last minute or in
 * progress are closed, and forgotten. A thread that has them still finds them closed before it counts, and asks for the
 * new ones: it uses a window only while it holds a place, and none can be taken of closed ones.
 */
export function openSharedCounts(threads: number, now: () => number = Date.now): SharedCounts {
  const counted = new Map<string, Counted>();

  function countsOf(principalId: string): Counted {
    let counts = counted.get(principalId);
    if (counts === undefined) {
      const memory = new SharedArrayBuffer(wordBytes + (2 + threads) * Int32Array.BYTES_PER_ELEMENT);
      counts = { memory, ...sharedCounts(memory, 0, now) };
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
    lose(thread) {
      for (const { places } of counted.values()) places.giveBackOf(thread);
    },
    get size() {
      return counted.size;
    },
    close: () => clearInterval(timer),
  };
}

const wordBytes = BigUint64Array.BYTES_PER_ELEMENT;

/** Returns the counts in the memory as a thread sees them. */
export function sharedCounts(memory: SharedArrayBuffer, thread: number, now: () => number) {
  return {
    window: new SharedCallWindow(new BigUint64Array(memory, 0, 1), now),
    places: new SharedPlaces(new Int32Array(memory, wordBytes), thread),
  };
}

/** Whether the last window ended a minute ago, so that a clock that is set back a little does not open it again. */
function isOver(window: SharedCallWindow, nowMs: number): boolean {
  window.refresh();
  return window.hasEnded(nowMs - callsWindowMs);
}
