import type { SqliteDatabase } from "../../server/database/sqlite/database.ts";
import { type Entry, entryKinds } from "../../server/modules/ledger/domain/entry/entry.ts";
import type { Ledger } from "../../server/modules/ledger/domain/requests.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { spreadText } from "../report/lines.ts";
import { openOwnDatabase } from "../vault/vault.ts";
import { lastSequence } from "./bare.ts";
import { addWallets, benchLedger, rateOf, spread, transfers } from "./fixture.ts";

const fewEntries = 10_000;
const manyEntries = Number(process.env["BENCH_LEDGER_ENTRIES"] ?? 1_000_000);
const walletsCount = 1_000;
const transfersPerRound = 10_000;
const readsPerRound = 2_000;
const atOnce = 2_048;
const filledAtOnce = 50_000;
const target = 0.8;

/** Measures how the size of a ledger affects transfers, balances and history in SQLite. */
export async function ledgerBySize(pace: Pace): Promise<Finding> {
  const [small, large] = [await openFixture(fewEntries), await openFixture(manyEntries)];
  try {
    const rounds: { small: Rates; large: Rates }[] = [];
    await small.rates();
    await large.rates();
    for (let round = 0; round < pace.rounds; round++) {
      rounds.push({ small: await small.rates(), large: await large.rates() });
    }
    return findingOf(rounds);
  } finally {
    await small.close();
    await large.close();
  }
}

/** Rate per second. */
interface Rates {
  readonly transfers: number;
  readonly balances: number;
  readonly history: number;
}

interface Fixture {
  rates(): Promise<Rates>;
  close(): Promise<void>;
}

async function openFixture(entries: number): Promise<Fixture> {
  const { database, remove } = await openOwnDatabase();
  const ledger = await benchLedger(database);
  const owners = await addWallets(database, ledger, walletsCount);
  // The first transfer creates the fee account.
  await rateOf(ledger, transfers(1, spread(owners)), 1);
  await fill(database, ledger, owners, entries - (await lastSequence(database)));
  const anyone = () => owners[Math.floor(Math.random() * owners.length)] as string;
  return {
    async rates() {
      const requests = transfers(transfersPerRound, spread(owners));
      return {
        transfers: await rateOf(ledger, requests, atOnce),
        balances: await readRate(() => ledger.balances(anyone())),
        history: await readRate(() => historyPage(ledger, anyone())),
      };
    },
    async close() {
      await ledger.close();
      await remove();
    },
  };
}

async function readRate(read: () => Promise<readonly unknown[]>): Promise<number> {
  const startedMs = performance.now();
  for (let count = 0; count < readsPerRound; count++) {
    if ((await read()).length === 0) throw new Error("nothing was found");
  }
  return (readsPerRound * 1000) / (performance.now() - startedMs);
}

function historyPage(ledger: Ledger, owner: string): Promise<Entry[]> {
  const kinds = [entryKinds.transfer, entryKinds.deposit];
  return ledger.history({ owner, beforeSequence: undefined, fromMs: undefined, untilMs: undefined, kinds, count: 10 });
}

/** Adds transfers without waiting for the disk. */
async function fill(database: SqliteDatabase, ledger: Ledger, owners: readonly string[], count: number): Promise<void> {
  const durability = (level: string) =>
    database.onConnection((connection) => void connection.pragma(`synchronous = ${level}`));
  await durability("OFF");
  for (let left = count; left > 0; left -= filledAtOnce) {
    await rateOf(ledger, transfers(Math.min(filledAtOnce, left), spread(owners)), atOnce);
  }
  await durability("FULL");
  await database.onConnection((connection) => void connection.pragma("wal_checkpoint(TRUNCATE)"));
}

function findingOf(rounds: readonly { small: Rates; large: Rates }[]): Finding {
  const kinds = ["transfers", "balances", "history"] as const;
  const verdictOf = (key: keyof Rates): Verdict => {
    const ratio = spreadOf(rounds.map(({ small, large }) => large[key] / small[key]));
    return {
      what: `${key} with ${manyEntries} entries, compared with ${fewEntries}`,
      figure: spreadText(ratio, 2),
      target: `at least ${target}`,
      isReached: ratio.median >= target,
      isUncertain: ratio.max >= target && ratio.min < target,
    };
  };
  const rates = (size: "small" | "large", key: keyof Rates) =>
    spreadText(spreadOf(rounds.map((round) => round[size][key])), 0);
  return {
    title: "Ledger by size",
    how:
      `Transfers between ${walletsCount} wallets in SQLite, ${atOnce} in flight; sequential reads of a wallet's balances, and of its 10 newest ` +
      `entries. ${rounds.length} rounds of ${transfersPerRound} transfers and ${readsPerRound} reads in turns.`,
    columns: ["operation", `per second with ${fewEntries} entries`, `per second with ${manyEntries} entries`],
    rows: kinds.map((key) => [key, rates("small", key), rates("large", key)]),
    verdicts: kinds.map(verdictOf),
  };
}
