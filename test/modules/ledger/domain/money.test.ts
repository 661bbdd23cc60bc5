import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  amountMax,
  decimalOf,
  isAmount,
  isBalance,
  minorOf,
  minorOfNumber,
  minorOfNumeral,
  minorOfValue,
  numberOf,
} from "../../../../server/modules/ledger/domain/money.ts";
import { law } from "../../../support/laws/law.ts";

const anyScale = fc.integer({ min: 0, max: 18 });
const anyMinor = fc.oneof(
  fc.bigInt({ min: 0n, max: amountMax }),
  fc.bigInt({ min: 0n, max: 1000n }),
  fc.integer({ min: 0, max: 18 }).map((exponent) => 10n ** BigInt(exponent)),
);

describe("an amount", () => {
  law("is read back from its decimal", fc.tuple(anyMinor, anyScale), ([minor, scale]) => {
    expect(minorOf(decimalOf(minor, scale), scale)).toBe(minor);
  });

  // Below and above what a double counts exactly, of either sign.
  const anyBalance = fc.oneof(anyMinor, fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }));
  const signed = fc.tuple(anyBalance, fc.constantFrom(1n, -1n), anyScale);
  law("has the number that is nearest to its decimal", signed, ([minor, sign, scale]) => {
    expect(numberOf(sign * minor, scale)).toBe(Number(decimalOf(sign * minor, scale)));
  });

  const spelling = fc.record({
    minor: anyMinor,
    scale: anyScale,
    shift: fc.integer({ min: -40, max: 40 }),
    zeros: fc.integer({ min: 0, max: 5 }),
    letter: fc.constantFrom("e", "E"),
    plus: fc.constantFrom("", "+"),
    exponentZeros: fc.constantFrom("", "0", "000"),
  });

  law("is read from every notation with an exponent, as a numeral only", spelling, (chosen) => {
    const { minor, scale, shift, zeros, letter, plus, exponentZeros } = chosen;
    const places = scale + shift;
    const mantissa = places >= 0 ? decimalOf(minor, places) : String(minor * 10n ** BigInt(-places));
    const padded = mantissa + (mantissa.includes(".") ? "" : zeros > 0 ? "." : "") + "0".repeat(zeros);
    const exponent = shift < 0 ? `-${exponentZeros}${-shift}` : `${plus}${exponentZeros}${shift}`;
    // The text has the value `minor` times 10^-scale: its exponent undoes the shift of its decimal point.
    const text = `${padded}${letter}${exponent}`;
    expect(typeof JSON.parse(text)).toBe("number");
    expect(minorOfNumeral(text, scale)).toBe(minor);
    expect(minorOf(text, scale)).toBeUndefined();
  });

  const anyCents = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  law("is read exactly from a number of up to 15 digits", fc.tuple(anyCents, anyScale), ([minor, scale]) => {
    const text = decimalOf(BigInt(minor), scale);
    // A double keeps 15 decimal digits.
    fc.pre(text.replace(".", "").length <= 15);
    expect(minorOfNumber(JSON.parse(text), scale)).toBe(BigInt(minor));
    expect(minorOfNumber(numberOf(BigInt(minor), scale), scale)).toBe(BigInt(minor));
  });

  law("with a digit beyond its scale is refused", fc.tuple(anyMinor, anyScale), ([minor, scale]) => {
    fc.pre(minor % 10n !== 0n);
    expect(minorOf(decimalOf(minor, scale + 1), scale)).toBeUndefined();
  });

  law("is read from no other text", fc.tuple(fc.string({ maxLength: 12 }), anyScale), ([text, scale]) => {
    fc.pre(!/^[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/i.test(text));
    expect(minorOf(text, scale)).toBeUndefined();
    expect(minorOfNumeral(text, scale)).toBeUndefined();
  });

  /** Sums of decimals, as a program adds them. */
  const sum = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 2, maxLength: 20 });
  law("is read from a sum of numbers despite floating-point noise", fc.tuple(sum, anyScale), ([parts, scale]) => {
    const numbers = parts.map((part) => numberOf(BigInt(part), scale));
    const exact = parts.reduce((total, part) => total + BigInt(part), 0n);
    expect(
      minorOfNumber(
        numbers.reduce((total, part) => total + part, 0),
        scale,
      ),
    ).toBe(exact);
  });

  const anyNumber = fc.double({ min: 1e-20, max: 1e20, noNaN: true });
  law("is never more than one part in 10^12 off its number", fc.tuple(anyNumber, anyScale), ([value, scale]) => {
    const minor = minorOfNumber(value, scale);
    // Computed with 40 decimal places, which hold every digit of the shortest text.
    const [read, exact] = [(minor ?? 0n) * 10n ** BigInt(40 - scale), minorOfNumeral(String(value), 40)];
    fc.pre(exact !== undefined);
    const off = read > (exact ?? 0n) ? read - (exact ?? 0n) : (exact ?? 0n) - read;
    if (minor !== undefined) expect(off * 10n ** 12n).toBeLessThanOrEqual(exact ?? 0n);
  });

  it.each([
    "",
    " ",
    "-1",
    "+1",
    "-0",
    "NaN",
    "Infinity",
    "1e400",
    ".5",
    "5.",
    "01",
    "00.1",
    "0x10",
    "1_000",
    "1,5",
    " 1",
    "1 ",
    "1\n",
    "1e",
    "1e+",
    "e5",
    "1.2.3",
    "1e1e1",
    "1e1.5",
    "0b1",
    "1n",
    "\u0661",
    "\uff11",
    "1\u0000",
    "0.000000001",
    "1e-9",
    "1".repeat(129),
    `0.${"0".repeat(200)}1`,
    "1e99999999999999999999",
    `1.${"0".repeat(127)}`,
    "1e33",
    "9".repeat(33),
    "1e-400",
  ])("is not %j", (text) => {
    expect(minorOf(text, 8)).toBeUndefined();
    expect(minorOfNumeral(text, 8)).toBeUndefined();
  });

  it.each([
    ["0", 8, 0n],
    ["0.0", 0, 0n],
    ["0e400", 8, 0n],
    ["0.00000001", 8, 1n],
    ["1e-8", 8, 1n],
    ["100e-2", 0, 1n],
    ["1.10", 1, 11n],
    ["1.5e3", 0, 1500n],
    ["10000000000", 8, amountMax],
    ["10000000000.00000001", 8, amountMax + 1n],
    ["1e6", 12, amountMax],
    [`1.${"0".repeat(126)}`, 8, 10n ** 8n],
    ["1e31", 8, 10n ** 39n],
    ["9".repeat(32), 8, 10n ** 40n - 10n ** 8n],
    [String(5e-7), 8, 50n],
    [String(1e21), 0, 10n ** 21n],
    [String(0.1), 8, 10_000_000n],
    [String(123456.789), 8, 12_345_678_900_000n],
  ])("%s at scale %i is %s minor units", (text, scale, minor) => {
    expect(minorOfNumeral(text, scale)).toBe(minor);
    expect(minorOf(text, scale)).toBe(/e/i.test(text) ? undefined : minor);
  });

  it.each<[number, number, bigint | undefined]>([
    [0.1 + 0.2, 8, 30_000_000n],
    [0.1 + 0.2, 17, 30_000_000_000_000_004n],
    [1.15 * 3, 2, 345n],
    [1 / 3, 8, undefined],
    [2 / 3, 2, undefined],
    [1e-9, 8, undefined],
    [0.010000000001, 8, undefined],
    [1.000000000001, 8, 10n ** 8n],
    [1.0000000000011, 8, undefined],
    [123456789.12, 0, undefined],
    [Number.MIN_VALUE, 12, undefined],
    [Number.MAX_VALUE, 0, undefined],
    [-0.1, 8, undefined],
    [Number.NaN, 8, undefined],
    [Number.POSITIVE_INFINITY, 8, undefined],
    [0, 8, 0n],
    [2 ** 53 + 2, 0, 2n ** 53n + 2n],
  ])("%d at scale %i is %s minor units", (value, scale, minor) => {
    expect(minorOfNumber(value, scale)).toBe(minor);
  });

  it("is rounded from a number, and not from a text", () => {
    expect([minorOfValue(0.1 + 0.2, 8), minorOfValue(String(0.1 + 0.2), 8)]).toEqual([30_000_000n, undefined]);
    expect([minorOfValue(1e-7, 8), minorOfValue("1e-7", 8), minorOfValue("0.5", 8)]).toEqual([
      10n,
      undefined,
      5n * 10n ** 7n,
    ]);
  });

  it("is above zero and at most the maximum", () => {
    expect([-1n, 0n, 1n, amountMax, amountMax + 1n].map(isAmount)).toEqual([false, false, true, true, false]);
  });

  it("of zero is written without a sign, and trailing zeros are dropped", () => {
    expect([decimalOf(0n, 8), decimalOf(0n, 0), decimalOf(100n, 2), decimalOf(120n, 2)]).toEqual([
      "0",
      "0",
      "1",
      "1.2",
    ]);
  });

  it("below zero is written with a sign", () => {
    expect([decimalOf(-1n, 8), decimalOf(-150n, 2), decimalOf(-7n, 0)]).toEqual(["-0.00000001", "-1.5", "-7"]);
  });
});

describe("a balance", () => {
  it("fits a signed column of 64 bits", () => {
    const most = 2n ** 63n - 1n;
    expect([most, most + 1n, -most, -most - 1n, 0n].map(isBalance)).toEqual([true, false, true, false, true]);
  });
});
