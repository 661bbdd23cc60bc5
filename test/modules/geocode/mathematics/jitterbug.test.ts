import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alignToSolid } from "../../../../server/modules/geocode/mathematics/alignment.ts";
import { type JitterbugRequest, jitterbug } from "../../../../server/modules/geocode/mathematics/jitterbug.ts";
import { norm } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { type SolidName, solids } from "../../../../server/modules/geocode/mathematics/solids.ts";
import { faultOf } from "../../../support/fault-of.ts";
import { anyScale, gaussian, law, numberMix, relativeError, uniform, wildMix } from "../../../support/laws/law.ts";
import { anySolid, solidNames } from "./arbitraries.ts";
import { gap } from "./gap.ts";
import { expectRecorded, recordedResults } from "./recorded-results.ts";

type Vertices = readonly (readonly number[])[];

const defaults = { transformationRatio: 1, preserveEnergy: true, intermediateSteps: undefined, returnPath: false };

function run(
  source: SolidName,
  target: SolidName,
  data: JitterbugRequest["data"],
  options: Partial<JitterbugRequest> = {},
) {
  return jitterbug({ ...defaults, ...options, sourceGeometry: source, targetGeometry: target, data });
}

const vertexCount = (solid: SolidName) => solids[solid].vertices.length;
const canonical = (solid: SolidName): number[][] => solids[solid].vertices.map((vertex) => [...vertex]);
const onSolid = (solid: SolidName, values: readonly number[]) => ({ vertices: canonical(solid), values });
const positive = (values: readonly number[]) => values.map((value) => value + 0);

const ratio = fc.oneof(uniform(0, 1), fc.constantFrom(0, 0.5, 1));

/** Source with values, target, ratio. */
const journeys = (numbers: (n: number) => fc.Arbitrary<number[]>) =>
  fc
    .tuple(anySolid, anySolid, ratio)
    .chain(([source, target, t]) =>
      fc.tuple(fc.constant(source), fc.constant(target), fc.constant(t), numbers(vertexCount(source))),
    );
const anyJourney = journeys(numberMix);
const wildJourney = journeys(wildMix);

