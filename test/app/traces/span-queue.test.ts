import { describe, expect, test, vi } from "vitest";
import { SpanQueue } from "../../../server/app/traces/span-queue.ts";
import type { RecordedSpan } from "../../../server/core/tracing/span.ts";

const bounds = { delayMs: 1_000, timeoutMs: 5_000, spansMax: 10, batchMax: 4 };

function queueOf() {
  const sent: { count: number; done: (error: Error | undefined) => void }[] = [];
  const results: unknown[] = [];
  const queue = new SpanQueue({
    ...bounds,
    send: ({ length: count }, done) => void sent.push({ count, done }),
    exported: (error) => results.push(error?.message),
  });
  const add = (count: number) => {
    for (let span = 0; span < count; span++) queue.add({} as RecordedSpan);
  };
  return { queue, add, sent, results };
}

describe("spans that wait", () => {
  test("are sent together, after the delay or when a batch is full", async () => {
    vi.useFakeTimers();
    const { add, sent } = queueOf();
    add(3);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.map(({ count }) => count)).toEqual([3]);
    sent[0]?.done(undefined);
    await vi.advanceTimersByTimeAsync(0);
    add(4);
    expect(sent.map(({ count }) => count)).toEqual([3, 4]);
    vi.useRealTimers();
  });

  test("while an export is under way follow it, also if their delay passes meanwhile", async () => {
    vi.useFakeTimers();
    const { add, sent } = queueOf();
    add(4);
    add(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent.map(({ count }) => count)).toEqual([4]);
    sent[0]?.done(undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.map(({ count }) => count)).toEqual([4, 2]);
    vi.useRealTimers();
  });

  test("beyond the bound are lost, and counted, like those of an export that fails or hangs", async () => {
    vi.useFakeTimers();
    const { queue, add, sent, results } = queueOf();
    add(4 + 10 + 7);
    expect(queue.lost).toBe(7);
    sent[0]?.done(new Error("refused"));
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.lost, queue.failures]).toEqual([11, 1]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([queue.lost, queue.failures]).toEqual([15, 2]);
    expect(results).toEqual(["refused", "no answer within 5000 ms"]);
    // The answer that comes late changes nothing.
    sent[1]?.done(undefined);
    expect([queue.lost, queue.failures]).toEqual([15, 2]);
    vi.useRealTimers();
  });

  test("are all sent by a flush", async () => {
    const { queue, add, sent } = queueOf();
    add(4 + 9);
    const flushed = queue.flush();
    for (let batch = 0; batch < 4; batch++) {
      sent[batch]?.done(undefined);
      await new Promise(setImmediate);
    }
    await flushed;
    expect(sent.map(({ count }) => count)).toEqual([4, 4, 4, 1]);
  });
});
