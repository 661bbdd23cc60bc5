import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { optimizeResonance } from "../../../../server/modules/geocode/mathematics/phi-optimize.ts";
import { goldenSteps, growthRates, phiResonance } from "../../../../server/modules/geocode/mathematics/resonance.ts";
import { phi } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { gaussian, law, moderateMix, numberMix, uniform, wildMix } from "../../../support/laws/law.ts";

const anyDepth = fc.integer({ min: 1, max: 7 });
const lengthMax = 20;
const target = fc.oneof(uniform(0, 1), fc.constantFrom(0.95, 1));
const wild = fc.tuple(wildMix(1, lengthMax), anyDepth, target, fc.boolean());
const any = fc.tuple(numberMix(1, lengthMax), anyDepth, target, fc.boolean());
const moderate = fc.tuple(moderateMix(2, lengthMax), anyDepth, target, fc.boolean());
const coverage = (data: readonly number[], depth: number) => growthRates(goldenSteps(data), depth).coverage;
const direction = (data: readonly number[], depth: number) => growthRates(goldenSteps(data), depth).direction;

describe("optimize", () => {
  law("P4 never lowers the resonance, and reports the one that its values have", wild, ([data, depth, wish, keep]) => {
    const found = optimizeResonance(data, depth, wish, keep);
    expect(found.resonance).toBeGreaterThanOrEqual(phiResonance(data, depth));
    expect(found.resonance).toBe(phiResonance(found.values, depth));
  });

  law("P4 does not lower the resonance of data that are already optimal", moderate, ([data, depth]) => {
    const nearest = optimizeResonance(data, depth, 1, true);
    expect(optimizeResonance(nearest.values, depth, 1, true).resonance).toBeGreaterThanOrEqual(nearest.resonance);
  });

  law("P5 gives finite numbers within the legal range and keeps signs and zeros", wild, ([data, depth, wish, keep]) => {
    const { values } = optimizeResonance(data, depth, wish, keep);
    expect(values.map(Math.sign)).toEqual(data.map(Math.sign));
    expect(values.every((value) => Math.abs(value) <= 1e300)).toBe(true);
  });

  law("P6 keeps the endpoints bit for bit on request", wild, ([data, depth, wish]) => {
    const { values } = optimizeResonance(data, depth, wish, true);
    expect([values[0], values.at(-1)]).toEqual([data[0], data.at(-1)]);
  });

  law("P7 misses the target only at full change or at the number range", any, ([data, depth, wish, keep]) => {
    fc.pre(coverage(data, depth) > 0);
    const found = optimizeResonance(data, depth, wish, keep);
    if (found.resonance >= wish || found.share === 1 || found.capped) return;
    // The remaining case: data that were optimal before.
    expect(optimizeResonance(data, depth, 1, keep).resonance - found.resonance).toBeLessThan(1e-12);
  });

  law(
    "P8 reaches any target below the share of valid pairs when the ends are free",
    moderate,
    ([data, depth, part]) => {
      const wish = part * coverage(data, depth) * (1 - 1e-12);
      expect(optimizeResonance(data, depth, wish, false).resonance).toBeGreaterThanOrEqual(wish);
    },
  );

  law("P8 stops at the target, not beyond", moderate, ([data, depth, wish, keep]) => {
    const found = optimizeResonance(data, depth, wish, keep);
    fc.pre(found.share > 0 && found.share < 1 && found.resonance >= wish);
    // Kept ends may reverse the direction during the change; the resonance is then above the target.
    fc.pre(direction(found.values, depth) === direction(data, depth));
    expect(found.resonance - wish).toBeLessThan(1e-13);
  });

  // Not shrunk: shrinking so many numbers, most of them skipped, would take too long.
  const competition = fc.noShrink(
    fc.tuple(
      moderateMix(3, 12),
      anyDepth,
      target,
      fc.boolean(),
      fc.array(gaussian, { minLength: 12, maxLength: 12 }),
      uniform(-6, 0),
    ),
  );
  law(
    "P9 reaches the target with the smallest change of all sequences of the same direction and ends",
    competition,
    ([data, depth, wish, keep, noise, size]) => {
      const found = optimizeResonance(data, depth, wish, keep);
      fc.pre(found.share > 0 && found.change > 1e-6 && found.resonance >= wish);
      const rival = perturbed(data, found.values, keep, noise, 10 ** size);
      const length = rateNorm(data, rival, depth);
      // Scaled to a change slightly smaller than the one found.
      const shrink = Math.min(1, ((1 - 1e-5) * found.change) / length);
      const smaller = data.map((value, i) => value * Math.abs((rival[i] as number) / value || 1) ** shrink);
      fc.pre(direction(smaller, depth) === direction(data, depth));
      expect(phiResonance(smaller, depth)).toBeLessThan(wish);
    },
  );

  law("P10 reports the rms change of the growth rates", moderate, ([data, depth, wish, keep]) => {
    const found = optimizeResonance(data, depth, wish, keep);
    expect(Math.abs(rateNorm(data, found.values, depth) - found.change)).toBeLessThan(1e-10 * (1 + found.change));
  });

  law("P15 applied again changes nothing", any, ([data, depth, wish, keep]) => {
    const once = optimizeResonance(data, depth, wish, keep);
    fc.pre(once.resonance >= wish);
    expect(optimizeResonance(once.values, depth, wish, keep).values).toEqual(once.values);
  });

  law(
    "P17 a higher target never means a smaller change",
    fc.tuple(moderate, target),
    ([[data, depth, wish, keep], other]) => {
      const [low, high] = wish < other ? [wish, other] : [other, wish];
      const less = optimizeResonance(data, depth, low, keep).change;
      expect(optimizeResonance(data, depth, high, keep).change).toBeGreaterThanOrEqual(less * (1 - 1e-12));
    },
  );

  law(
    "P20 with both ends kept and the target 1 finds a local maximum of the resonance",
    competition,
    ([data, depth, , , noise, size]) => {
      const found = optimizeResonance(data, depth, 1, true);
      fc.pre(!found.capped);
      const rival = perturbed(data, found.values, true, noise, 10 ** size);
      fc.pre(direction(rival, depth) === direction(data, depth));
      expect(phiResonance(rival, depth)).toBeLessThanOrEqual(found.resonance + 1e-12);
    },
  );

  test("with free ends, the target 1 gives growth by phi around the same geometric mean", () => {
    const { values, resonance, share } = optimizeResonance([3, -1, 4, 1, -5], 3, 1, false);
    expect([resonance, share]).toEqual([expect.closeTo(1, 14), 1]);
    const middle = (3 * 4 * 5) ** (1 / 5);
    values.forEach((value, i) => {
      expect(Math.abs(value)).toBeCloseTo(middle * phi ** (i - 2), 12);
    });
  });

  test("parts separated by zeros beyond the depth are optimized independently", () => {
    const { values } = optimizeResonance([2, 2, 0, 0, 9, 9], 2, 1, false);
    const expected = [2 / Math.sqrt(phi), 2 * Math.sqrt(phi), 0, 0, 9 / Math.sqrt(phi), 9 * Math.sqrt(phi)];
    values.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i] as number, 12);
    });
    const kept = optimizeResonance([2, 2, 0, 0, 9, 9], 2, 1, true).values;
    expect(kept.map((value) => Number(value.toFixed(9)))).toEqual(
      [2, 2 * phi, 0, 0, 9 / phi, 9].map((value) => Number(value.toFixed(9))),
    );
  });

  test("the smallest double next to the largest legal number is raised without overflow", () => {
    const data = [1e300, 5e-324, -1e300];
    const { values, resonance } = optimizeResonance(data, 1, 1, true);
    expect(resonance).toBeGreaterThan(phiResonance(data, 1));
    expect(values.every((value) => Number.isFinite(value) && Math.abs(value) <= 1e300)).toBe(true);
  });

  test("growth that would exceed the number range stops at 1e300 and is reported as capped", () => {
    const found = optimizeResonance(Array(4000).fill(1), 3, 0.999, false);
    expect(found.capped).toBe(true);
    expect(found.share).toBeLessThan(1);
    expect(Math.max(...found.values)).toBeGreaterThan(0.99e300);
    expect(Math.max(...found.values)).toBeLessThanOrEqual(1e300);
    expect(Math.min(...found.values)).toBeGreaterThanOrEqual(1e-300);
    expect(found.resonance).toBeGreaterThan(0.5);
  });
});

/** The found values with noise in golden steps; zeros and kept ends are unchanged. */
function perturbed(
  data: readonly number[],
  found: readonly number[],
  keep: boolean,
  noise: readonly number[],
  size: number,
) {
  return found.map((value, i) =>
    data[i] === 0 || (keep && (i === 0 || i === data.length - 1))
      ? value
      : value * phi ** (size * (noise[i] as number)),
  );
}

/** sqrt((1/c) sum w ((v_(i+k) - v_i) / k)^2) with v the change in golden steps. */
function rateNorm(before: readonly number[], after: readonly number[], depth: number): number {
  const n = before.length;
  const change = before.map((value, i) => Math.log((after[i] as number) / value) / Math.log(phi));
  const lags = Math.min(depth, n - 1);
  let squares = 0;
  let covered = 0;
  for (let k = 1; k <= lags; k++) {
    for (let i = 0; i + k < n; i++) {
      if (before[i] === 0 || before[i + k] === 0) continue;
      const weight = 1 / (lags * (n - k));
      covered += weight;
      squares += weight * (((change[i + k] as number) - (change[i] as number)) / k) ** 2;
    }
  }
  return covered === 0 ? 0 : Math.sqrt(squares / covered);
}
