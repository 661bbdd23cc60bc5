import fc from "fast-check";
import { expect } from "vitest";
import { norm } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { fromHarmonics, harmonics, resample } from "../../../../server/modules/geocode/mathematics/spectrum.ts";
import { gaussian, law, relativeError } from "../../../support/laws/law.ts";

const lengths = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 120, max: 140 }),
  fc.integer({ min: 1, max: 3000 }),
);
const sequence = lengths.chain((length) =>
  fc.tuple(
    fc
      .array(gaussian, { minLength: Math.min(length, 30), maxLength: Math.min(length, 30) })
      .map((seeds) => Float64Array.from({ length }, (_, i) => (seeds[i % seeds.length] as number) * Math.cos(i / 7))),
    fc.integer({ min: 1, max: Math.min(length, 40) }),
  ),
);

law("the harmonics are their defining sums, at any length", sequence, ([values, count]) => {
  const n = values.length;
  const expected = Array.from({ length: count }, (_, k) => {
    const factor = Math.sqrt((k === 0 ? 1 : 2) / n);
    return values.reduce((sum, value, i) => sum + factor * value * Math.cos((Math.PI * (2 * i + 1) * k) / (2 * n)), 0);
  });
  expect(
    Math.max(...expected.map((entry, k) => Math.abs(entry - (harmonics(values, count)[k] as number)))),
  ).toBeLessThan(1e-13 * (1 + norm(values)));
});

law("the sequence synthesised from harmonics has these harmonics", sequence, ([values, count]) => {
  const kept = harmonics(values, count);
  expect(relativeError(harmonics(fromHarmonics(kept, values.length), count), kept)).toBeLessThan(1e-13);
});

law(
  "stretching a sequence and shrinking it again is the identity",
  fc.tuple(sequence, fc.integer({ min: 0, max: 300 })),
  ([[values], more]) => {
    const short = values.slice(0, 200);
    const stretched = resample(short, short.length + more);
    expect(stretched.share).toBe(1);
    expect(Math.abs(norm(stretched.values) / (norm(short) || 1) - (norm(short) > 0 ? 1 : 0))).toBeLessThan(1e-13);
    const back = resample(stretched.values, short.length);
    expect(relativeError(back.values, short)).toBeLessThan(1e-12);
  },
);
