export type Precision = "low" | "medium" | "high";

/**
 * The value rounded to 4 (low), 8 (medium) or 17 (high) significant decimal digits.
 *
 * Exactly Number(value.toPrecision(digits)): the nearest such decimal, a tie going to the larger magnitude, then the
 * nearest double. 17 digits distinguish all doubles, so `high` returns the value itself. -0 becomes 0; a value whose
 * rounding would overflow is kept. The function is idempotent. Integers are rounded like any other number; fields that
 * hold counts or indices are never passed here.
 */
export function significant(value: number, precision: Precision): number {
  if (precision === "high") return value + 0;
  const magnitude = Math.abs(value);
  const digits = precision === "low" ? 4 : 8;
  const rounded =
    magnitude >= 1e-13 && magnitude < 1e21 ? quickly(magnitude, digits) : byDecimalText(magnitude, digits);
  return value < 0 ? -rounded : rounded;
}

/** A new array with every value rounded by `significant`. */
export function significantAll(values: ArrayLike<number>, precision: Precision): number[] {
  const rounded = new Array<number>(values.length);
  for (let i = 0; i < values.length; i++) rounded[i] = significant(values[i] as number, precision);
  return rounded;
}

const powersOfTen = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * Rounds without the decimal text, but to the same double.
 *
 * Powers of ten up to 10^22 are exact doubles, so the error of the one multiplication or division below is at most
 * 10^8 2^-53 < 2e-8, and more than 1e-6 away from a tie the rounded integer is correct. It is below 2^53, so the last
 * line is one correctly rounded operation on exact operands, like parsing the text. A value that the first operation
 * rounds up to a power of ten is rounded up to it in the text as well.
 */
function quickly(magnitude: number, digits: number): number {
  const shift = digits - 1 - Math.floor(Math.log10(magnitude));
  const scaled = shifted(magnitude, shift);
  const whole = Math.floor(scaled);
  const fraction = scaled - whole;
  const inDecade = scaled >= (powersOfTen[digits - 1] as number) && scaled < (powersOfTen[digits] as number);
  if (!inDecade || Math.abs(fraction - 0.5) < 1e-6) return byDecimalText(magnitude, digits);
  return shifted(fraction > 0.5 ? whole + 1 : whole, -shift);
}

function shifted(value: number, decades: number): number {
  return decades < 0 ? value / (powersOfTen[-decades] as number) : value * (powersOfTen[decades] as number);
}

function byDecimalText(magnitude: number, digits: number): number {
  const rounded = Number(magnitude.toPrecision(digits));
  return Number.isFinite(rounded) ? rounded : magnitude;
}
