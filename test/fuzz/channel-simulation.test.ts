import { expect, test } from "vitest";
import { type Findings, runSchedule } from "../sdk/simulation/schedule.ts";

const schedules = Number(process.env["FUZZ_SCHEDULES"] ?? 200);
const firstSeed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

test(`${schedules} schedules of the client's machines from seed ${firstSeed} on: nobody is told what the ledger does not hold`, () => {
  const sums: Record<keyof Findings, number> = { completed: 0, failed: 0, sealed: 0, refused: 0, unresolved: 0 };
  for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1) {
    const found = runSchedule(seed);
    for (const name of Object.keys(sums) as (keyof Findings)[]) sums[name] += found[name];
  }
  process.stdout.write(`${schedules} schedules from FUZZ_SEED=${firstSeed} on: ${JSON.stringify(sums)}\n`);
  // A simulation in which nothing goes wrong shows nothing.
  for (const name of Object.keys(sums) as (keyof Findings)[]) {
    if (schedules >= 200) expect(sums[name], name).toBeGreaterThan(0);
  }
}, 3_600_000);

test("the same seed is the same schedule", () => {
  expect(runSchedule(firstSeed)).toEqual(runSchedule(firstSeed));
});
