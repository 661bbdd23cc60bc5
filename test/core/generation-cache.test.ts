import fc from "fast-check";
import { describe, expect } from "vitest";
import { GenerationCache } from "../../server/core/generation-cache.ts";
import { law } from "../support/laws/law.ts";

const kinds = [
  { weight: 10, arbitrary: fc.constant("get") },
  { weight: 10, arbitrary: fc.constant("set") },
  { weight: 1, arbitrary: fc.constant("clear") },
];

const uses = fc.record({
  countMax: fc.integer({ min: 2, max: 8 }),
  steps: fc.array(fc.record({ key: fc.integer({ min: 0, max: 9 }), kind: fc.oneof(...kinds) }), {
    minLength: 40,
    maxLength: 200,
  }),
});

describe("a cache of two generations", () => {
  law("has the last value of a key or none, and keeps the last half of its bound", uses, ({ countMax, steps }) => {
    const cache = new GenerationCache<number, number>(countMax);
    const [values, used] = [new Map<number, number>(), [] as number[]];
    for (const [value, { key, kind }] of steps.entries()) {
      if (kind === "clear") {
        cache.clear();
        values.clear();
        used.length = 0;
        continue;
      }
      const found = kind === "get" ? cache.get(key) : undefined;
      if (kind === "set") {
        cache.set(key, value);
        values.set(key, value);
      }
      if (found !== undefined) expect(found).toBe(values.get(key));
      if (kind === "get" && lastOf(used, Math.floor(countMax / 2)).has(key)) expect(found).toBe(values.get(key));
      if (kind === "set" || found !== undefined) used.push(key);
    }
    const kept = [...values.keys()].filter((key) => cache.get(key) !== undefined);
    expect(kept.length).toBeLessThanOrEqual(countMax);
  });
});

/** Returns the keys that were used last. */
function lastOf(used: readonly number[], count: number): ReadonlySet<number> {
  const last = new Set<number>();
  for (const key of used.toReversed()) {
    if (last.size === count) break;
    last.add(key);
  }
  return last;
}
