// @module-tag slow/kills

import { expect, it } from "vitest";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import type { VaultStep } from "../../server/modules/vault/vault.ts";
import { onEveryDatabase, type TestDatabase, type TestLocation } from "../support/database/databases.ts";
import { Random } from "../support/laws/random.ts";
import { fuzzSeed as seed } from "../support/laws/seed.ts";
import { firstStart } from "../support/vault/constants.ts";
import { type Contents, expectReadable, fill } from "../support/vault/contents.ts";
import { openedVault } from "../support/vault/opened.ts";
import { AcknowledgedState } from "./acknowledged-state.ts";
import { type MomentKill, runUntilKilled, type StepKill } from "./vault-worker-process.ts";

const kills = Number(process.env["FUZZ_KILLS"] ?? 6);
/** Kills per database: with more records the checks would take too long. */
const killsInARow = 10;
/** Number of identities: enough for a rotation in several batches. */
const identities = 250;
const dayMs = 86_400_000;
/** Last kill of each row, late enough for some changes to be acknowledged. */
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

onEveryDatabase("a vault under load", (engine) => {
  const all = killsOf(new Random(seed), engine);
  const rows = Array.from({ length: Math.ceil(all.length / killsInARow) }, (_, row) => row);
  it.each(rows)(
    `loses no acknowledged change wherever it is killed, row %i (FUZZ_SEED=${seed} FUZZ_KILLS=${kills})`,
    async (row) => {
      const random = new Random(seed + (row + 1) * 7919);
      const location = await engine.createForTest();
      const acknowledged = new AcknowledgedState();
      const contents = await fillVault(engine, location);
      let now = firstStart;
      const ofRow = [...all.slice(row * killsInARow, (row + 1) * killsInARow), lateKill];
      for (const [index, kill] of ofRow.entries()) {
        const processNumber = row * killsInARow + index;
        // Some data keys become due, and are replaced while others are rewrapped.
        now += random.below(20) * dayMs;
        const task = { location, seed: seed + processNumber * 104_729, processNumber, now };
        try {
          const lines = await ("step" in kill
            ? runUntilKilled({ ...task, killAt: kill }, undefined)
            : runUntilKilled(task, kill));
          acknowledged.record(lines);
          await expectKept(engine, location, { acknowledged, contents, now, isFinished: false });
          // Otherwise the next process finds the interrupted rotation.
          if (random.chance(0.7)) await expectKept(engine, location, { acknowledged, contents, now, isFinished: true });
        } catch (error) {
          throw new Error(`kill ${processNumber}, ${JSON.stringify(kill)}`, { cause: error });
        }
      }
      await expectKept(engine, location, { acknowledged, contents, now, isFinished: true });
      expect(acknowledged.size).toBeGreaterThan(10);
    },
    1_800_000 + killsInARow * 20_000,
  );
});

/** Returns kills in random order, at each step and at random moments. MariaDB, which is slower, gets a quarter. */
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

async function fillVault(engine: TestDatabase, location: TestLocation): Promise<Contents> {
  const database = await engine.open(location);
  const vault = await openedVault({ records: storedVaultRecords(database) });
  const contents = await fill(vault, identities);
  await vault.close();
  await database.close();
  return contents;
}

interface Expected {
  readonly acknowledged: AcknowledgedState;
  readonly contents: Contents;
  readonly now: number;
  /** Whether the interrupted rotation is finished before the check. */
  readonly isFinished: boolean;
}

/** Opens the vault as another process does, and checks its content. */
async function expectKept(engine: TestDatabase, location: TestLocation, expected: Expected): Promise<void> {
  const { acknowledged, contents, now, isFinished } = expected;
  const database = await engine.open(location);
  const records = storedVaultRecords(database);
  const vault = await openedVault({ records, now: () => now, ...(!isFinished && { afterStep: preventRotation }) });
  if (isFinished) {
    await vault.rotateIfDue();
    const { activeVersion, decryptOnly } = await vault.status();
    expect(decryptOnly).toEqual([]);
    const states = (await records.keyEncryptionKeys()).map(({ state }) => state);
    expect(states).toEqual([...Array(activeVersion - 1).fill("destroyed"), "active"]);
  }
  await expectReadable(vault, contents);
  await acknowledged.expectKept(vault, database);
  await vault.close();
  await database.close();
}

/** Stops the vault from continuing the rotation. */
function preventRotation(step: VaultStep): void {
  if (step !== "root-checked" && step !== "keys-opened") throw new Error("not in this check");
}
