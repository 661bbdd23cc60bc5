import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { withHiddenSigns } from "../console/src/ui/in-sight.ts";

/** Formats one line for each member: its label, padded to a width, and its value. */
export function labelled(members: object, width = 12): string {
  return lines(
    Object.entries(members).map(
      ([label, value]) => `${printable(label).padEnd(width)} ${printable(String(value ?? "-"))}`,
    ),
  );
}

/** Ends each line with a line feed. */
export function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}

export function moment(timestamp: Timestamp | undefined): string | null {
  return timestamp === undefined ? null : timestampDate(timestamp).toISOString();
}

/** Escapes characters that are invisible, control the terminal, or change the direction of the text around them. */
export function printable(text: string): string {
  return withHiddenSigns(text, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/** Writes JSON with the same characters escaped. */
export function jsonText(value: unknown, indent?: number): string {
  return withHiddenSigns(JSON.stringify(value, null, indent), (sign) => (sign === "\n" ? sign : escaped(sign)));
}

function escaped(sign: string): string {
  return sign
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** Formats rows below their column names: the members of all rows, padded to the longest cell. "none" without rows. */
export function table(rows: readonly Readonly<Record<string, string>>[]): string {
  if (rows.length === 0) return "none\n";
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns.map(printable), ...rows.map((row) => columns.map((column) => printable(row[column] || "-")))];
  const widths = columns.map((_, place) => Math.max(...cells.map((row) => row[place]?.length ?? 0)));
  return lines(
    cells.map((row) =>
      row
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join("  ")
        .trimEnd(),
    ),
  );
}