const rotation = fc
  .tuple(gaussian, gaussian, gaussian, gaussian)
  .filter((q) => Math.hypot(...q) > 0.01)
  .map((q) => {
    const [w, x, y, z] = q.map((entry) => entry / Math.hypot(...q)) as [number, number, number, number];
    return [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
  });
const similarity = fc.record({
  matrix: rotation,
  size: uniform(-6, 6).map((exponent) => 10 ** exponent),
  centre: fc.tuple(gaussian, gaussian, gaussian),
});
type Similarity = { matrix: number[][]; size: number; centre: readonly number[] };

/** The centre is given in units of the size. */
function moved(vertices: Vertices, { matrix, size, centre }: Similarity): number[][] {
  return vertices.map((vertex) =>
    matrix.map(
      (row, axis) =>
        size * ((centre[axis] as number) + row.reduce((sum, entry, k) => sum + entry * (vertex[k] as number), 0)),
    ),
  );
}

const shuffled = (n: number) => fc.shuffledSubarray([...Array(n).keys()], { minLength: n, maxLength: n });
const inOrder = <T>(items: readonly T[], order: readonly number[]) => order.map((index) => items[index] as T);

describe("recorded results", () => {
  test.each(recordedResults("jitterbug"))("$id gives the recorded result", ({ request, result }) => {
    expectRecorded(jitterbug({ ...defaults, ...request }), result);
  });
});

describe("forms", () => {
  law(
    "J10 are finite, have as many values as points, and metrics in range",
    fc.tuple(wildJourney, similarity, fc.boolean()),
    ([[source, target, t, values], place, preserveEnergy]) => {
      const vertices = moved(canonical(source), place);
      const { transformedGeometry: form } = run(
        source,
        target,
        { vertices, values },
        { transformationRatio: t, preserveEnergy },
      );
      expect(form.vertices.flat().every(Number.isFinite) && form.values.every(Number.isFinite)).toBe(true);
      expect(form.vertices.length).toBe(form.values.length);
      const { completionRatio, energyPreservation, geometricCoherence } = form.transformationMetrics;
      expect(completionRatio).toBe(t);
      expect(energyPreservation >= 0 && energyPreservation <= 1).toBe(true);
      expect(geometricCoherence > 0 && geometricCoherence <= 1).toBe(true);
    },
  );

  law(
    "J10 are computed at the limits of the number range",
    fc.tuple(anyJourney, fc.constantFrom(1e300, 1e-300, 1e-200)),
    ([[source, target, t, values], size]) => {
      const vertices = canonical(source).map((vertex) => vertex.map((coordinate) => coordinate * size));
      const plain = run(source, target, onSolid(source, values), { transformationRatio: t }).transformedGeometry;
      const { transformedGeometry: form } = run(source, target, { vertices, values }, { transformationRatio: t });
      expect(
        relativeError(
          form.vertices.flat().map((coordinate) => coordinate / size),
          plain.vertices.flat(),
        ),
      ).toBeLessThan(1e-12);
      expect(form.values).toEqual(plain.values);
    },
  );

  law(
    "J6 have a coherence in (0, 1], 1 for solids",
    fc.tuple(anySolid, anySolid, uniform(0, 1)),
    ([source, target, t]) => {
      const data = onSolid(source, Array(vertexCount(source)).fill(1));
      const coherence = (at: number) =>
        run(source, target, data, { transformationRatio: at }).transformedGeometry.transformationMetrics
          .geometricCoherence;
      expect(coherence(t) > 0 && coherence(t) <= 1).toBe(true);
      for (const end of [0, 1]) expect(coherence(end)).toBeGreaterThan(1 - 1e-14);
    },
  );

  test.each([
    ["tetrahedron", "octahedron", 0.538885, "truncated tetrahedron"],
    ["octahedron", "cube", 0.554688, "rhombicuboctahedron"],
    ["icosahedron", "dodecahedron", 0.5991, "rhombicosidodecahedron"],
  ] as [SolidName, SolidName, number, string][])("J6 from %s to %s at %d are Archimedean: %s", (source, target, t) => {
    for (const [start, end, at] of [
      [source, target, t],
      [target, source, 1 - t],
    ] as const) {
      const data = onSolid(start, Array(vertexCount(start)).fill(1));
      const { transformedGeometry: form } = run(start, end, data, { transformationRatio: at });
      expect(form.transformationMetrics.geometricCoherence).toBeGreaterThan(1 - 1e-9);
    }
  });

  law(
    "J12 at 0, or with the source as the target, are the given form",
    fc.tuple(wildJourney, similarity),
    ([[source, target, t, values], place]) => {
      const vertices = moved(canonical(source), place);
      for (const [goal, at] of [
        [target, 0],
        [source, t],
      ] as const) {
        const { transformedGeometry: form } = run(source, goal, { vertices, values }, { transformationRatio: at });
        expect(form.vertices).toEqual(vertices.map(positive));
        expect(form.values).toEqual(positive(values));
        expect(form.type).toBe(source);
        expect(form.transformationMetrics.energyPreservation).toBe(1);
      }
    },
  );

  law("J13 at 1 are the target in canonical order, bit for bit", anyJourney, ([source, target, , values]) => {
    const { transformedGeometry: form } = run(source, target, onSolid(source, values));
    expect([form.type, form.vertices]).toEqual([target, canonical(target)]);
  });

  test("are named after both solids between them, and are the middle solid where two legs meet", () => {
    const data = onSolid("tetrahedron", [1, 2, 3, 4]);
    const half = run("tetrahedron", "icosahedron", data, { transformationRatio: 0.5 }).transformedGeometry;
    expect([half.type, half.vertices]).toEqual(["tetrahedron_to_icosahedron", canonical("octahedron")]);
    expect(run("tetrahedron", "cube", data, { transformationRatio: 1e-300 }).transformedGeometry.type).toBe(
      "tetrahedron_to_cube",
    );
  });

  law(
    "J17 are the same in the reverse direction",
    fc.tuple(anySolid, anySolid, fc.integer({ min: 1, max: 63 })),
    ([source, target, step]) => {
      const at = (from: SolidName, to: SolidName, t: number) =>
        run(from, to, onSolid(from, Array(vertexCount(from)).fill(1)), { transformationRatio: t }).transformedGeometry
          .vertices;
      fc.pre(source !== target);
      expect(at(source, target, step / 64)).toEqual(at(target, source, 1 - step / 64));
    },
  );
});

describe("values", () => {
  law("J11 keep their energy exactly with preserve_energy", fc.tuple(anyJourney), ([[source, target, t, values]]) => {
    const { transformedGeometry: form } = run(source, target, onSolid(source, values), { transformationRatio: t });
    expect(relativeError([norm(form.values)], [norm(values)])).toBeLessThan(1e-14);
    expect(form.transformationMetrics.energyPreservation).toBeGreaterThan(1 - 1e-14);
  });

  law("J11 without preserve_energy the metric is the energy ratio", anyJourney, ([source, target, t, values]) => {
    const { transformedGeometry: form } = run(source, target, onSolid(source, values), {
      transformationRatio: t,
      preserveEnergy: false,
    });
    const [before, after] = [norm(values), norm(form.values)];
    const expected = before === after ? 1 : (Math.min(before, after) / Math.max(before, after)) ** 2;
    expect(form.transformationMetrics.energyPreservation).toBeCloseTo(expected, 12);
  });

  law(
    "J16 that are constant stay constant",
    fc.tuple(anySolid, anySolid, ratio, anyScale),
    ([source, target, t, value]) => {
      const data = onSolid(source, Array(vertexCount(source)).fill(value));
      const { transformedGeometry: form } = run(source, target, data, {
        transformationRatio: t,
        preserveEnergy: false,
      });
      expect(
        relativeError(
          form.values,
          form.values.map(() => value),
        ),
      ).toBeLessThan(1e-13);
    },
  );

  const roundTrips = fc
    .constantFrom(
      ["tetrahedron", "cube"],
      ["octahedron", "icosahedron"],
      ["cube", "dodecahedron"],
      ["tetrahedron", "dodecahedron"],
    )
    .chain(([small, large]) =>
      fc.tuple(
        fc.constant(small as SolidName),
        fc.constant(large as SolidName),
        numberMix(vertexCount(small as SolidName)).map((values) => values.map((value) => value / 16)),
      ),
    );
  law("J18 are restored after a larger solid", roundTrips, ([small, large, values]) => {
    const options = { preserveEnergy: false };
    const there = run(small, large, onSolid(small, values), options).transformedGeometry;
    const back = run(large, small, there, options).transformedGeometry;
    expect(relativeError(back.values, values)).toBeLessThan(1e-13);
  });

  test("that cancel where points merge become equal values of the same energy, or zeros", () => {
    // Two vertices of the icosahedron, with opposite values here, merge into the octahedron's vertex 0.
    const values = run("octahedron", "icosahedron", onSolid("octahedron", [1, 2, 3, 4, 5, 6]), {
      preserveEnergy: false,
    }).transformedGeometry.values.map((value, index, all) => (all.indexOf(value) === index ? 0.1 : -0.1));
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(0);
    const data = onSolid("icosahedron", values);
    const kept = run("icosahedron", "octahedron", data).transformedGeometry;
    expect(relativeError(kept.values, Array(6).fill(0.1 * Math.SQRT2))).toBeLessThan(1e-15);
    expect(kept.transformationMetrics.energyPreservation).toBeGreaterThan(1 - 1e-15);
    const bare = run("icosahedron", "octahedron", data, { preserveEnergy: false }).transformedGeometry;
    expect(bare.values).toEqual([0, 0, 0, 0, 0, 0]);
    expect(bare.transformationMetrics.energyPreservation).toBe(0);
  });

  test("of zero stay zero", () => {
    const { transformedGeometry: form } = run("cube", "octahedron", onSolid("cube", Array(8).fill(-0)));
    expect(form.values).toEqual(Array(6).fill(0));
    expect(form.transformationMetrics.energyPreservation).toBe(1);
  });
});

describe("the caller's solid", () => {
  law(
    "J14 when moved moves the answer alike, and does not change the values",
    fc.tuple(anyJourney, similarity),
    ([[source, target, t, values], place]) => {
      const plain = run(source, target, onSolid(source, values), { transformationRatio: t }).transformedGeometry;
      const { transformedGeometry: form } = run(
        source,
        target,
        { vertices: moved(canonical(source), place), values },
        { transformationRatio: t },
      );
      expect(relativeError(form.vertices.flat(), moved(plain.vertices, place).flat())).toBeLessThan(1e-12);
      expect(form.values).toEqual(plain.values);
    },
  );

  const reordered = anyJourney.chain(([source, target, t, values]) =>
    fc.tuple(fc.constant(source), fc.constant(target), fc.constant(t), fc.constant(values), shuffled(values.length)),
  );
  law(
    "J15 gives the same answer in any order of its vertices",
    reordered,
    ([source, target, t, values, order]) => {
      const vertices = inOrder(canonical(source), order);
      fc.pre(t > 0 && source !== target);
      // An order that is a rotation of the solid is kept, and the answer is then rotated.
      fc.pre(!alignToSolid(vertices, source)?.order.every((index, k) => index === k));
      const plain = run(source, target, onSolid(source, values), { transformationRatio: t }).transformedGeometry;
      const { transformedGeometry: form } = run(
        source,
        target,
        { vertices, values: inOrder(values, order) },
        { transformationRatio: t },
      );
      expect(relativeError(form.vertices.flat(), plain.vertices.flat())).toBeLessThan(1e-14);
      expect(relativeError(form.values, plain.values)).toBeLessThan(1e-14);
    },
    2,
  );

  const disturbed = fc
    .tuple(anySolid, anySolid, similarity, fc.boolean())
    .chain(([source, target, place, mirror]) =>
      fc.tuple(
        fc.constant([source, target, place, mirror] as const),
        shuffled(vertexCount(source)),
        fc.array(gaussian, { minLength: 60, maxLength: 60 }),
      ),
    );
  law(
    "J20 is recognised when turned, mirrored, shuffled and 0.1% off, with its values at the right points",
    disturbed,
    ([[source, target, place, mirror], order, noise]) => {
      fc.pre(source !== target);
      const rough = canonical(source).map((vertex, k) =>
        vertex.map((coordinate, axis) => coordinate + 0.0005 * (noise[3 * k + axis] as number)),
      );
      const reflected = rough.map(([x = 0, y = 0, z = 0]) => [mirror ? -x : x, y, z]);
      const vertices = inOrder(moved(reflected, place), order);
      // No mean of two or three different powers of 2 is a power of 2, so each power identifies its vertex.
      const values = vertices.map((_, index) => 2 ** index);
      const start = run(
        source,
        target,
        { vertices, values },
        { transformationRatio: 1e-9, preserveEnergy: false },
      ).transformedGeometry;
      let found = 0;
      start.vertices.forEach((point, k) => {
        const parent = vertices[values.indexOf(start.values[k] as number)];
        if (parent === undefined) return;
        found++;
        expect(Math.hypot(...point.map((coordinate, axis) => coordinate - (parent[axis] as number)))).toBeLessThan(
          0.01 * place.size,
        );
      });
      expect(found).toBeGreaterThanOrEqual(vertices.length);
    },
    2,
  );

  law(
    "J19 is refused when it is not regular",
    fc.tuple(anySolid, similarity, fc.nat(), fc.constantFrom(0.75, 1.25)),
    ([source, place, choice, factor]) => {
      const vertices = canonical(source).map((vertex, k) =>
        k === choice % vertexCount(source) ? vertex.map((coordinate) => coordinate * factor) : vertex,
      );
      const data = { vertices: moved(vertices, place), values: Array(vertexCount(source)).fill(1) };
      expect(faultOf(() => run(source, "cube", data, { transformationRatio: 0 }))).toMatchObject({
        reason: "PARAMETER_INVALID",
        parameter: "data.vertices",
        provided: data.vertices,
      });
    },
    2,
  );

  const cloud = anySolid.chain((source) =>
    fc.tuple(
      fc.constant(source),
      fc.array(fc.tuple(gaussian, gaussian, gaussian), {
        minLength: vertexCount(source),
        maxLength: vertexCount(source),
      }),
    ),
  );
  law(
    "J19 is refused when it is any cloud of points",
    cloud,
    ([source, vertices]) => {
      expect(faultOf(() => run(source, "cube", { vertices, values: vertices.map(() => 1) }))).toMatchObject({
        parameter: "data.vertices",
      });
    },
    4,
  );

  test.each([0, 7, -1e300, 1e-300])("J19 is refused when all its points are (%d, ...)", (value) => {
    for (const source of solidNames) {
      const vertices = canonical(source).map(() => [value, value, value]);
      expect(faultOf(() => run(source, source, { vertices, values: vertices.map(() => 1) }))).toMatchObject({
        reason: "PARAMETER_INVALID",
        parameter: "data.vertices",
      });
    }
  });

  test("J19 is refused when its radius is not above 1e-12 of its largest coordinate", () => {
    const at = (size: number) =>
      canonical("cube").map((vertex) => vertex.map((coordinate) => 1 + Math.sign(coordinate) * size));
    const values = Array(8).fill(1);
    expect(faultOf(() => run("cube", "cube", { vertices: at(2 ** -41), values }))).toMatchObject({
      parameter: "data.vertices",
    });
    expect(() => run("cube", "cube", { vertices: at(2 ** -38), values })).not.toThrow();
  });

  law("J6 has coherence 1 at 0 in any order", reordered, ([source, target, , values, order]) => {
    const data = { vertices: inOrder(canonical(source), order), values };
    const { transformationMetrics } = run(source, target, data, { transformationRatio: 0 }).transformedGeometry;
    expect(transformationMetrics.geometricCoherence).toBeGreaterThan(1 - 1e-14);
  });

  test("is recognised by its shape, not its number of vertices: a squashed cube is refused", () => {
    const vertices = canonical("cube").map(([x = 0, y = 0, z = 0]) => [x, y, z * 1.1]);
    expect(faultOf(() => run("cube", "cube", { vertices, values: Array(8).fill(1) }))).toMatchObject({
      parameter: "data.vertices",
    });
  });
});

describe("frames", () => {
  const framed = fc.tuple(anyJourney, fc.integer({ min: 0, max: 12 }), fc.boolean());
  law(
    "are the forms at t j / (N + 1)",
    framed,
    ([[source, target, t, values], steps, preserveEnergy]) => {
      const data = onSolid(source, values);
      const answer = run(source, target, data, {
        transformationRatio: t,
        preserveEnergy,
        intermediateSteps: steps,
        returnPath: true,
      });
      const path = answer.transformationPath ?? [];
      expect(path.length).toBe(steps + 2);
      path.forEach((frame, j) => {
        expect(Math.abs(frame.transformationRatio - (t * j) / (steps + 1))).toBeLessThan(1e-15);
        const { transformedGeometry: form } = run(source, target, data, {
          transformationRatio: frame.transformationRatio,
          preserveEnergy,
        });
        expect(frame).toEqual({
          transformationRatio: frame.transformationRatio,
          type: form.type,
          vertices: form.vertices,
          values: form.values,
        });
      });
      expect(path.at(-1)?.transformationRatio).toBe(t);
      expect(answer.intermediateSteps).toEqual(path.slice(1, -1));
    },
    4,
  );

  test("are returned on request only: N between the ends, 9 in a path by default", () => {
    const data = onSolid("cube", [1, 2, 3, 4, 5, 6, 7, 8]);
    const members = (options: Partial<JitterbugRequest>) => {
      const { transformedGeometry: _, ...frames } = run("cube", "octahedron", data, options);
      return Object.fromEntries(Object.entries(frames).map(([name, list]) => [name, list.length]));
    };
    expect(members({})).toEqual({});
    expect(members({ intermediateSteps: 0 })).toEqual({ intermediateSteps: 0 });
    expect(members({ intermediateSteps: 3 })).toEqual({ intermediateSteps: 3 });
    expect(members({ returnPath: true })).toEqual({ transformationPath: 11 });
    expect(members({ returnPath: true, intermediateSteps: 0 })).toEqual({
      intermediateSteps: 0,
      transformationPath: 2,
    });
    expect(members({ returnPath: true, intermediateSteps: 100 })).toEqual({
      intermediateSteps: 100,
      transformationPath: 102,
    });
  });

  law(
    "no point jumps between neighbouring frames of a leg",
    fc.tuple(anySolid, anySolid),
    ([source, target]) => {
      const data = onSolid(source, Array(vertexCount(source)).fill(1));
      const path = run(source, target, data, { returnPath: true, intermediateSteps: 99 }).transformationPath ?? [];
      for (let j = 1; j < path.length; j++) {
        const [before, now] = [path[j - 1]?.vertices ?? [], path[j]?.vertices ?? []];
        if (before.length === now.length) expect(gap(now.flat(), before.flat(), [1])).toBeLessThan(0.0192);
      }
    },
    8,
  );
});

describe("faults", () => {
  const data = onSolid("cube", [1, 2, 3, 4, 5, 6, 7, 8]);
  const fault = (changed: Partial<JitterbugRequest["data"]>) =>
    faultOf(() => run("cube", "octahedron", { ...data, ...changed }));
  const vertexAs = (vertex: number[]) => data.vertices.map((old, index) => (index === 2 ? vertex : old));

  test("a wrong number of vertices, of coordinates or of values is a dimension mismatch", () => {
    const reason = "VECTOR_DIMENSION_MISMATCH";
    for (const vertices of [[], data.vertices.slice(1), [...data.vertices, [0, 0, 0]]]) {
      expect(fault({ vertices })).toMatchObject({ reason, parameter: "data.vertices", provided: vertices });
    }
    for (const vertex of [[], [1, 2], [1, 2, 3, 4]]) {
      expect(fault({ vertices: vertexAs(vertex) })).toMatchObject({
        reason,
        parameter: "data.vertices[2]",
        provided: vertex,
      });
    }
    for (const values of [[], [1], [...data.values, 9]]) {
      expect(fault({ values })).toMatchObject({ reason, parameter: "data.values", provided: values });
    }
  });

  test("a number that is not finite or above 1e300 is refused with its index", () => {
    const shared = { reason: "PARAMETER_INVALID", validRange: [-1e300, 1e300] };
    expect(fault({ vertices: vertexAs([0, Number.NaN, 0]) })).toMatchObject({
      ...shared,
      parameter: "data.vertices[2][1]",
    });
    expect(fault({ values: [1, 2, 3, 1e301, 5, 6, 7, 8] })).toMatchObject({
      ...shared,
      parameter: "data.values[3]",
      provided: 1e301,
    });
  });

  test("lengths are checked before elements", () => {
    expect(fault({ vertices: vertexAs([0, Number.NaN, 0]), values: [] })).toMatchObject({ parameter: "data.values" });
  });
});
