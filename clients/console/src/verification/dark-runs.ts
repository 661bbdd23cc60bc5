/** Returns the SVG path that fills the dark modules of a code, row by row. */
export function darkRuns(modules: readonly (readonly boolean[])[]): string {
  let path = "";
  for (const [y, row] of modules.entries()) {
    let x = 0;
    while (x < row.length) {
      const start = x;
      while (row[x] === true) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
      else x += 1;
    }
  }
  return path;
}
