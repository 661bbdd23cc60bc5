import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createToldCallers, type ToldCaller } from "../../../server/access/authentication/told-callers.ts";

const plan = { name: "developer", requestsPerMinute: 100, concurrentRequests: 20 };

/** A thread's cache, with answers that the test gives, a clock and the number of changes. */
function newCallers() {
  const changes = new Int32Array(new SharedArrayBuffer(4));
  const clock = { nowMs: 1_763_600_000_000 };
  const asked: { readonly authorization: string | undefined; readonly answer: PromiseWithResolvers<ToldCaller> }[] = [];
  const callers = createToldCallers({
    changes,
    now: () => clock.nowMs,
    ask(authorization) {
      const answer = Promise.withResolvers<ToldCaller>();
      asked.push({ authorization, answer });
      return answer.promise;
    },
  });
  const tell = (number: number, id: string) =>
    asked[number]?.answer.resolve({
      principal: { id, plan, permissions: [] },
      checkedAtMs: clock.nowMs,
      goodUntilMs: clock.nowMs + 1_000,
    });
  return { callers, changes, clock, asked, tell };
}

test("a caller is known until it is no longer good", async () => {
  const { callers, clock, tell } = newCallers();
  expect(callers.find("Bearer a")).toBeUndefined();
  const learned = callers.authenticate("Bearer a");
  tell(0, "key:a");
  expect(await learned).toMatchObject({ id: "key:a" });
  expect(callers.authenticate("Bearer a")).toMatchObject({ id: "key:a" });
  expect(callers.find("Bearer b")).toBeUndefined();
  clock.nowMs += 999;
  expect(callers.find("Bearer a")).toMatchObject({ id: "key:a" });
  clock.nowMs += 1;
  expect(callers.find("Bearer a")).toBeUndefined();
  // The clock is set back to before the caller was checked.
  clock.nowMs -= 2_000;
  expect(callers.find("Bearer a")).toBeUndefined();
});

test("a change forgets every caller at once", async () => {
  const { callers, changes, tell } = newCallers();
  const learned = callers.authenticate("Bearer a");
  tell(0, "key:a");
  await learned;
  Atomics.add(changes, 0, 1);
  expect(callers.find("Bearer a")).toBeUndefined();
});

test("an answer that predates a change is asked for again", async () => {
  const { callers, changes, asked, tell } = newCallers();
  const learned = callers.authenticate("Bearer a");
  Atomics.add(changes, 0, 1);
  tell(0, "before");
  await setImmediate();
  expect(asked).toHaveLength(2);
  expect(callers.find("Bearer a")).toBeUndefined();
  tell(1, "after");
  expect(await learned).toMatchObject({ id: "after" });
});

test("calls that come at once share a question; a refusal is none's but theirs", async () => {
  const { callers, asked, tell } = newCallers();
  const refused = [callers.authenticate("Bearer a"), callers.authenticate("Bearer a")] as Promise<unknown>[];
  const other = callers.authenticate("Bearer b");
  expect(asked.map(({ authorization }) => authorization)).toEqual(["Bearer a", "Bearer b"]);
  asked[0]?.answer.reject(new Error("refused"));
  tell(1, "key:b");
  expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await other).toMatchObject({ id: "key:b" });
  const again = callers.authenticate("Bearer a");
  tell(2, "key:a");
  expect(await again).toMatchObject({ id: "key:a" });
});
