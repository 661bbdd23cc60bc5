/** The most that one amount may be, in minor units of any asset. */
export const amountMax = 10n ** 18n;

/** The most that an account may hold, and less zero the least: what a signed column of 64 bits holds. */
export const balanceMax = 2n ** 63n - 1n;

/**
 * The minor units of a decimal such as "12.5" or of a number's text such as "1e-7"; undefined for any other text, for one
 * with a sign, and for a value that is no whole number of minor units. Zeros at the end of a fraction are no digits of it.
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

/** The exact decimal, without zeros at its end: "12.5", "-0.00000001", "0". The inverse of `minorOf`. */
export function decimalOf(minor: bigint, scale: number): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** The number that is nearest to the amount. */
export function numberOf(minor: bigint, scale: number): number {
  return Number(decimalOf(minor, scale));
}

/** Whether it can be the amount of a movement. */
export function isAmount(minor: bigint): boolean {
  return minor > 0n && minor <= amountMax;
}

/** Whether an account can hold it, below zero too. */
export function isBalance(minor: bigint): boolean {
  return minor <= balanceMax && minor >= -balanceMax;
}

const numeral = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const charactersMax = 128;

/** Far beyond every amount and rate, so that no text asks for a number that takes long. */
const digitsMax = 40;
