import { orbitSum, type PrimeSpace } from "./prime-space.ts";
import { atScale, energyAtScale, powerOfTwoScale, unitInterval } from "./scale.ts";

/** Comparison of the result of a map on blocks of p numbers with its input; each number in [0, 1]. */
export interface PrimeSpaceComparison {
  readonly preservation: { readonly magnitude: number; readonly energy: number; readonly phase: number };
  readonly primeResonance: number;
}

/**
 * Compares the result of a map with its source, and measures the share of its energy that is constant on the decimal
 * cycles.
 *
 * With x the source and y the result, both of the same whole number of blocks of p: `magnitude` = min(|x|, |y|) /
 * max(|x|, |y|) (0 and 0: 1), `energy` its square; `phase` = (1 + S) / 2, S = sum Re(conj X_f Y_f) / sum |X_f| |Y_f| over
 * the Fourier coefficients of all blocks: 1 when all phases are kept, 0 when reversed, 1/2 when there is no common
 * frequency (both zero: 1); `primeResonance` = |P y|^2 / |y|^2 (zero: 0), P the average over each cycle; for white noise
 * it is 2/7, 6/11 or 3/13 on average. Accuracy 1e-15 at any scale. Source: own definition.
 */
export function compareInPrimeSpace(
  source: Float64Array,
  result: Float64Array,
  space: PrimeSpace,
): PrimeSpaceComparison {
  const sourceScale = powerOfTwoScale(source);
  const resultScale = powerOfTwoScale(result);
  const x = atScale(source, sourceScale);
  const y = atScale(result, resultScale);
  const energyX = energyAtScale(x, 1);
  const energyY = energyAtScale(y, 1);
  const normX = sourceScale * Math.sqrt(energyX);
  const normY = resultScale * Math.sqrt(energyY);
  const larger = Math.max(normX, normY);
  const magnitude = larger === 0 ? 1 : unitInterval(Math.min(normX, normY) / larger);
  return {
    preservation: {
      magnitude,
      energy: magnitude * magnitude,
      phase: larger === 0 ? 1 : phaseAgreement(x, y, space),
    },
    primeResonance: energyY === 0 ? 0 : unitInterval(orbitEnergy(y, space) / energyY),
  };
}

/**
 * (1 + S) / 2 with S = sum Re(conj X_f Y_f) / sum |X_f| |Y_f|.
 *
 * By Parseval the numerator is p <x, y>. The amplitudes come from Hartley coefficients: |X_f|^2 = p (H_f^2 + H_-f^2) / 2.
 */
function phaseAgreement(x: Float64Array, y: Float64Array, { p, hartley }: PrimeSpace): number {
  let inner = 0;
  let amplitudes = 0;
  for (let block = 0; block < x.length; block += p) {
    for (let k = 0; k < p; k++) inner += (x[block + k] as number) * (y[block + k] as number);
    for (let f = 0; 2 * f < p; f++) {
      const row = f * p;
      const mirror = (f === 0 ? 0 : p - f) * p;
      let x1 = 0;
      let x2 = 0;
      let y1 = 0;
      let y2 = 0;
      for (let k = 0; k < p; k++) {
        const h1 = hartley[row + k] as number;
        const h2 = hartley[mirror + k] as number;
        const xk = x[block + k] as number;
        const yk = y[block + k] as number;
        x1 += h1 * xk;
        x2 += h2 * xk;
        y1 += h1 * yk;
        y2 += h2 * yk;
      }
      const product = Math.sqrt((x1 * x1 + x2 * x2) * (y1 * y1 + y2 * y2));
      amplitudes += f === 0 ? product / 2 : product;
    }
  }
  if (amplitudes === 0) return 1 / 2;
  return unitInterval((1 + inner / amplitudes) / 2);
}

/** |P values|^2: every orbit contributes its sum squared over its length. */
function orbitEnergy(values: Float64Array, { p, orbits }: PrimeSpace): number {
  let energy = 0;
  for (let block = 0; block < values.length; block += p) {
    for (const orbit of orbits) {
      const sum = orbitSum(values, block, orbit);
      energy += (sum * sum) / orbit.length;
    }
  }
  return energy;
}
