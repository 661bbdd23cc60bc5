/**
 * `node scripts/kept/before.ts PLAN`: plans which slow tests run, writes the trees of those that run in one, and tells which
 * have passed for the same inputs. With `FULL=1` all run.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, writeFileSync } from "node:fs";
import { type Area, areas } from "./areas.ts";
import { cacheFolder } from "./cache-folder.ts";
import { filesOf, inputsOf, surroundingsOf } from "./inputs.ts";
import { planOf } from "./plan.ts";
import { Results } from "./results.ts";
import { writeTree } from "./tree.ts";

const [place = ""] = process.argv.slice(2);
const surroundings = surroundingsOf(process.env);
const results = new Results(cacheFolder);
const checkout = createHash("sha256").update(process.cwd()).digest("hex").slice(0, 8);
const plan = planOf(globSync("test/**/*.test.ts").toSorted(), areas, {
  inputsOf: (area) => inputsOf(area, surroundings),
  rootOf: ({ name, absent }) => (absent === undefined ? process.cwd() : `${cacheFolder}/trees-${checkout}/${name}`),
  find: (inputs, file) => (process.env["FULL"] === "1" ? undefined : results.find(inputs, file)),
});
for (const { area: name, inputs, root } of plan.parts) {
  const area = areas.find((one) => one.name === name) as Area;
  if (root !== process.cwd()) writeTree(filesOf(area), root);
  if (inputsOf(area, surroundings) !== inputs) throw new Error("files have changed meanwhile: run it again");
  const build = "clients/console/build.ts";
  if (root !== process.cwd() && existsSync(`${root}/${build}`))
    execFileSync(process.execPath, [build, "--once"], { cwd: root, stdio: "inherit" });
}
writeFileSync(place, JSON.stringify(plan));
const lines = [
  ...plan.unchanged.map(
    ({ file, passed, commit, at }) => `unchanged since it passed: ${file}, ${passed} tests, at ${commit}, ${at}`,
  ),
  ...plan.parts.map(({ area, files }) => `changed, or not passed yet: ${files.length} files of ${area}`),
];
process.stdout.write(lines.map((line) => `${line}\n`).join(""));
