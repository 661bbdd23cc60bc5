import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../support/laws/random.ts";
import { fuzzSeed as seed } from "../../support/laws/seed.ts";
import { mountProblem } from "../../support/mount-problem.ts";
import { measureBulk, playBulk } from "../bulk.ts";
import type { Driver } from "../drivers/driver.ts";
import { playKills } from "../kills.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { World } from "../world.ts";

/** File that gets a line for each outcome: language, scenario and outcome, with tabs between. */
const table = process.env["SDK_OUTCOMES"];

/** How often a process is killed while it pays. */
const kills = Number(process.env["SDK_KILLS"] ?? 10);

/** How many orders are paid in bulk, and how often the process that pays them is killed. */
const bulkOrders = Number(process.env["SDK_BULK"] ?? 2_500);
const bulkKills = Number(process.env["SDK_BULK_KILLS"] ?? 2);

/** Tests that all scenarios come out as they must through the SDK of one language; each has a file, so that they run at once. */
export function describeBehaviour(driver: Driver): void {
  const problem = driver.problem();
  const isSkipped = problem !== undefined && process.env["CI"] !== "true";
  describe.skipIf(isSkipped)(`${driver.language}${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
    const folder = mkdtempSync(join(tmpdir(), `platonic-${driver.language}-`));
    let world: World;
    beforeAll(async () => {
      expect(problem).toBeUndefined();
      world = await World.start(driver.install(folder));
    });
    // The last is called first, and one that hangs keeps none of the others from being called.
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    afterAll(() => world?.endService());
    afterAll(() => world?.faults.close());
    afterAll(() => world?.endDrivers());

    /** Plays a scenario in its turn, or beside others that wait like it. */
    const play = (scenario: Scenario) => {
      const { name, waits, needsMount } = scenario;
      test.skipIf(needsMount && mountProblem !== undefined)(name, { concurrent: waits === true }, async () => {
        const lack = lackOf(driver, scenario);
        const outcome = lack ?? (await (waits ? world.beside(scenario.play) : scenario.play(world)));
        if (table !== undefined) appendFileSync(table, `${driver.language}\t${name}\t${outcome}\n`);
      });
    };
    // Not by `test.each`, which cuts long names.
    for (const scenario of scenarios) if (scenario.waits) play(scenario);

    describe("in turn", () => {
      afterEach(() => world.endScenario());
      for (const scenario of scenarios) if (!scenario.waits) play(scenario);
      test(`tells what the ledger says, wherever its process is killed (FUZZ_SEED=${seed} SDK_KILLS=${kills})`, async () => {
        await playKills(world, kills, new Random(seed));
      });

      test(`pays ${bulkOrders} orders in bulk, killed ${bulkKills} times (FUZZ_SEED=${seed})`, async () => {
        await playBulk(world, bulkOrders, bulkKills, new Random(seed));
      });

      test.runIf(process.env["SDK_BULK"])("is measured in bulk", async () => {
        process.stdout.write(`${driver.language}: ${await measureBulk(world, bulkOrders)}\n`);
      });
    });

    test("has left a ledger in which a replay finds nothing", () => world.expectConsistent());
  });
}

/** Returns what a scenario needs and the SDK lacks, in a word for the table. */
function lackOf(driver: Driver, { needsChannel, needsForeignHeaders }: Scenario): string | undefined {
  if (needsChannel && !driver.hasChannel) return "no channel";
  return needsForeignHeaders && driver.seesForeignHeaders === false ? "not seen" : undefined;
}
