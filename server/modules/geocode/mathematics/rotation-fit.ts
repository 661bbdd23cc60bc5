/**
 * The proper rotation R (3 x 3, row by row) with the least sum of |q_k - R p_k|^2.
 *
 * `points` and `goals` hold x0, y0, z0, x1, ..., centred at the origin; p_k is point k and q_k is goal order[k]. R is
 * the rotation of a unit quaternion, the eigenvector of the largest eigenvalue of Horn's symmetric 4 x 4 matrix,
 * orthogonal to 1e-15 for any input. If several rotations are best, R is one of them.
 * Source: B. Horn, Closed-form solution of absolute orientation using unit quaternions, JOSA A 4 (1987).
 */
export function fitRotation(points: Float64Array, goals: Float64Array, order: readonly number[]): Float64Array {
  const moments = new Float64Array(9);
  for (let k = 0; k < order.length; k++) {
    const goal = 3 * (order[k] as number);
    for (let entry = 0; entry < 9; entry++) {
      const product = (points[3 * k + Math.floor(entry / 3)] as number) * (goals[goal + (entry % 3)] as number);
      moments[entry] = (moments[entry] as number) + product;
    }
  }
  return rotationOf(dominantEigenvector(hornMatrix(moments)));
}

/** Horn's matrix for the sums of p_a q_b, given row by row (a outer). */
function hornMatrix(moments: Float64Array): Float64Array {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = moments as Iterable<number> as Nine;
  return Float64Array.of(
    ...[xx + yy + zz, yz - zy, zx - xz, xy - yx],
    ...[yz - zy, xx - yy - zz, xy + yx, zx + xz],
    ...[zx - xz, xy + yx, yy - xx - zz, yz + zy],
    ...[xy - yx, zx + xz, yz + zy, zz - xx - yy],
  );
}

type Nine = [number, number, number, number, number, number, number, number, number];
type Quaternion = [w: number, x: number, y: number, z: number];

function rotationOf([w, x, y, z]: Quaternion): Float64Array {
  return Float64Array.of(
    ...[w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
  );
}

/** Unit eigenvector of the largest eigenvalue of a symmetric 4 x 4 matrix, by cyclic Jacobi rotations; overwrites it. */
function dominantEigenvector(matrix: Float64Array): Quaternion {
  const vectors = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  // Convergence is quadratic: the sixth sweep already changes nothing.
  for (let sweep = 0; sweep < 10; sweep++) {
    let turned = false;
    for (let p = 0; p < 3; p++) {
      for (let q = p + 1; q < 4; q++) turned = annihilate(matrix, vectors, p, q) || turned;
    }
    if (!turned) break;
  }
  let best = 0;
  for (let k = 1; k < 4; k++) if ((matrix[5 * k] as number) > (matrix[5 * best] as number)) best = k;
  const [w, x, y, z] = [0, 4, 8, 12].map((row) => vectors[row + best]) as Quaternion;
  const length = Math.sqrt(w * w + x * x + y * y + z * z);
  return [w / length, x / length, y / length, z / length];
}

/** One Jacobi rotation that makes the entry (p, q) vanish; false when it is already negligible. */
function annihilate(matrix: Float64Array, vectors: Float64Array, p: number, q: number): boolean {
  const off = matrix[4 * p + q] as number;
  const first = matrix[5 * p] as number;
  const second = matrix[5 * q] as number;
  if (Math.abs(off) <= 1e-17 * (Math.abs(first) + Math.abs(second))) return false;
  const ratio = (second - first) / (2 * off);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < 4; k++) turn(matrix, 4 * k + p, 4 * k + q, cosine, sine);
  for (let k = 0; k < 4; k++) turn(matrix, 4 * p + k, 4 * q + k, cosine, sine);
  for (let k = 0; k < 4; k++) turn(vectors, 4 * k + p, 4 * k + q, cosine, sine);
  return true;
}

function turn(values: Float64Array, i: number, j: number, cosine: number, sine: number): void {
  const first = values[i] as number;
  const second = values[j] as number;
  values[i] = cosine * first - sine * second;
  values[j] = sine * first + cosine * second;
}
