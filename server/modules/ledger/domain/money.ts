/** Largest amount, in minor units of any asset. */
export const amountMax = 10n ** 18n;

/** Largest absolute balance of an account: the range of a signed 64-bit column. */
export const balanceMax = 2n ** 63n - 1n;
const balanceMin = -balanceMax;

/**
 * Parses a decimal such as "12.5" into minor units; undefined for any other text, such as one with a sign or an exponent,
 * and for a value that is not a whole number of minor units. Trailing zeros of a fraction are ignored.
 *
 * @param scale decimal places of the asset
 */
export function minorOf(text: string, scale: number): bigint | undefined {
  return decimal.test(text) ? minorOfNumeral(text, scale) : undefined;
}

/** Does the same for a numeral that may have an exponent, such as the text of a number or "1e-7". */
export function minorOfNumeral(text: string, scale: number): bigint | undefined {
  const read = readNumeral(text);
  if (read === undefined) return undefined;
  const zeros = read.exponent + scale;
  if (read.digits === 0n) return 0n;
  if (zeros < 0 || zeros + String(read.digits).length > digitsMax) return undefined;
  return read.digits * 10n ** BigInt(zeros);
}

/**
 * Converts a number into minor units: its shortest decimal, or if that has too many decimal places, the nearest one that
 * differs by at most one part in 10^12, so that 0.1 + 0.2 is 0.3. Undefined if there is none, as for 1/3.
 */
export function minorOfNumber(value: number, scale: number): bigint | undefined {
  const exact = minorOfNumeral(String(value), scale);
  const read = exact === undefined ? readNumeral(String(value)) : undefined;
  if (read === undefined || read.exponent + scale >= 0) return exact;
  const divisor = 10n ** BigInt(-read.exponent - scale);
  const rounded = (read.digits + divisor / 2n) / divisor;
  const difference = rounded * divisor - read.digits;
  return (difference < 0n ? -difference : difference) * toleranceParts <= read.digits ? rounded : undefined;
}

/** Parses an amount in JSON: a decimal text, or a number. */
export function minorOfValue(value: string | number, scale: number): bigint | undefined {
  return typeof value === "number" ? minorOfNumber(value, scale) : minorOf(value, scale);
}

/** Splits a numeral into its value, `digits * 10^exponent`, without trailing zeros. */
function readNumeral(text: string): { readonly digits: bigint; readonly exponent: number } | undefined {
  const parts = text.length > charactersMax ? null : numeral.exec(text);
  if (parts === null) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = parts;
  const significant = `${whole}${fraction}`.replace(/0+$/, "");
  const dropped = whole.length + fraction.length - significant.length;
  return { digits: BigInt(significant), exponent: Number(exponent) - fraction.length + dropped };
}

/** Formats minor units as the exact decimal without trailing zeros: "12.5", "-0.00000001", "0". Inverse of `minorOf`. */
export function decimalOf(minor: bigint, scale: number): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits[end - 1] === "0") end--;
  const whole = digits.slice(0, point);
  return end === point ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(point, end)}`;
}

/** Returns the floating-point number nearest to the amount. */
export function numberOf(minor: bigint, scale: number): number {
  const number = Number(minor);
  const power = powersOfTen[scale];
  // The quotient of two exact numbers is the nearest one, and takes a fraction of the time of a text.
  if (Number.isSafeInteger(number) && power !== undefined) return number / power;
  return Number(decimalOf(minor, scale));
}

/** The powers of ten that a floating-point number holds exactly. */
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Whether a request may move this amount. */
export function isAmount(minor: bigint): boolean {
  return minor > 0n && minor <= amountMax;
}

/** Whether an account can hold this balance, which may be negative. */
export function isBalance(minor: bigint): boolean {
  return minor <= balanceMax && minor >= balanceMin;
}

/** Reciprocal of the largest relative change of an amount by rounding. */
const toleranceParts = 10n ** 12n;

const decimal = /^(0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const numeral = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const charactersMax = 128;

/** Far beyond every amount and rate; bounds the time to parse a text. */
const digitsMax = 40;
