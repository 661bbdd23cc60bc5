// @module-tag slow/kills

import { expect, it } from "vitest";
import { entryBytes, entryDigest } from "../../server/modules/ledger/domain/entry/chain.ts";
import { holdExpiry } from "../../server/modules/ledger/expiry.ts";
import type { BatchStep } from "../../server/modules/ledger/store/batch-store.ts";
import { onEveryDatabase, type TestDatabase } from "../support/database/databases.ts";
import { Random } from "../support/laws/random.ts";
import { fuzzSeed as seed } from "../support/laws/seed.ts";
import { expectConsistent } from "../support/ledger/consistency.ts";
import { someDayMs } from "../support/ledger/constants.ts";
import { entryOf, openLedgerFixture } from "../support/ledger/ledger-fixture.ts";
import { transfer } from "../support/ledger/requests.ts";
import { stepsOf } from "../support/ledger/steps.ts";
import { type Line, type MomentKill, runWorker, type StepKill, type Task } from "../support/ledger/worker-process.ts";

/** Number of kills on each database. By default there are fewer on MariaDB, which is slower. */
const killsSetting = process.env["FUZZ_LEDGER_KILLS"];
/** Kills per ledger: with more entries the checks would take too long. */
const killsInARow = 10;

type Kill = StepKill | MomentKill;

onEveryDatabase("a ledger under load", (engine) => {
  const all = killsOf(new Random(seed), engine);
  const rows = Array.from({ length: Math.ceil(all.length / killsInARow) }, (_, row) => row);
  it.each(rows)(
    `has every acknowledged entry exactly once wherever it is killed, row %i (FUZZ_SEED=${seed} FUZZ_LEDGER_KILLS=${all.length})`,
    async (row) => {
      const { location, addWallet, ledger, database } = await openLedgerFixture(engine);
      const owners = [await addWallet(100_000n), await addWallet(100_000n), await addWallet(), await addWallet()];
      await ledger.close();
      await database.close();
      const { dataDirectory, databaseServer } = location;
      const acknowledged = new Map<string, Line>();
      for (const [index, kill] of all.entries()) {
        if (index % rows.length !== row) continue;
        const ownSeed = seed + index * 104_729;
        const task: Task = {
          location: { dataDirectory, databaseServer },
          owners,
          seed: ownSeed,
          // The previous process may have made these requests already.
          shared: { seed: ownSeed - rows.length * 104_729, count: 60 },
        };
        try {
          const lines = await ("step" in kill ? runWorker({ ...task, killAt: kill }) : runWorker(task, kill));
          for (const line of lines) {
            // A repeated acknowledgement equals the first one.
            expect(acknowledged.get(line[1]) ?? line).toEqual(line);
            acknowledged.set(line[1], line);
          }
          await expectKept(engine, location, acknowledged, owners);
        } catch (error) {
          throw new Error(`kill ${index}, ${JSON.stringify(kill)}`, { cause: error });
        }
      }
      expect(acknowledged.size).toBeGreaterThan(10);
      await expectNothingHeldForEver(engine, location);
    },
    1_800_000 + killsInARow * 20_000,
  );
});

/** Returns kills in random order: half of them at named steps, early and late, and half at random moments. */
function killsOf(random: Random, { kind }: TestDatabase): Kill[] {
  const steps = stepsOf[kind];
  const count = killsSetting === undefined ? { sqlite: 22, mysql: 6 }[kind] : Number(killsSetting);
  // A smaller count is a random selection, so that runs do not always leave out the same steps.
  const all = Array.from({ length: Math.max(count, 2 * steps.length) }, (_, index): Kill => {
    const round = index >> 1;
    const step = steps[round % steps.length] as BatchStep;
    const nth = (round / steps.length) & 1 ? 4 + random.below(60) : 1 + random.below(3);
    return index & 1 ? { step, nth } : { entries: 1 + random.below(300), turns: random.below(30) };
  });
  return shuffled(all, random).slice(0, count);
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as Item);
}

/** Ends all holds by time, as a process does that starts long after, and expects that nothing is held. */
async function expectNothingHeldForEver(
  engine: TestDatabase,
  location: Awaited<ReturnType<TestDatabase["createForTest"]>>,
): Promise<void> {
  const now = () => someDayMs + 2_000_000_000;
  const { ledger, database } = await openLedgerFixture(engine, { now }, location);
  const expiry = holdExpiry({ ledger, now, log: { warn: () => {} } });
  await expiry.sweep();
  await expiry.close();
  expect(await ledger.overdueHolds(now(), 1)).toEqual([]);
  for (const { balance } of await ledger.balances("@holds")) expect(balance).toBe(0n);
  const entries = await expectConsistent(ledger);
  expect(entries.filter(({ kind, outcome }) => kind === 6 && outcome === 0).length).toBeGreaterThan(0);
  await ledger.close();
  await database.close();
}

/** Opens the ledger as another process does, checks it, and makes a transfer. */
async function expectKept(
  engine: TestDatabase,
  location: Awaited<ReturnType<TestDatabase["createForTest"]>>,
  acknowledged: ReadonlyMap<string, Line>,
  [ada = "", eve = ""]: readonly string[],
): Promise<void> {
  const { ledger, database } = await openLedgerFixture(engine, {}, location);
  const entries = new Map((await expectConsistent(ledger)).map((entry) => [entry.id, entry]));
  for (const [, id, sequence, , digest] of acknowledged.values()) {
    const entry = entries.get(id);
    expect(entry?.sequence).toBe(sequence);
    expect(entry && Buffer.from(entryDigest(entryBytes(entry))).toString("hex")).toBe(digest);
    expect(await ledger.pending(id)).toBeUndefined();
  }
  expect(entryOf(await ledger.submit(transfer(ada, eve, 1n))).sequence).toBe(entries.size + 1);
  await ledger.close();
  await database.close();
}
