import { Fault } from "../fault.ts";

/** Index of the first value outside [minimum, maximum] or not a number; -1 when there is none. */
export function firstOutside(values: ArrayLike<number>, minimum: number, maximum: number): number {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!(value >= minimum && value <= maximum)) return i;
  }
  return -1;
}

/**
 * Refuses an array that holds anything but finite numbers in [minimum, maximum].
 *
 * `path` is the array's path in the request, such as `data` or `data.vertices[2]`.
 * Faults: PARAMETER_INVALID with the path of the first such element, its value and the range.
 */
export function requireWithin(values: ArrayLike<number>, path: string, minimum: number, maximum: number): void {
  const index = firstOutside(values, minimum, maximum);
  if (index >= 0) throw outside(`${path}[${index}]`, values[index], minimum, maximum);
}

/** `requireWithin` for every row of a matrix; the path of an element is `path[row][column]`. */
export function requireRowsWithin(
  rows: ArrayLike<ArrayLike<number>>,
  path: string,
  minimum: number,
  maximum: number,
): void {
  for (let row = 0; row < rows.length; row++) {
    const values = rows[row] as ArrayLike<number>;
    const column = firstOutside(values, minimum, maximum);
    if (column >= 0) throw outside(`${path}[${row}][${column}]`, values[column], minimum, maximum);
  }
}

/**
 * The last guard of an operation: results are finite numbers. The bounds on the input make a failure unreachable.
 * Faults: TRANSFORMATION_ERROR.
 */
export function requireFiniteResult(values: ArrayLike<number>): void {
  if (firstOutside(values, -Number.MAX_VALUE, Number.MAX_VALUE) < 0) return;
  throw new Fault("TRANSFORMATION_ERROR", "The result cannot be represented as finite numbers.");
}

function outside(parameter: string, provided: unknown, minimum: number, maximum: number): Fault {
  return new Fault("PARAMETER_INVALID", `${parameter} must be a finite number from ${minimum} to ${maximum}.`, {
    parameter,
    provided,
    validRange: [minimum, maximum],
  });
}
