import { Fault } from "../../../core/fault.ts";
import { magnitudeMax } from "./scale.ts";

/**
 * Refuses the first number that is not finite or larger than 1e300 in magnitude.
 *
 * `path` is the array's name in the request; the fault names `path[i]`.
 * Faults: PARAMETER_INVALID with the legal range.
 */
export function requireLegalNumbers(values: ArrayLike<number>, path: string): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    // The negated comparison refuses NaN too.
    if (!(Math.abs(value) <= magnitudeMax)) {
      throw new Fault("PARAMETER_INVALID", `${path}[${i}] must be a finite number between -1e300 and 1e300.`, {
        parameter: `${path}[${i}]`,
        provided: value,
        validRange: [-magnitudeMax, magnitudeMax],
      });
    }
  }
}

/**
 * Refuses a sequence that is empty or longer than `lengthMax` numbers.
 * Faults: PARAMETER_INVALID `path` with the legal lengths.
 */
export function requireLength(values: ArrayLike<number>, path: string, lengthMax: number): void {
  if (values.length < 1 || values.length > lengthMax) {
    throw new Fault("PARAMETER_INVALID", `${path} must have 1 to ${lengthMax} numbers, not ${values.length}.`, {
      parameter: path,
      provided: values,
      validRange: [1, lengthMax],
    });
  }
}

/**
 * Checks a result: legal input always gives finite numbers, so any other number is a bug.
 * Faults: TRANSFORMATION_ERROR.
 */
export function requireFiniteResult(values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      throw new Fault("TRANSFORMATION_ERROR", "The result is not finite; the input is legal but was not handled.");
    }
  }
}
