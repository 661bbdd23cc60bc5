import { describe, expect, it } from "vitest";
import {
  type Challenge,
  type Challenges,
  lifetimeMs,
  openChallenge,
} from "../../../../server/modules/verification/domain/challenge.ts";
import { answerChallenge } from "../../../../server/modules/verification/methods/answer-challenge.ts";

const now = new Date("2026-01-01T00:00:00Z");
const opened = openChallenge(
  { id: "c1", identity: "i1", method: "EMAIL", target: "LEVEL_BASIC" },
  Buffer.from("secret"),
  now,
);

/** A store that yields at every step, and whose update is conditional. */
function storeOf(challenge: Challenge): Challenges & { kept(): Challenge } {
  let kept = challenge;
  return {
    kept: () => kept,
    async find(id) {
      await Promise.resolve();
      return id === kept.id ? kept : undefined;
    },
    async replace(before, after) {
      await new Promise((resolve) => setImmediate(resolve));
      if (kept.state !== before.state || kept.attempts !== before.attempts) return false;
      kept = after;
      return true;
    },
  };
}

async function guesses(store: Challenges, count: number, right: readonly number[]): Promise<string[]> {
  const judged = Array.from({ length: count }, (_, guess) =>
    answerChallenge(store, "c1", () => right.includes(guess), now),
  );
  return (await Promise.all(judged)).map((answered) => answered?.verdict ?? "none");
}

function countOf(verdicts: readonly string[], verdict: string): number {
  return verdicts.filter((found) => found === verdict).length;
}

describe("parallel answers", () => {
  it("each count: fifty wrong ones are fifty attempts", async () => {
    const store = storeOf({ ...opened, attemptsMax: 100 });
    const verdicts = await guesses(store, 50, []);
    expect(countOf(verdicts, "WRONG")).toBe(50);
    expect(store.kept().attempts).toBe(50);
  });

  it("are checked as long as attempts are left: five of fifty wrong ones", async () => {
    const store = storeOf(opened);
    const verdicts = await guesses(store, 50, []);
    expect([countOf(verdicts, "WRONG"), countOf(verdicts, "FAILED"), countOf(verdicts, "CLOSED")]).toEqual([4, 1, 45]);
    expect(store.kept()).toMatchObject({ state: "FAILED", attempts: 5 });
  });

  it("after the fifth are refused, also when the fiftieth is right", async () => {
    const store = storeOf(opened);
    expect(countOf(await guesses(store, 50, [49]), "PASSED")).toBe(0);
    expect(store.kept().state).toBe("FAILED");
  });

  it("pass once when all are right", async () => {
    const store = storeOf(opened);
    const verdicts = await guesses(
      store,
      50,
      Array.from({ length: 50 }, (_, i) => i),
    );
    expect([countOf(verdicts, "PASSED"), countOf(verdicts, "CLOSED")]).toEqual([1, 49]);
    expect(store.kept()).toMatchObject({ state: "PASSED", attempts: 1 });
  });
});

describe("an answer", () => {
  it("to an unknown challenge is undefined, and to an expired one is not checked", async () => {
    let checks = 0;
    const check = (): boolean => ++checks > 0;
    const store = storeOf(opened);
    expect(await answerChallenge(store, "c2", check, now)).toBeUndefined();
    const late = await answerChallenge(store, "c1", check, new Date(now.getTime() + lifetimeMs));
    expect(late?.verdict).toBe("EXPIRED");
    expect(store.kept().state).toBe("EXPIRED");
    expect((await answerChallenge(store, "c1", check, now))?.verdict).toBe("CLOSED");
    expect(checks).toBe(0);
  });
});
