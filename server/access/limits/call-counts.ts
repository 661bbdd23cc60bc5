import { type CallWindow, LocalCallWindow } from "./call-window.ts";

/** Counts of the calls of one principal. */
export interface CallCounts {
  readonly window: CallWindow;
  readonly places: Places;
}

/** Calls of one principal that are in progress. */
export interface Places {
  /** Calls that do some work. */
  readonly taken: number;
  /** Calls that only wait, not counted in `taken`. */
  waiting: number;
  /** Whether these counts are forgotten, and have to be opened anew. */
  readonly isClosed: boolean;
  /** Takes a place if fewer than so many are taken. */
  take(placesMax: number): "taken" | "full" | "closed";
  giveBack(): void;
}

/** Counts the calls of a principal in this thread. */
class LocalPlaces implements Places {
  taken = 0;
  waiting = 0;
  readonly isClosed = false;

  take(placesMax: number): "taken" | "full" {
    if (this.taken >= placesMax) return "full";
    this.taken++;
    return "taken";
  }

  giveBack(): void {
    this.taken--;
  }
}

/** Opens counts of one thread; those of the minute in the given window, if other processes count as well. */
export function localCounts(window: CallWindow = new LocalCallWindow()): CallCounts {
  return { window, places: new LocalPlaces() };
}
