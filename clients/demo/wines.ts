import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The measured wines. */
export interface Wines {
  /** 13 numbers per wine, all positive, each column in its own unit. */
  readonly measured: readonly (readonly number[])[];
  /** The same with columns of mean 0 and standard deviation 1. */
  readonly standardised: readonly (readonly number[])[];
  /** Ratio of the largest to the smallest standard deviation of the measured columns. */
  readonly spread: number;
}

/** Reads `wine.csv`. Columns are standardised because proline, in the hundreds, would dominate the others. */
export function readWines(): Wines {
  const [head = "", ...lines] = readFileSync(join(import.meta.dirname, "wine.csv"), "utf8")
    .trim()
    .split("\n");
  const [count, width] = head.split(",").map(Number);
  const measured = lines.map((line) => line.split(",").slice(0, width).map(Number));
  if (measured.length !== count || !measured.every((row) => row.length === width && row.every(Number.isFinite))) {
    throw new Error("wine.csv is not as its first line says");
  }
  const columns = Array.from({ length: width ?? 0 }, (_, i) => measured.map((row) => row[i] as number));
  const centres = columns.map(mean);
  const deviations = columns.map((column, i) => Math.sqrt(mean(column.map((x) => (x - (centres[i] as number)) ** 2))));
  return {
    measured,
    standardised: measured.map((row) => row.map((x, i) => (x - (centres[i] as number)) / (deviations[i] as number))),
    spread: Math.max(...deviations) / Math.min(...deviations),
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** |actual - expected| / |expected|, in Euclidean norms. */
export function relativeError(actual: readonly number[], expected: readonly number[]): number {
  return Math.hypot(...expected.map((value, i) => (actual[i] as number) - value)) / Math.hypot(...expected);
}
