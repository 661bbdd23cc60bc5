import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createUseRecorder } from "../../../server/access/authentication/last-used.ts";
import type { Keys } from "../../../server/access/domain/keys.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function recorder() {
  const written: [string, number][][] = [];
  const trouble: { next?: Error } = {};
  const recordUses: Keys["recordUses"] = async (uses) => {
    const { next } = trouble;
    delete trouble.next;
    if (next !== undefined) throw next;
    written.push([...uses].map(([id, at]) => [id, at.getTime()]));
  };
  const reported: unknown[] = [];
  const uses = createUseRecorder({ recordUses } as Keys, 5_000, (error) => reported.push(error));
  return { written, trouble, reported, uses };
}

describe("uses of keys", () => {
  it("are written in one batch after the interval, with the latest use of each key", async () => {
    const { uses, written } = recorder();
    uses.note("a", 10);
    uses.note("b", 11);
    uses.note("a", 30);
    uses.note("a", 20);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(written).toEqual([
      [
        ["a", 30],
        ["b", 11],
      ],
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(written).toHaveLength(1);
  });

  it("are written at close, and none after it", async () => {
    const { uses, written } = recorder();
    uses.note("a", 10);
    await uses.close();
    expect(written).toEqual([[["a", 10]]]);
    uses.note("a", 20);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(written).toHaveLength(1);
  });

  it("are written later after a database error, which is reported", async () => {
    const { uses, written, trouble, reported } = recorder();
    trouble.next = new Error("disk full");
    uses.note("a", 10);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(written).toEqual([]);
    expect(reported).toEqual([new Error("disk full")]);
    uses.note("b", 12);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(written).toEqual([
      [
        ["a", 10],
        ["b", 12],
      ],
    ]);
  });

  it("do not keep the process alive", () => {
    const { uses } = recorder();
    vi.useRealTimers();
    const spy = vi.spyOn(globalThis, "setTimeout");
    uses.note("a", 10);
    const timer = spy.mock.results[0]?.value as NodeJS.Timeout;
    expect(timer.hasRef()).toBe(false);
    clearTimeout(timer);
    spy.mockRestore();
  });
});
