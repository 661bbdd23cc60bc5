const isTerminal = process.stdout.isTTY === true;
const isColourful = isTerminal && (process.env["NO_COLOR"] ?? "") === "";
const barCells = 32;
const redrawMs = 80;

export function say(text = ""): void {
  process.stdout.write(`${text}\n`);
}

/** Formats the heading of a table. */
export function heading(text: string): string {
  return isColourful ? `\u001b[1m${text}\u001b[22m` : text;
}

/** Formats rows in columns: the first aligned left, the others right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? "").length)));
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("   ");
  return rows.map((row, i) => (i === 0 ? heading(line(row)) : line(row))).join("\n");
}

/** Returns a function that shows the progress of calls, on terminals only. */
export function progressBar(total: number): (done: number) => void {
  let drawnAtMs = 0;
  return (done) => {
    const nowMs = performance.now();
    if (!isTerminal || (done < total && nowMs - drawnAtMs < redrawMs)) return;
    drawnAtMs = nowMs;
    const full = Math.round((barCells * done) / total);
    const bar = "█".repeat(full) + "░".repeat(barCells - full);
    process.stdout.write(`\r${isColourful ? `\u001b[36m${bar}\u001b[39m` : bar} ${done} of ${total} calls`);
  };
}

/** Removes the progress bar. */
export function clearProgress(): void {
  if (isTerminal) process.stdout.write("\r\u001b[2K");
}
