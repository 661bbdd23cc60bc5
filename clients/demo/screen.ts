const isTerminal = process.stdout.isTTY === true;
const isColourful = isTerminal && (process.env["NO_COLOR"] ?? "") === "";
const barCells = 32;
const redrawMs = 80;

let drawnAtMs = 0;

export function say(text = ""): void {
  process.stdout.write(`${text}\n`);
}

/** A line above a table. */
export function heading(text: string): string {
  return isColourful ? `\u001b[1m${text}\u001b[22m` : text;
}

/** Rows of cells in columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? "").length)));
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("   ");
  return rows.map((row, i) => (i === 0 ? heading(line(row)) : line(row))).join("\n");
}

/** Shows how far the work has come, on terminals only: elsewhere the lines of `say` are enough. */
export function showProgress(done: number, total: number): void {
  const nowMs = performance.now();
  if (!isTerminal || (done < total && nowMs - drawnAtMs < redrawMs)) return;
  drawnAtMs = nowMs;
  const full = Math.round((barCells * done) / total);
  const bar = "█".repeat(full) + "░".repeat(barCells - full);
  process.stdout.write(`\r${isColourful ? `\u001b[36m${bar}\u001b[39m` : bar} ${done} of ${total} calls`);
}

/** Takes the progress bar away. */
export function clearProgress(): void {
  if (isTerminal) process.stdout.write("\r\u001b[2K");
}
