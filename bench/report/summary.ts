/** Says how many of the rows of the table of targets are reached, and names the others. */
export function summaryOf(targetRows: readonly string[]): string {
  const missed = targetRows
    .map((row) => row.slice(2, -2).split(" | "))
    .filter(([, , , reached = ""]) => reached.startsWith("**no**"));
  const named = missed.map(([what, figure]) => `${what}, ${figure}`).join("; ");
  return `The medians reach ${targetRows.length - missed.length} of ${targetRows.length} targets${
    missed.length === 0 ? "." : `. Not reached: ${named}.`
  } If rounds disagree about a target, another run may have a different result.`;
}
