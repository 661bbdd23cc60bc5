import { setImmediate } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import type { ToldCaller } from "../../../server/access/authentication/told-callers.ts";
import { openSharedCounts, sharedCounts } from "../../../server/access/limits/shared-counts.ts";
import { createOwnCallsAttendance } from "../../../server/app/serving/own-calls-attendance.ts";
import type { Observation } from "../../../server/rpc/pipeline.ts";
import { Link } from "../../../server/threads/serving/link.ts";
import { delegateTo } from "../../../server/threads/serving/tasks.ts";

/** The main thread's side of a link, and the thread's side, in one thread. */
function linked() {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const counts = openSharedCounts(2);
  onTestFinished(() => counts.close());
  const signals: (AbortSignal | undefined)[] = [];
  const attendance = createOwnCallsAttendance({
    access: {
      changes: new SharedArrayBuffer(4),
      identify: () => Promise.reject<ToldCaller>(new Error("nobody calls")),
      recordUse: () => {},
      areLeased: false,
      ...counts,
    },
    keyPlace: undefined,
    delegate(_, signal) {
      signals.push(signal);
      return new Promise(() => {});
    },
    observe: (_: Observation) => {},
  });
  const [main, thread] = [new Link(port1), new Link(port2)];
  attendance.attend(main, 1);
  return { main, thread, counts, signals, attendance };
}

const task = { method: "x", codec: "json", body: new Uint8Array([1]), parameters: [] };

test("a thread that ends gives back its places, and no other", async () => {
  const { main, thread, counts } = linked();
  const memory = await thread.ask("counts", "key:a");
  const places = [1, 2].map((number) => sharedCounts(memory, number, Date.now).places);
  for (const each of places) expect(each.take(2)).toBe("taken");
  main.end();
  await setImmediate();
  expect(counts.open("key:a").places.taken).toBe(1);
});

test("large requests of a thread that ends are given up, as are those whose caller goes away", async () => {
  const { main, thread, signals } = linked();
  const caller = new AbortController();
  const delegate = delegateTo(thread);
  void delegate(task, caller.signal).catch(() => {});
  void delegate({ ...task, body: new Uint8Array([2]) }, undefined).catch(() => {});
  // Answers come in the order of questions.
  await thread.ask("counts", "key:a");
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
  caller.abort();
  await thread.ask("counts", "key:a");
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  main.end();
  await setImmediate();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});

test("what threads have observed is not waited for when a thread has ended", async () => {
  const { main, attendance } = linked();
  const gathered = attendance.gather();
  main.end();
  await gathered;
  await attendance.gather();
});
