import type { Timestamp } from "@bufbuild/protobuf/wkt";

const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** Shows a moment in the reader's time zone; empty if there is none. */
export function Time({ at }: { readonly at: Timestamp | undefined }) {
  if (at === undefined) return null;
  const date = new Date(Number(at.seconds) * 1_000 + at.nanos / 1e6);
  return <time dateTime={date.toISOString()}>{format.format(date)}</time>;
}
