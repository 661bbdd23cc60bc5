import type { Leg, Matrix } from "./legs.ts";
import { energyAtScale, kernelShare, powerOfTwoScale } from "./scale.ts";

/** Values carried along the legs of a route, with the scale and the energy of the source. */
export interface Cargo {
  /** moving[i]: values of the moving points on leg i, divided by `scale`. */
  readonly moving: readonly Float64Array[];
  /** arrived[i]: values at the vertices where leg i ends, in canonical order, divided by `scale`. */
  readonly arrived: readonly Float64Array[];
  readonly scale: number;
  readonly energy: number;
}

/**
 * Carries values, given in the canonical order of the first solid, over all legs: f = U v on a leg, v = U^+ f at its
 * end. All values are stored divided by a power of two, so no legal value overflows. Cost O(legs M V).
 */
export function carry(values: Float64Array, legs: readonly Leg[]): Cargo {
  const scale = powerOfTwoScale(values);
  const moving: Float64Array[] = [];
  const arrived: Float64Array[] = [];
  let current: Float64Array = values.map((value) => value / scale);
  const energy = energyAtScale(current, 1);
  for (const leg of legs) {
    const split = multiply(leg.split, current);
    current = multiply(leg.merge, split);
    moving.push(split);
    arrived.push(current);
  }
  return { moving, arrived, scale, energy };
}

/**
 * The result for carried values: unchanged, or with `preserveEnergy` scaled to the source's sum of squares.
 *
 * A norm of at most 2^-44 of the source's is rounding noise. All values are then 0, or with `preserveEnergy` equal and
 * positive with the source's energy: constants are never lost on a leg, so this is the limit for a source
 * plus a small positive constant.
 */
export function settle(carried: Float64Array, { scale, energy }: Cargo, preserveEnergy: boolean): number[] {
  const found = energyAtScale(carried, 1);
  if (found <= kernelShare * kernelShare * energy) {
    const constant = preserveEnergy ? scale * Math.sqrt(energy / carried.length) : 0;
    return new Array<number>(carried.length).fill(constant);
  }
  const factor = preserveEnergy ? Math.sqrt(energy / found) : 1;
  const settled: number[] = [];
  // Adding 0 turns -0 into 0.
  for (let i = 0; i < carried.length; i++) settled.push((carried[i] as number) * factor * scale + 0);
  return settled;
}

/** min / max of the sums of squares of the source and of the values, in [0, 1]; 1 when both are 0. */
export function energyPreservation(values: readonly number[], { scale, energy }: Cargo): number {
  const found = energyAtScale(values, scale);
  const larger = Math.max(found, energy);
  return larger === 0 ? 1 : Math.min(found, energy) / larger;
}

function multiply(matrix: Matrix, vector: Float64Array): Float64Array {
  const [rows, columns] = matrix.shape as [number, number];
  const { data } = matrix;
  const product = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      sum += (data[row * columns + column] as number) * (vector[column] as number);
    }
    product[row] = sum;
  }
  return product;
}
