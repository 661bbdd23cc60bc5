/** Removes the components along orthonormal directions from a vector, one after the other, in place. */
export function removeComponents(vector: Float64Array, directions: readonly Float64Array[]): void {
  for (const direction of directions) {
    const component = vector.reduce((sum, entry, i) => sum + entry * (direction[i] as number), 0);
    direction.forEach((entry, i) => {
      vector[i] = (vector[i] as number) - component * entry;
    });
  }
}

/** Euclidean length, for vectors of moderate size. */
export function lengthOf(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, entry) => sum + entry * entry, 0));
}
