import { wholeNumberOf } from "./values.ts";

/** Options of commands that write events as they arrive. */
export const watchOptions = {
  cursor: { value: "CURSOR", help: "that of the last line that was dealt with, or start (now)" },
  count: { value: "N", help: "ends after so many" },
} as const;

/** Returns where events begin, and after how many the command ends. @throws UsageError */
export function placeOf({
  cursor,
  count,
}: {
  readonly cursor?: string | undefined;
  readonly count?: string | undefined;
}) {
  const most = count === undefined ? Number.POSITIVE_INFINITY : wholeNumberOf("--count", count, 1);
  return { most, place: cursor === undefined ? {} : cursor === "start" ? { fromStart: true } : { cursor } };
}
