// @module-tag slow/kills

import { expect, it } from "vitest";
import { entryBytes, entryDigest } from "../../server/modules/ledger/domain/entry/chain.ts";
import type { BatchStep } from "../../server/modules/ledger/store/batch-store.ts";
import { onEveryDatabase, type TestDatabase } from "../support/database/databases.ts";
import { Random } from "../support/laws/random.ts";
import { entryOf, openLedgerFixture } from "../support/ledger/ledger-fixture.ts";
import { type Line, live, type MomentKill, type StepKill, type Task } from "../support/ledger/process-life.ts";
import { transfer } from "../support/ledger/requests.ts";
import { stepsOf } from "../support/ledger/steps.ts";
import { expectWhole } from "../support/ledger/whole.ts";

/** On each database. A plain run has fewer on MariaDB, which is slower. */
const killsAsked = process.env["FUZZ_LEDGER_KILLS"];
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
/** Of one ledger; after them it takes longer to check than it is worth. */
const killsInARow = 10;

type Kill = StepKill | MomentKill;

onEveryDatabase("a ledger at work", (engine) => {
  const all = killsOf(new Random(seed), engine);
  const rows = Array.from({ length: Math.ceil(all.length / killsInARow) }, (_, row) => row);
  it.each(rows)(
    `has all that it has acknowledged once, and nothing half, wherever it is killed, row %i (FUZZ_SEED=${seed} FUZZ_LEDGER_KILLS=${all.length})`,
    async (row) => {
      const { location, addWallet, ledger, database } = await openLedgerFixture(engine);
      const owners = [await addWallet(100_000n), await addWallet(100_000n), await addWallet(), await addWallet()];
      await ledger.close();
      await database.close();
      const { dataDirectory, databaseServer } = location;
      const told = new Map<string, Line>();
      for (const [index, kill] of all.entries()) {
        if (index % rows.length !== row) continue;
        const ownSeed = seed + index * 104_729;
        const task: Task = {
          location: { dataDirectory, databaseServer },
          owners,
          seed: ownSeed,
          // Those that the one before may have done: without knowing whether it has.
          shared: { seed: ownSeed - rows.length * 104_729, count: 60 },
        };
        try {
          const lines = await ("step" in kill ? live({ ...task, killAt: kill }) : live(task, kill));
          for (const line of lines) {
            // What is told again is what was told before.
            expect(told.get(line[1]) ?? line).toEqual(line);
            told.set(line[1], line);
          }
          await expectKept(engine, location, told, owners);
        } catch (error) {
          throw new Error(`kill ${index}, ${JSON.stringify(kill)}`, { cause: error });
        }
      }
      expect(told.size).toBeGreaterThan(10);
    },
    60_000 + killsInARow * 20_000,
  );
});

/** In any order: as many at named steps, the early and the late alike, as at random moments. */
function killsOf(random: Random, { kind }: TestDatabase): Kill[] {
  const steps = stepsOf[kind];
  const count = killsAsked === undefined ? { sqlite: 22, mysql: 6 }[kind] : Number(killsAsked);
  // So many at least, of which fewer are taken: else the same steps would be left out every time.
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

/** Opens the ledger as another process does, and goes on with it. */
async function expectKept(
  engine: TestDatabase,
  location: Awaited<ReturnType<TestDatabase["createForTest"]>>,
  told: ReadonlyMap<string, Line>,
  [ada = "", eve = ""]: readonly string[],
): Promise<void> {
  const { ledger, database } = await openLedgerFixture(engine, {}, location);
  const entries = new Map((await expectWhole(ledger)).map((entry) => [entry.id, entry]));
  for (const [, id, sequence, , digest] of told.values()) {
    const entry = entries.get(id);
    expect(entry?.sequence).toBe(sequence);
    expect(entry && Buffer.from(entryDigest(entryBytes(entry))).toString("hex")).toBe(digest);
    expect(await ledger.pending(id)).toBeUndefined();
  }
  expect(entryOf(await ledger.submit(transfer(ada, eve, 1n))).sequence).toBe(entries.size + 1);
  await ledger.close();
  await database.close();
}
