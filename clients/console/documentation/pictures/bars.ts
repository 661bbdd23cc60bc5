import { label, line, type Point } from "./svg.ts";

interface BarsOptions {
  /** Upper left corner of the bars. */
  readonly at: Point;
  readonly width: number;
  readonly height: number;
  /** Class of the bars. */
  readonly kind: string;
  /** Number that a bar of the whole height stands for. */
  readonly largest: number;
}

/** Draws numbers as bars over a line, each with its number; negative ones go below the line. */
export function bars(numbers: readonly number[], { at: [x, y], width, height, kind, largest }: BarsOptions): string[] {
  const step = width / numbers.length;
  const lowest = Math.min(0, ...numbers);
  const scale = height / (largest - lowest);
  const zero = y + largest * scale;
  const drawn = numbers.flatMap((number, index) => {
    const left = x + index * step;
    const length = Math.abs(number) * scale;
    const top = number >= 0 ? zero - length : zero;
    const rectangle = `<rect class="${kind}" x="${(left + step * 0.15).toFixed(1)}" y="${top.toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${length.toFixed(1)}" rx="2"/>`;
    return [
      rectangle,
      label([left + step / 2, number >= 0 ? top - 6 : top + length + 16], String(Number(number.toPrecision(3)))),
    ];
  });
  return [...drawn, line([x, zero], [x + width, zero], "axis")];
}
