import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { SharedWindows } from "../../../server/core/fixed-window/shared-windows.ts";

/** Returns a request for uses of a window of a minute. */
export function leaseRequest(key: string, wanted = 1, countMax = 60) {
  return { key, countMax, windowMs: 60_000, wanted, spent: 0 };
}

/** Asks for 60 uses of five windows each, more than once and all at once, by turns; expects each to be granted once. */
export async function expectEachUseOnce(windows: readonly SharedWindows[]): Promise<void> {
  const keys = Array.from({ length: 5 }, () => randomUUID());
  const asked = Array.from({ length: 300 }, async (_, n) => {
    const key = keys[n % keys.length] as string;
    return { key, granted: (await windows[n % windows.length]?.lease(leaseRequest(key)))?.granted ?? 0 };
  });
  const leases = await Promise.all(asked);
  for (const key of keys) {
    const ofKey = leases.filter((lease) => lease.key === key);
    expect(ofKey.reduce((sum, { granted }) => sum + granted, 0)).toBe(60);
  }
}
