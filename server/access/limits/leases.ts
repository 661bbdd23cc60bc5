import { createHash } from "node:crypto";
import type { SharedWindows, Unused } from "../../core/fixed-window/shared-windows.ts";
import { limits } from "../../core/limits.ts";
import { HeldUses } from "./held-uses.ts";
import { type LeaseDeps, LeasedCallWindow } from "./leased-call-window.ts";

export interface LeasesDeps extends Omit<LeaseDeps, "windows" | "holders"> {
  readonly windows: SharedWindows;
  readonly sweepMs?: number | undefined;
}

/** Windows of the calls of principals, shared by the processes of the service. */
export interface Leases {
  /** Opens the window of a principal by its id; with memory, other threads take uses of it. */
  readonly openWindow: (principalId: string, memory?: SharedArrayBuffer) => LeasedCallWindow;
  /** Puts back the uses that were not made; does not wait long for a stalled database. */
  close(): Promise<void>;
}

const removalMs = 3_600_000;
/** Longest wait of a shutdown for the database. */
const closeWaitMs = 1_000;

/** Opens windows that lease from shared ones, and puts back what other processes want, until it is closed. */
export function openLeases({ windows, sweepMs = limits.sharedWindowSweepMs, ...deps }: LeasesDeps): Leases {
  const holders = new Map<string, LeasedCallWindow>();
  let removedAtMs = deps.now();
  let isSweeping = false;

  async function sweep(): Promise<void> {
    const nowMs = deps.now();
    for (const [key, window] of holders) if (!window.isHolding(nowMs)) holders.delete(key);
    if (holders.size > 0) await putBack(await windows.wanted());
    if (Math.abs(nowMs - removedAtMs) < removalMs) return;
    removedAtMs = nowMs;
    await windows.removeEnded();
  }

  async function putBack(keys: Iterable<string>): Promise<void> {
    const unused = [...keys].map((key) => holders.get(key)?.takeUnused());
    const some = unused.filter((one): one is Unused => one !== undefined);
    if (some.length > 0) await windows.putBack(some);
  }

  const timer = setInterval(() => {
    // While a sweep waits for the database, no other is queued behind it.
    if (isSweeping) return;
    isSweeping = true;
    sweep()
      .catch(deps.report)
      .finally(() => {
        isSweeping = false;
      });
  }, sweepMs).unref();

  return {
    openWindow: (principalId, memory) =>
      new LeasedCallWindow(keyOf(principalId), { ...deps, windows, holders }, new HeldUses(memory)),
    async close() {
      clearInterval(timer);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const wait = setTimeout(resolve, closeWaitMs);
      await Promise.race([putBack(holders.keys()).catch(deps.report), late]);
      clearTimeout(wait);
    },
  };
}

/** Returns the key of a principal, whose id may have any length. */
function keyOf(principalId: string): string {
  return createHash("sha256").update(principalId).digest("hex");
}
