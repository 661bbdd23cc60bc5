import { FixedWindow } from "../../core/fixed-window/fixed-window.ts";
import { callsWindowMs } from "../../core/fixed-window/windows.ts";

/** Calls of one principal in windows of a minute, each beginning with a first call. */
export interface CallWindow {
  /** End of the last window, in ms since 1970. */
  readonly endsAtMs: number;
  hasEnded(nowMs: number): boolean;
  /** Counts a call. Returns whether it is within the bound; a promise if another process has to be asked. */
  use(countMax: number, nowMs: number): boolean | Promise<boolean>;
  /** Reads what other processes have counted; absent: there are none. */
  look?(countMax: number): Promise<void>;
  /** Reads what other threads have counted; absent: there are none. */
  refresh?(): void;
  /** Asks other processes for more uses if few are held; absent: there are none. */
  askIfLow?(): void;
  /** Calls that the present window still allows. */
  remaining(countMax: number): number;
  /** Calls in the present window, including those over the limit. */
  used(countMax: number): number;
}

/** Counts the calls of a principal in this process. */
export class LocalCallWindow extends FixedWindow implements CallWindow {
  constructor() {
    super(callsWindowMs);
  }

  use(countMax: number, nowMs: number): boolean {
    return this.record(nowMs) <= countMax;
  }

  remaining(countMax: number): number {
    return Math.max(0, countMax - this.count);
  }

  used(): number {
    return this.count;
  }
}
