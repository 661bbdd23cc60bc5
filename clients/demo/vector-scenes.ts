import { Precision } from "#contract/geocode/v1/geometry_pb.js";
import {
  PhiOperationSchema,
  PrimeSpaceOperationSchema,
  PrimeSpaceSchema,
  TransformationTypeSchema,
} from "#contract/geocode/v1/requests_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { wordsOf } from "./plain-json.ts";
import { promise, type Scene } from "./scene.ts";
import { mean, relativeError } from "./wines.ts";

const { transform, phiResonance, rSpace } = GeocodeService.method;
const transformationTypes = wordsOf(TransformationTypeSchema);
const phiOperations = wordsOf(PhiOperationSchema);
const spaces = wordsOf(PrimeSpaceSchema);
const spaceOperations = wordsOf(PrimeSpaceOperationSchema);

/** Transforms the wines to three dimensions and back. */
export const transforms: Scene = {
  questionsPerWine: 2 * transformationTypes.length,
  async show(session, { standardised: wines }) {
    const rows = [["transform 13 -> 3 -> 13", "round-trip error", "coherence"]];
    for (const { word, number } of transformationTypes) {
      const move = (data: readonly (readonly number[])[], sourceDimensions: number, targetDimensions: number) =>
        session.callAll(
          transform,
          data.map((values) => ({
            data: { values: [...values] },
            sourceDimensions,
            targetDimensions,
            transformationType: number,
            preserveMagnitude: false,
            precision: Precision.HIGH,
          })),
        );
      const down = await move(wines, 13, 3);
      const middle = down.map(({ transformedData }) => transformedData);
      const up = await move(middle, 3, 13);
      const errors = up.map(({ transformedData }, i) => relativeError(transformedData, wines[i] as number[]));
      const coherences = down.map(({ metrics }) => metrics?.dimensionalCoherence ?? 0);
      // The energy kept in three dimensions and the energy lost add up to the whole.
      promise(
        `${word}: error² + coherence = 1`,
        errors.map((error, i) => error ** 2 + (coherences[i] as number) - 1),
      );
      rows.push([`  ${word}`, mean(errors).toFixed(4), mean(coherences).toFixed(4)]);
    }
    return rows;
  },
};

/** Phi resonance of the measured numbers, before and after each operation. */
export const resonance: Scene = {
  questionsPerWine: phiOperations.length,
  async show(session, { measured: wines }) {
    const rows = [["phi-resonance, as measured", "before", "after"]];
    for (const { word, number } of phiOperations) {
      const answers = await session.callAll(
        phiResonance,
        wines.map((values) => ({ data: { values: [...values] }, operation: number })),
      );
      const metrics = answers.flatMap(({ phiMetrics }) => phiMetrics ?? []);
      const before = mean(metrics.map(({ originalResonance }) => originalResonance));
      // At most one of the three is set.
      const after = mean(metrics.map((m) => m.optimizedResonance + m.generatedResonance + m.extendedResonance));
      rows.push([`  ${word}`, before.toFixed(4), word === "analyze" ? "-" : after.toFixed(4)]);
    }
    return rows;
  },
};

/** Prime resonance of the wines after each operation in each prime space. */
export const primes: Scene = {
  questionsPerWine: spaces.length * spaceOperations.length,
  async show(session, { standardised: wines }) {
    const rows = [["r-space, prime resonance", ...spaces.map(({ word }) => word)]];
    for (const operation of spaceOperations) {
      const row = [`  ${operation.word}`];
      for (const space of spaces) {
        const answers = await session.callAll(
          rSpace,
          wines.map((values) => ({
            data: { values: [...values] },
            rSpace: space.number,
            operation: operation.number,
          })),
        );
        const found = answers.map(({ rSpaceMetrics }) => rSpaceMetrics?.primeResonance ?? 0);
        // The average along an orbit is constant along it.
        if (operation.word === "harmonize") promise(`${space.word}: harmonize`, found.map(fromOne));
        row.push(mean(found).toFixed(4));
      }
      rows.push(row);
    }
    return rows;
  },
};

function fromOne(value: number): number {
  return 1 - value;
}
