import { describe, expect, it } from "vitest";
import {
  acceptAttempt,
  countAttempt,
  type FailedAttempts,
  noFailedAttempts,
  uncountAttempt,
  unlockAttempts,
} from "../../../../server/modules/verification/domain/failed-attempts.ts";

const hourMs = 3_600_000;
const at = (ms: number) => new Date(ms);

/** Counts wrong answers, one after the other. */
function counted(count: number, now: Date, from = noFailedAttempts): FailedAttempts {
  return Array.from({ length: count }).reduce<FailedAttempts>(
    (attempts) => countAttempt(attempts, now) as FailedAttempts,
    from,
  );
}

describe("attempts", () => {
  it("are fifteen in an hour, which begins with the first", () => {
    const start = at(10 * hourMs);
    const full = counted(15, start);
    expect(full).toEqual({ windowStartedAt: start, windowCount: 15, consecutive: 15 });
    const end = at(11 * hourMs);
    expect(countAttempt(full, at(end.getTime() - 1))).toEqual({ endsAt: end });
    expect(countAttempt(full, end)).toEqual({ windowStartedAt: end, windowCount: 1, consecutive: 16 });
  });

  it("get no new window by a clock that is a little behind", () => {
    const full = counted(15, at(10 * hourMs));
    expect(countAttempt(full, at(10 * hourMs - 1_000))).toEqual({ endsAt: at(11 * hourMs) });
    expect(countAttempt(full, at(9 * hourMs))).toMatchObject({ windowCount: 1 });
  });

  it("are a hundred in a row at most, until they are unlocked", () => {
    let attempts = noFailedAttempts;
    for (let hour = 1; hour <= 10; hour += 1) attempts = counted(10, at(hour * hourMs), attempts);
    expect(countAttempt(attempts, at(12 * hourMs))).toBe("LOCKED");
    expect(countAttempt(unlockAttempts(attempts), at(12 * hourMs))).toMatchObject({ consecutive: 1 });
  });

  it("are no longer in a row after a right answer, which itself leaves the window as it was", () => {
    const start = at(10 * hourMs);
    expect(acceptAttempt(counted(8, start))).toEqual({ windowStartedAt: start, windowCount: 7, consecutive: 0 });
    expect(uncountAttempt(counted(8, start))).toEqual(counted(7, start));
  });

  it("never get below none", () => {
    expect(uncountAttempt(noFailedAttempts)).toEqual(noFailedAttempts);
    expect(acceptAttempt(noFailedAttempts)).toEqual(noFailedAttempts);
  });
});
