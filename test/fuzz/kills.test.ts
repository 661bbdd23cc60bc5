// @module-tag slow/kills

import { expect, it } from "vitest";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import type { VaultStep } from "../../server/modules/vault/vault.ts";
import { onEveryDatabase, type TestDatabase, type TestLocation } from "../support/database/databases.ts";
import { Random } from "../support/laws/random.ts";
import { firstStart } from "../support/vault/constants.ts";
import { type Contents, expectReadable, fill } from "../support/vault/contents.ts";
import { openedVault } from "../support/vault/opened.ts";
import { Ledger } from "./ledger.ts";
import { liveUntilKilled, type MomentKill, type StepKill } from "./vault-life.ts";

const kills = Number(process.env["FUZZ_KILLS"] ?? 6);
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
/** Of one database; after them its records take longer to check than they are worth. */
const killsInARow = 10;
/** Enough for a rotation of several batches. */
const identities = 250;
const dayMs = 86_400_000;
/** The last of a row, so that none has acknowledged nothing. */
const lateKill = { lines: 100, turns: 0 };

const steps: readonly { readonly step: VaultStep; readonly nthMax: number }[] = [
  { step: "root-checked", nthMax: 1 },
  { step: "keys-opened", nthMax: 1 },
  { step: "begun", nthMax: 3 },
  { step: "key-added", nthMax: 3 },
  { step: "batch-rewrapped", nthMax: 12 },
  { step: "all-rewrapped", nthMax: 3 },
  { step: "key-destroyed", nthMax: 3 },
];

type Kill = StepKill | MomentKill;

onEveryDatabase("a vault at work", (engine) => {
  const all = killsOf(new Random(seed), engine);
  const rows = Array.from({ length: Math.ceil(all.length / killsInARow) }, (_, row) => row);
  it.each(rows)(
    `loses nothing that it has acknowledged, wherever it is killed, row %i (FUZZ_SEED=${seed} FUZZ_KILLS=${kills})`,
    async (row) => {
      const random = new Random(seed + (row + 1) * 7919);
      const location = await engine.createForTest();
      const ledger = new Ledger();
      const contents = await begin(engine, location);
      let now = firstStart;
      const ofRow = [...all.slice(row * killsInARow, (row + 1) * killsInARow), lateKill];
      for (const [index, kill] of ofRow.entries()) {
        const life = row * killsInARow + index;
        // Data keys become due now and then, and are replaced while others are rewrapped.
        now += random.below(20) * dayMs;
        const task = { location, seed: seed + life * 104_729, life, now };
        try {
          const lines = await ("step" in kill
            ? liveUntilKilled({ ...task, killAt: kill }, undefined)
            : liveUntilKilled(task, kill));
          ledger.enter(lines);
          await expectKept(engine, location, { ledger, contents, now, isFinished: false });
          // Else the next process finds the rotation as it was left.
          if (random.chance(0.7)) await expectKept(engine, location, { ledger, contents, now, isFinished: true });
        } catch (error) {
          throw new Error(`kill ${life}, ${JSON.stringify(kill)}`, { cause: error });
        }
      }
      await expectKept(engine, location, { ledger, contents, now, isFinished: true });
      expect(ledger.size).toBeGreaterThan(10);
    },
    60_000 + killsInARow * 20_000,
  );
});

/** In any order: one at each step, and the others at random moments. MariaDB, which is slower, gets a quarter. */
function killsOf(random: Random, { kind }: TestDatabase): Kill[] {
  const atSteps = steps.map(({ step, nthMax }) => ({ step, nth: 1 + random.below(nthMax) }));
  const atMoments = Array.from({ length: kills }, () => ({ lines: 1 + random.below(150), turns: random.below(30) }));
  const all = shuffled([...atSteps, ...atMoments], random);
  return kind === "sqlite" ? all : all.slice(0, Math.ceil(all.length / 4));
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as Item);
}

async function begin(engine: TestDatabase, location: TestLocation): Promise<Contents> {
  const database = await engine.open(location);
  const vault = await openedVault({ records: storedVaultRecords(database) });
  const contents = await fill(vault, identities);
  await vault.close();
  await database.close();
  return contents;
}

interface Expected {
  readonly ledger: Ledger;
  readonly contents: Contents;
  readonly now: number;
  /** Whether the rotation that was interrupted is to be finished first. */
  readonly isFinished: boolean;
}

/** Opens everything as another process does. */
async function expectKept(engine: TestDatabase, location: TestLocation, expected: Expected): Promise<void> {
  const { ledger, contents, now, isFinished } = expected;
  const database = await engine.open(location);
  const records = storedVaultRecords(database);
  const vault = await openedVault({ records, now: () => now, ...(!isFinished && { afterStep: keepAsItIs }) });
  if (isFinished) {
    await vault.rotateIfDue();
    const { activeVersion, decryptOnly } = await vault.status();
    expect(decryptOnly).toEqual([]);
    const states = (await records.keyEncryptionKeys()).map(({ state }) => state);
    expect(states).toEqual([...Array(activeVersion - 1).fill("destroyed"), "active"]);
  }
  await expectReadable(vault, contents);
  await ledger.expectKept(vault, database);
  await vault.close();
  await database.close();
}

/** Ends what the vault would go on with by itself. */
function keepAsItIs(step: VaultStep): void {
  if (step !== "root-checked" && step !== "keys-opened") throw new Error("not here");
}
