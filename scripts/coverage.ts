/**
 * `npm run coverage`, after the tests: prints the coverage of each area of the server and of the client, from the
 * summary that Vitest wrote. Code that tests run in other processes is not counted.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";

type Metric = "lines" | "branches" | "functions";
type Counts = Readonly<Record<Metric, { readonly total: number; readonly covered: number }>>;

const metrics: readonly Metric[] = ["lines", "branches", "functions"];

/** Adds up the files of each area: a folder of the server or of its modules and transports, or a client. */
export function coverageByArea(files: Readonly<Record<string, Counts>>, root: string): Map<string, Counts> {
  const areas = new Map<string, Counts>();
  for (const [path, counts] of Object.entries(files)) {
    if (path === "total") continue;
    const area = areaOf(relative(root, path));
    const others = areas.get(area);
    areas.set(area, others === undefined ? counts : sum(counts, others));
  }
  return new Map([...areas].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function areaOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  return folders.slice(0, /^(modules|transports)$/.test(folders[1] ?? "") ? 3 : 2).join("/");
}

function sum(one: Counts, other: Counts): Counts {
  const added = (metric: Metric) => ({
    total: one[metric].total + other[metric].total,
    covered: one[metric].covered + other[metric].covered,
  });
  return { lines: added("lines"), branches: added("branches"), functions: added("functions") };
}

function main(): void {
  const files = JSON.parse(readFileSync(".coverage/coverage-summary.json", "utf8")) as Record<string, Counts>;
  const areas = coverageByArea(files, process.cwd());
  const all = [...areas.values()].reduce(sum);
  const row = (name: string, counts: Counts) =>
    `${name.padEnd(28)}${metrics.map((metric) => share(counts[metric]).padStart(11)).join("")}\n`;
  process.stdout.write(`${"area".padEnd(28)}${metrics.map((metric) => metric.padStart(11)).join("")}\n`);
  for (const [area, counts] of areas) process.stdout.write(row(area, counts));
  process.stdout.write(row("all", all));
}

function share({ total, covered }: { readonly total: number; readonly covered: number }): string {
  return total === 0 ? "-" : `${((100 * covered) / total).toFixed(1)} %`;
}

if (import.meta.main) main();
