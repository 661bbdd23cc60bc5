/** Tells what each step of a walk took, which no test expects to be short. */
export function clock() {
  let lastMs = performance.now();
  const lines: string[] = [];
  return {
    step(name: string): void {
      const nowMs = performance.now();
      lines.push(`${((nowMs - lastMs) / 1000).toFixed(1).padStart(6)} s  ${name}\n`);
      lastMs = nowMs;
    },
    tell: () => void process.stdout.write(lines.join("")),
  };
}
