import { readFileSync } from "node:fs";

/** Numbers of the table in docs/sdks.md by their names: times in ms, parts and counts. */
const numbers = new Map(
  [...readFileSync("docs/sdks.md", "utf8").matchAll(/^\| ([a-z -]+?) +\| (\d+)(?:\/(\d+))?( s)? +\|/gm)].map(
    ([, name, value, part = "1", unit]) => [name, (Number(value) / Number(part)) * (unit === undefined ? 1 : 1_000)],
  ),
);

/** Returns a number that all SDKs share. Times are in ms. */
export function numberOf(name: string): number {
  const value = numbers.get(name);
  if (value === undefined) throw new Error(`docs/sdks.md has no number named ${name}`);
  return value;
}
