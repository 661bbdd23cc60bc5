import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HealthCheckResponse_ServingStatus as Status } from "#contract/grpc/health/v1/health_pb.js";
import { Health } from "../../../server/grpc/health/health.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose state the test sets. */
function healthOf(state: { isServing: () => Promise<boolean> }) {
  return new Health({ services: ["a.v1.A", "b.v1.B"], isServing: () => state.isServing(), readingMs: 1_000 });
}
const yes = () => Promise.resolve(true);
const no = () => Promise.resolve(false);

test("the server and each service have the state of the moment; an unknown service has none", async () => {
  const state = { isServing: yes };
  const health = healthOf(state);
  expect(await health.status("")).toBe(Status.SERVING);
  expect(await health.status("a.v1.A")).toBe(Status.SERVING);
  expect(await health.status("a.v1.Unknown")).toBeUndefined();
  state.isServing = () => Promise.reject(new Error("the database is away"));
  expect([...(await health.all())]).toEqual([
    ["", Status.NOT_SERVING],
    ["a.v1.A", Status.NOT_SERVING],
    ["b.v1.B", Status.NOT_SERVING],
  ]);
});

test("whoever watches is told the state at once, and a change when it is read", async () => {
  const state = { isServing: yes };
  const health = healthOf(state);
  const stop = new AbortController();
  const states = health.watch("b.v1.B", stop.signal);
  expect((await states.next()).value).toBe(Status.SERVING);
  const next = states.next();
  state.isServing = no;
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await next).value).toBe(Status.NOT_SERVING);
  stop.abort();
  expect((await states.next()).done).toBe(true);
});

test("whoever watches an unknown service is told so, and nothing else", async () => {
  const health = healthOf({ isServing: yes });
  const stop = new AbortController();
  const states = health.watch("a.v1.Unknown", stop.signal);
  expect((await states.next()).value).toBe(Status.SERVICE_UNKNOWN);
  const next = states.next();
  await health.refresh();
  stop.abort();
  expect((await next).done).toBe(true);
});

test("a reader who is late is told the last state alone", async () => {
  const state = { isServing: yes };
  const health = healthOf(state);
  const states = health.watch("", new AbortController().signal);
  expect((await states.next()).value).toBe(Status.SERVING);
  for (const isServing of [no, yes, no]) {
    state.isServing = isServing;
    await health.refresh();
  }
  expect((await states.next()).value).toBe(Status.NOT_SERVING);
  await states.return();
});

test("a reading that began earlier does not undo one that began later", async () => {
  const slow = Promise.withResolvers<boolean>();
  const state: { isServing: () => Promise<boolean> } = { isServing: () => slow.promise };
  const health = healthOf(state);
  const earlier = health.refresh();
  state.isServing = no;
  const states = health.watch("", new AbortController().signal);
  expect((await states.next()).value).toBe(Status.NOT_SERVING);
  slow.resolve(true);
  await earlier;
  const told = await Promise.race([states.next(), Promise.resolve("nothing")]);
  expect(told).toBe("nothing");
});

test("nothing is read, and nobody is remembered, once nobody watches", async () => {
  let readings = 0;
  const health = healthOf({
    isServing: () => {
      readings++;
      return yes();
    },
  });
  const stops = Array.from({ length: 100 }, () => new AbortController());
  const pending = stops.map(async ({ signal }) => {
    for await (const _ of health.watch("", signal));
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(health.watchers).toBe(100);
  for (const stop of stops) stop.abort();
  await Promise.all(pending);
  expect(health.watchers).toBe(0);
  const before = readings;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(readings).toBe(before);
});
