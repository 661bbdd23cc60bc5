export type PrimeSpaceName = "R7" | "R11" | "R13";

/** Tables of the field Z/p for one prime p. Matrices are p x p, row by row. */
export interface PrimeSpace {
  readonly name: PrimeSpaceName;
  readonly p: number;
  /** cas(2 pi j k / p) / sqrt p with cas = cos + sin: orthogonal, symmetric, its own inverse. */
  readonly hartley: Float64Array;
  /** k^-1 mod p for k = 1..p-1, and 0 for 0. */
  readonly reciprocal: Uint8Array;
  /** The cycles of k -> 10 k mod p, each from its smallest member, in ascending order of these. */
  readonly orbits: readonly (readonly number[])[];
}

/**
 * The three prime reciprocal spaces.
 *
 * The orbits of multiplication by 10 are the digit cycles of the decimal expansions j/p: {0} and one cycle of six for
 * p = 7 (1/7 = 0.142857...), {0} and the pairs {k, 11 - k} for p = 11, {0} and two cycles of six for p = 13.
 * Sources: R. Bracewell, Discrete Hartley transform, JOSA 73 (1983); Hardy and Wright, Theory of Numbers, chapter 9.
 */
export const primeSpaces: Readonly<Record<PrimeSpaceName, PrimeSpace>> = {
  R7: primeSpace("R7", 7),
  R11: primeSpace("R11", 11),
  R13: primeSpace("R13", 13),
};

/** Sum of the block's entries along one orbit. */
export function orbitSum(values: Float64Array, block: number, orbit: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < orbit.length; i++) sum += values[block + (orbit[i] as number)] as number;
  return sum;
}

function primeSpace(name: PrimeSpaceName, p: number): PrimeSpace {
  const hartley = new Float64Array(p * p);
  const reciprocal = new Uint8Array(p);
  for (let j = 0; j < p; j++) {
    for (let k = 0; k < p; k++) {
      // The residue keeps the angle small, which keeps the table symmetric and accurate.
      const angle = (2 * Math.PI * ((j * k) % p)) / p;
      hartley[j * p + k] = (Math.cos(angle) + Math.sin(angle)) / Math.sqrt(p);
      if ((j * k) % p === 1) reciprocal[j] = k;
    }
  }
  return { name, p, hartley, reciprocal, orbits: decimalOrbits(p) };
}

function decimalOrbits(p: number): number[][] {
  const seen = new Set<number>();
  const orbits: number[][] = [];
  for (let start = 0; start < p; start++) {
    const orbit: number[] = [];
    for (let k = start; !seen.has(k); k = (10 * k) % p) {
      seen.add(k);
      orbit.push(k);
    }
    if (orbit.length > 0) orbits.push(orbit);
  }
  return orbits;
}
