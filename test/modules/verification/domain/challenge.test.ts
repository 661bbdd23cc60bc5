import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  answer,
  atTime,
  attemptsMax,
  type Challenge,
  cancel,
  lifetimeMs,
  openChallenge,
  viewOf,
} from "../../../../server/modules/verification/domain/challenge.ts";
import { law } from "../../../support/laws/law.ts";

const now = new Date("2026-01-01T00:00:00Z");
const known = { id: "c1", identity: "i1", method: "EMAIL", target: "LEVEL_BASIC" } as const;
const opened = openChallenge(known, Buffer.from("planted secret"), now);
const inTime = fc.integer({ min: 0, max: lifetimeMs - 1 }).map(later);

function later(ms: number): Date {
  return new Date(now.getTime() + ms);
}

function afterWrong(count: number): Challenge {
  let challenge = opened;
  for (let i = 0; i < count; i++) challenge = answer(challenge, false, now).challenge;
  return challenge;
}

describe("a challenge", () => {
  it("lives ten minutes and has five attempts", () => {
    expect(opened).toMatchObject({ state: "PENDING", attempts: 0, attemptsMax: 5, expiresAt: later(600_000) });
  });

  it("accepts an answer in its last millisecond and none in the next", () => {
    expect(answer(opened, true, later(lifetimeMs - 1)).verdict).toBe("PASSED");
    const late = answer(opened, true, later(lifetimeMs));
    expect(late).toMatchObject({ verdict: "EXPIRED", challenge: { state: "EXPIRED", attempts: 0 } });
    expect(atTime(opened, later(lifetimeMs - 1))).toBe(opened);
    expect(atTime(opened, later(lifetimeMs)).state).toBe("EXPIRED");
  });

  it("passes with the fifth answer and fails with the fifth wrong one", () => {
    expect(afterWrong(4)).toMatchObject({ state: "PENDING", attempts: 4 });
    expect(answer(afterWrong(4), true, now)).toMatchObject({ verdict: "PASSED", challenge: { attempts: 5 } });
    expect(answer(afterWrong(4), false, now)).toMatchObject({ verdict: "FAILED", challenge: { state: "FAILED" } });
    expect(answer(afterWrong(5), true, now)).toMatchObject({ verdict: "CLOSED", challenge: { state: "FAILED" } });
  });

  it("does not pass with attempts beyond the last", () => {
    expect(answer({ ...opened, attempts: attemptsMax }, true, now).verdict).toBe("FAILED");
  });

  it("passes once", () => {
    const { challenge } = answer(opened, true, now);
    expect(answer(challenge, true, now)).toEqual({ verdict: "CLOSED", challenge });
  });

  it("can be cancelled while it is pending, and not after", () => {
    expect(cancel(opened, now).state).toBe("CANCELLED");
    expect(cancel(opened, later(lifetimeMs)).state).toBe("EXPIRED");
    const passed = answer(opened, true, now).challenge;
    expect(cancel(passed, now)).toBe(passed);
    expect(answer(cancel(opened, now), true, now).verdict).toBe("CLOSED");
  });

  it("does not show its secret when printed, and erases it once it is decided", () => {
    const bytes = Buffer.from("planted secret");
    for (const text of [JSON.stringify(opened), inspect(opened, { depth: 9, showHidden: true }), `${opened.secret}`]) {
      for (const form of ["utf8", "hex", "base64"] as const) expect(text).not.toContain(bytes.toString(form));
      expect(text).not.toContain(bytes.join(","));
    }
    // Copies, which lose methods, do not contain it either.
    expect({ ...opened.secret }).toEqual({});
    expect(Reflect.ownKeys(opened.secret)).toEqual([]);
    expect(viewOf(opened)).not.toHaveProperty("secret");
    expect(opened.secret.reveal()).toEqual(bytes);
    expect(answer(opened, true, now).challenge.secret.reveal()).toHaveLength(0);
  });

  law("judges five answers at most and passes once at most", fc.array(fc.tuple(fc.boolean(), inTime)), (answers) => {
    let challenge = opened;
    const verdicts: string[] = [];
    for (const [isRight, at] of answers) {
      const answered = answer(challenge, isRight, at);
      challenge = answered.challenge;
      verdicts.push(answered.verdict);
    }
    const judged = verdicts.filter((verdict) => verdict !== "CLOSED");
    expect(judged.length).toBeLessThanOrEqual(attemptsMax);
    expect(challenge.attempts).toBe(judged.length);
    expect(verdicts.filter((verdict) => verdict === "PASSED").length).toBeLessThanOrEqual(1);
    const first = answers.findIndex(([isRight]) => isRight);
    expect(challenge.state === "PASSED").toBe(first !== -1 && first < attemptsMax);
  });
});
