// @module-tag slow/simulation

import { expect, test, vi } from "vitest";
import { fuzzSeed as firstSeed } from "../support/laws/seed.ts";
import type { Findings } from "../transports/channel/simulation/checker.ts";
import { runSchedule } from "../transports/channel/simulation/schedule.ts";
import { SharedLedger } from "../transports/channel/simulation/shared-ledger.ts";

const plain = vi.hoisted(() => () => import("../transports/channel/simulation/plain-cryptography.ts"));
vi.mock("../../server/transports/channel/noise/responder.ts", plain);
vi.mock("../../server/core/signing/signature.ts", plain);
vi.mock("../../clients/typescript/src/channel/noise/initiator.ts", plain);
/** Limits so low that schedules reach them. */
vi.mock("../../server/core/limits.ts", async (importOriginal) => {
  const { limits } = await importOriginal<typeof import("../../server/core/limits.ts")>();
  return { limits: { ...limits, channelKeptEnvelopesMax: 3, channelsDetachedMax: 2, channelResumeMs: 20_000 } };
});

const schedules = Number(process.env["FUZZ_SCHEDULES"] ?? 200);

test(`answers to clients agree with the ledger in ${schedules} schedules from seed ${firstSeed} on`, async () => {
  const ledger = await SharedLedger.open();
  const sums: Findings = { completed: 0, failed: 0, voided: 0, refused: 0, unresolved: 0, executed: 0 };
  const names = Object.keys(sums) as (keyof Findings)[];
  for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1) {
    const found = (await runSchedule(seed, ledger)).checker.findings();
    for (const name of names) sums[name] += found[name];
  }
  process.stdout.write(`${schedules} schedules from FUZZ_SEED=${firstSeed} on: ${JSON.stringify(sums)}\n`);
  // Every outcome must occur, or the simulation has too few faults.
  for (const name of names) if (schedules >= 200) expect(sums[name], name).toBeGreaterThan(0);
}, 3_600_000);

test("the same seed gives the same schedule", async () => {
  const ledger = await SharedLedger.open();
  const { frameLog } = await runSchedule(firstSeed, ledger);
  expect((await runSchedule(firstSeed, ledger)).frameLog).toEqual(frameLog);
});
