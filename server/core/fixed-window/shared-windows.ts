import type { WindowBounds } from "./fixed-window.ts";

/** Asks for uses of a window. */
export interface LeaseRequest extends WindowBounds {
  readonly key: string;
  /** Uses that are needed now; 0 only reads, and begins no window. */
  readonly wanted: number;
  /** Uses without a lease, made while the counter could not be asked. */
  readonly spent: number;
}

/** Uses of a window that a process may make without asking again. */
export interface Lease {
  /** Differs between windows of a key. */
  readonly windowId: number;
  readonly granted: number;
  /** Uses that no process has taken. */
  readonly left: number;
  /** Time until the window ends. */
  readonly remainsMs: number;
}

/** Uses of a lease that were not made. */
export interface Unused {
  readonly key: string;
  readonly windowId: number;
  readonly count: number;
}

/** Port: fixed windows that all processes of the service share, and from which each takes uses in advance. */
export interface SharedWindows {
  /** Takes uses of the open window of a key, or begins one. Grants fewer than wanted, even none, only if fewer are left. */
  lease(request: LeaseRequest): Promise<Lease>;
  /** Puts uses back into their windows, if these are still open. */
  putBack(unused: readonly Unused[]): Promise<void>;
  /** Returns the keys of open windows in which somebody wanted more uses than were left. */
  wanted(): Promise<readonly string[]>;
  /** Forgets windows that have ended. */
  removeEnded(): Promise<void>;
}

/** A window as a counter stores it. */
export interface StoredWindow {
  readonly uses: number;
  readonly endsAtMs: number;
}

/** Part of the uses left that one lease takes: an eighth, so that other processes find some, and the last are single. */
export const leaseShare = 8;
/** Most uses of one lease, unless more are wanted: what a process makes within some seconds. */
export const leaseMax = 1_000_000;

/**
 * Decides what a request gets of a window, by the clock of the counter. Returns the window as it is to be stored, and
 * whether more was wanted than was left.
 */
export function leaseFrom(
  { uses, endsAtMs }: StoredWindow,
  { countMax, windowMs, wanted, spent }: LeaseRequest,
  nowMs: number,
): { readonly lease: Lease; readonly stored: StoredWindow; readonly isShort: boolean } {
  // A window that ends later than a new one would was begun before the clock was set back, and counts as ended.
  const isOpen = endsAtMs > nowMs && endsAtMs <= nowMs + windowMs;
  if (!isOpen && wanted === 0) {
    const lease = { windowId: 0, granted: 0, left: countMax, remainsMs: 0 };
    return { lease, stored: { uses, endsAtMs }, isShort: false };
  }
  const windowId = isOpen ? endsAtMs : nowMs + windowMs;
  const counted = (isOpen ? uses : 0) + spent;
  const available = Math.max(0, countMax - counted);
  const granted =
    wanted === 0 ? 0 : Math.min(available, Math.max(wanted, Math.min(leaseMax, Math.floor(available / leaseShare))));
  return {
    lease: { windowId, granted, left: available - granted, remainsMs: windowId - nowMs },
    stored: { uses: counted + granted, endsAtMs: windowId },
    isShort: granted < wanted,
  };
}
