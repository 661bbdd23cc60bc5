/** Largest amount, in minor units of any asset. */
export const amountMax = 10n ** 18n;

/** Largest absolute balance of an account: the range of a signed 64-bit column. */
export const balanceMax = 2n ** 63n - 1n;

/**
 * Parses a decimal such as "12.5" or the text of a number such as "1e-7" into minor units; undefined for any other text,
 * for one with a sign, and for a value that is not a whole number of minor units. Trailing zeros of a fraction are ignored.
 *
 * @param scale decimal places of the asset
 */
export function minorOf(text: string, scale: number): bigint | undefined {
  if (text.length > charactersMax) return undefined;
  const parts = numeral.exec(text);
  if (parts === null) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = parts;
  const significant = `${whole}${fraction}`.replace(/^0+/, "").replace(/0+$/, "");
  if (significant === "") return 0n;
  const trailingZeros = fraction.length - fraction.replace(/0+$/, "").length;
  const zerosOfWhole = trailingZeros === fraction.length ? whole.length - whole.replace(/0+$/, "").length : 0;
  const zeros = Number(exponent) + scale - fraction.length + trailingZeros + zerosOfWhole;
  if (zeros < 0 || zeros + significant.length > digitsMax) return undefined;
  return BigInt(significant + "0".repeat(zeros));
}

/** Formats minor units as the exact decimal without trailing zeros: "12.5", "-0.00000001", "0". Inverse of `minorOf`. */
export function decimalOf(minor: bigint, scale: number): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Returns the floating-point number nearest to the amount. */
export function numberOf(minor: bigint, scale: number): number {
  return Number(decimalOf(minor, scale));
}

/** Whether a request may move this amount. */
export function isAmount(minor: bigint): boolean {
  return minor > 0n && minor <= amountMax;
}

/** Whether an account can hold this balance, which may be negative. */
export function isBalance(minor: bigint): boolean {
  return minor <= balanceMax && minor >= -balanceMax;
}

const numeral = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const charactersMax = 128;

/** Far beyond every amount and rate; bounds the time to parse a text. */
const digitsMax = 40;
