/**
 * Solves A x = b for a symmetric positive definite A of order n whose entries vanish beyond `width` places off the diagonal.
 *
 * `band` has n rows of width + 1 numbers: band[i (width + 1) + d] = A_(i, i-d); entries left of the matrix are not read.
 * Cholesky factorisation without pivoting and two steps of iterative refinement, so the residual is at rounding level.
 * Neither argument is changed. Cost O(n width^2). A dense matrix is one of width n - 1.
 * Source: G. Golub and C. Van Loan, Matrix Computations, sections 4.3 (band Cholesky) and 3.5 (refinement).
 */
export function solveBanded(band: Float64Array, width: number, rightSide: Float64Array): Float64Array {
  const factor = factorise(band, width);
  const solution = Float64Array.from(rightSide);
  substitute(factor, width, solution);
  for (let step = 0; step < 2; step++) {
    const residual = residualOf(band, width, solution, rightSide);
    substitute(factor, width, residual);
    for (let i = 0; i < solution.length; i++) solution[i] = (solution[i] as number) + (residual[i] as number);
  }
  return solution;
}

/** L with A = L L^T in the layout of `band`; the diagonal holds the reciprocals, which is what substitution needs. */
function factorise(band: Float64Array, width: number): Float64Array {
  const stride = width + 1;
  const factor = Float64Array.from(band);
  for (let i = 0; i * stride < factor.length; i++) {
    const row = i * stride;
    for (let j = Math.max(0, i - width); j <= i; j++) {
      let sum = factor[row + i - j] as number;
      for (let k = Math.max(0, i - width); k < j; k++) {
        sum -= (factor[row + i - k] as number) * (factor[j * stride + j - k] as number);
      }
      factor[row + i - j] = j < i ? sum * (factor[j * stride] as number) : 1 / Math.sqrt(sum);
    }
  }
  return factor;
}

/** Replaces b by the solution of L L^T x = b. */
function substitute(factor: Float64Array, width: number, values: Float64Array): void {
  const stride = width + 1;
  const n = values.length;
  for (let i = 0; i < n; i++) {
    let sum = values[i] as number;
    for (let k = Math.max(0, i - width); k < i; k++)
      sum -= (factor[i * stride + i - k] as number) * (values[k] as number);
    values[i] = sum * (factor[i * stride] as number);
  }
  for (let i = n - 1; i >= 0; i--) {
    const value = (values[i] as number) * (factor[i * stride] as number);
    values[i] = value;
    for (let k = Math.max(0, i - width); k < i; k++) {
      values[k] = (values[k] as number) - (factor[i * stride + i - k] as number) * value;
    }
  }
}

function residualOf(band: Float64Array, width: number, solution: Float64Array, rightSide: Float64Array): Float64Array {
  const stride = width + 1;
  const residual = Float64Array.from(rightSide);
  for (let i = 0; i < residual.length; i++) {
    const xi = solution[i] as number;
    let sum = (band[i * stride] as number) * xi;
    for (let k = Math.max(0, i - width); k < i; k++) {
      const entry = band[i * stride + i - k] as number;
      sum += entry * (solution[k] as number);
      residual[k] = (residual[k] as number) - entry * xi;
    }
    residual[i] = (residual[i] as number) - sum;
  }
  return residual;
}
