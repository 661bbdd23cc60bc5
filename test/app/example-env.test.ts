import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadConfig } from "../../server/app/config.ts";

const example = readFileSync("example.env", "utf8");
const names = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name as string);

test("every setting of example.env is one that the service reads", () => {
  const sources = globSync("server/**/config.ts").map((path) => readFileSync(path, "utf8"));
  const known = sources.flatMap((source) => [...source.matchAll(/\b([A-Z_]+): /g)].map(([, name]) => name));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test("a shell can source example.env, as it is and with its lines uncommented", () => {
  expect(loadConfig(sourced(example))).toEqual(loadConfig({}));
  // Settings that name files of an operator are left out.
  const active = example.replaceAll(/^#([A-Z_]+=)(?!.*\/etc\/)/gm, "$1");
  const { http, database } = loadConfig(sourced(active));
  expect(http.port).toBe(8080);
  expect(database.databaseServer).toBeDefined();
});

/** Returns the variables of a shell that has sourced the text. */
function sourced(text: string): Record<string, string> {
  const script = `set -a; eval "$1"; exec "$2" --print 'JSON.stringify(process.env)'`;
  const output = execFileSync("sh", ["-c", script, "sh", text, process.execPath], { encoding: "utf8", env: {} });
  return Object.fromEntries(
    Object.entries(JSON.parse(output) as Record<string, string>).filter(([name]) => names.includes(name)),
  );
}
