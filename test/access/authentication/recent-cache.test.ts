import { describe, expect, it } from "vitest";
import { createRecentCache } from "../../../server/access/authentication/recent-cache.ts";

describe("recent entries", () => {
  it("are kept when they are among the last used, and bounded in number", () => {
    const recent = createRecentCache<number>(10);
    for (let n = 0; n < 1_000; n += 1) recent.set(`k${n}`, n);
    const kept = Array.from({ length: 1_000 }, (_, n) => n).filter((n) => recent.get(`k${n}`) !== undefined);
    expect(kept.length).toBeLessThanOrEqual(20);
    expect(kept).toEqual(expect.arrayContaining([990, 991, 992, 993, 994, 995, 996, 997, 998, 999]));
  });

  it("stay while they are used, however many others are added", () => {
    const recent = createRecentCache<number>(10);
    recent.set("used", 1);
    for (let n = 0; n < 1_000; n += 1) {
      recent.set(`k${n}`, n);
      expect(recent.get("used")).toBe(1);
    }
  });

  it("are replaced and cleared in both generations", () => {
    const recent = createRecentCache<number>(2);
    for (const key of ["a", "b", "c"]) recent.set(key, 1);
    recent.set("a", 2);
    expect([recent.get("a"), recent.get("c")]).toEqual([2, 1]);
    recent.clear();
    expect(["a", "b", "c"].map((key) => recent.get(key))).toEqual([undefined, undefined, undefined]);
  });
});
