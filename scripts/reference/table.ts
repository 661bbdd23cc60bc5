/** Formats a table in Markdown, without a line break after its last row. */
export function table(head: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n");
}

/** Formats text as code. */
export function code(text: string): string {
  return `\`${text}\``;
}
