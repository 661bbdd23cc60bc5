import type { GetUsageResponse } from "#contract/admin/v1/usage_pb.js";

/** Calls of one time step. */
interface Column {
  /** Seconds since 1970. */
  readonly start: number;
  readonly calls: number;
  readonly failed: number;
}

/** Sums the operations of each step, and adds steps without calls. */
export function columnsOf({ from, until, points }: GetUsageResponse, stepSeconds: number): readonly Column[] {
  const first = Math.floor(Number(from?.seconds ?? 0n) / stepSeconds) * stepSeconds;
  const count = Math.max(1, Math.ceil((Number(until?.seconds ?? 0n) - first) / stepSeconds));
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * stepSeconds;
    const inStep = points.filter((point) => Number(point.start?.seconds) === start);
    const failed = inStep.flatMap(({ failures, abandoned }) => [abandoned, ...failures.map(({ calls }) => calls)]);
    return { start, calls: sum(inStep.map(({ calls }) => calls)), failed: sum(failed) };
  });
}

function sum(numbers: readonly bigint[]): number {
  return Number(numbers.reduce((total, one) => total + one, 0n));
}
