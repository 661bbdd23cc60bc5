// @module-tag slow/simulation

import { expect, test, vi } from "vitest";
import { Bank } from "../transports/channel/simulation/bank.ts";
import { runSchedule } from "../transports/channel/simulation/schedule.ts";
import type { Findings } from "../transports/channel/simulation/witness.ts";

const plain = vi.hoisted(() => () => import("../transports/channel/simulation/plain-cryptography.ts"));
vi.mock("../../server/transports/channel/noise/responder.ts", plain);
vi.mock("../../server/core/signing/signature.ts", plain);
vi.mock("../../clients/typescript/src/channel/noise/initiator.ts", plain);
/** Bounds so low that they are reached. */
vi.mock("../../server/core/limits.ts", async (importOriginal) => {
  const { limits } = await importOriginal<typeof import("../../server/core/limits.ts")>();
  return { limits: { ...limits, channelKeptEnvelopesMax: 3, channelsDetachedMax: 2, channelResumeMs: 20_000 } };
});

const schedules = Number(process.env["FUZZ_SCHEDULES"] ?? 200);
const firstSeed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

test(`${schedules} schedules of clients and servers around a ledger, from seed ${firstSeed} on: nobody is told what it does not hold`, async () => {
  const bank = await Bank.open();
  const sums: Findings = { completed: 0, failed: 0, sealed: 0, refused: 0, unresolved: 0, counted: 0 };
  const names = Object.keys(sums) as (keyof Findings)[];
  for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1) {
    const found = (await runSchedule(seed, bank)).witness.findings();
    for (const name of names) sums[name] += found[name];
  }
  process.stdout.write(`${schedules} schedules from FUZZ_SEED=${firstSeed} on: ${JSON.stringify(sums)}\n`);
  // A simulation in which nothing goes wrong shows nothing.
  for (const name of names) if (schedules >= 200) expect(sums[name], name).toBeGreaterThan(0);
}, 3_600_000);

test("the same seed is the same schedule", async () => {
  const bank = await Bank.open();
  const { story } = await runSchedule(firstSeed, bank);
  expect((await runSchedule(firstSeed, bank)).story).toEqual(story);
});
