/** Returns the orbits of the residues of a prime under multiplication by ten, which are the periods of its decimal fractions. */
export function orbitsOf(prime: number): readonly (readonly number[])[] {
  const orbits: number[][] = [];
  const seen = new Set<number>();
  for (let start = 0; start < prime; start += 1) {
    if (seen.has(start)) continue;
    const orbit: number[] = [];
    for (let residue = start; !seen.has(residue); residue = (residue * 10) % prime) {
      seen.add(residue);
      orbit.push(residue);
    }
    orbits.push(orbit);
  }
  return orbits;
}
