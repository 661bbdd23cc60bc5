import { randomUUID } from "node:crypto";
import type { SqliteDatabase } from "../../server/database/sqlite/database.ts";
import { type Entry, entryKinds } from "../../server/modules/ledger/domain/entry/entry.ts";
import type { Ledger } from "../../server/modules/ledger/domain/requests.ts";
import type { LedgerDeps } from "../../server/modules/ledger/store/ledger.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { quantile, spreadOf } from "../harness/measure.ts";
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
const target = 0.9;
/** Most of a turn of the ledger beside its commit, at p99.9, and of a start with its first transfer. */
const pauseMsMax = 20;
const startMsMax = 3_000;

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
    const pauseMs = quantile(large.turnsMs, 0.999);
    return findingOf(rounds, { pauseMs, startMs: await large.restart() });
  } finally {
    await small.close();
    await large.close();
  }
}

/** Rate per second. */
interface Rates {
  readonly transfers: number;
  /** Transfers whose ids are by chance. */
  readonly byChance: number;
  readonly balances: number;
  readonly history: number;
}

interface Fixture {
  /** Milliseconds of each turn that was measured, without its commit. */
  readonly turnsMs: readonly number[];
  rates(): Promise<Rates>;
  /** Ends the ledger; returns the milliseconds until another one has opened the database and made a transfer. */
  restart(): Promise<number>;
  close(): Promise<void>;
}

async function openFixture(entries: number): Promise<Fixture> {
  const { database, reopen, remove } = await openOwnDatabase();
  const turns = new Turns();
  let ledger = await benchLedger(database, turns.deps);
  const owners = await addWallets(database, ledger, walletsCount);
  // The first transfer creates the fee account.
  await rateOf(ledger, transfers(1, spread(owners)), 1);
  await fill(database, ledger, owners, entries - (await lastSequence(database)));
  turns.ms.length = 0;
  const anyone = () => owners[Math.floor(Math.random() * owners.length)] as string;
  return {
    turnsMs: turns.ms,
    async rates() {
      const requests = transfers(transfersPerRound, spread(owners));
      return {
        transfers: await rateOf(ledger, requests, atOnce),
        byChance: await rateOf(ledger, transfers(transfersPerRound, spread(owners), randomUUID), atOnce),
        balances: await readRate(() => ledger.balances(anyone())),
        history: await readRate(() => historyPage(ledger, anyone())),
      };
    },
    async restart() {
      await ledger.close();
      await database.close();
      const startedMs = performance.now();
      ledger = await benchLedger(await reopen());
      await rateOf(ledger, transfers(1, spread(owners)), 1);
      return performance.now() - startedMs;
    },
    async close() {
      await ledger.close();
      await remove();
    },
  };
}

/** Durations of the turns of a ledger without their commits. */
class Turns {
  readonly ms: number[] = [];
  readonly deps: Partial<LedgerDeps> = {
    measure: {
      step: (step, ms) => {
        this.#turnMs += ms;
        if (step === "write") this.#end();
      },
      written: () => {},
      failed: () => {},
    },
    afterStep: (step) => {
      if (step === "checkpointed") this.#commitMs = -performance.now();
      if (step === "committed") this.#commitMs += performance.now();
    },
  };
  #turnMs = 0;
  #commitMs = 0;

  #end(): void {
    this.ms.push(this.#turnMs - this.#commitMs);
    this.#turnMs = 0;
  }
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

const rowNames: ReadonlyMap<keyof Rates, string> = new Map([
  ["transfers", "transfers"],
  ["byChance", "transfers with ids by chance"],
  ["balances", "balances"],
  ["history", "history"],
]);

interface Waits {
  readonly pauseMs: number;
  readonly startMs: number;
}

function findingOf(rounds: readonly { small: Rates; large: Rates }[], { pauseMs, startMs }: Waits): Finding {
  const kinds = ["transfers", "balances", "history"] as const;
  const atMost = (what: string, ms: number, most: number): Verdict => ({
    what: `${what} with ${manyEntries} entries`,
    figure: `${ms.toFixed(0)} ms`,
    target: `at most ${most} ms`,
    isReached: ms <= most,
    isUncertain: false,
  });
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
      "entries. Ids of orders are UUIDs in order of time (version 7), as SDKs make them, or by chance (version 4). A turn reads, decides and " +
      "writes a batch; a start, in this process, opens the database of a ledger that was closed, and makes a transfer. " +
      `${rounds.length} rounds of ${transfersPerRound} transfers and ${readsPerRound} reads in turns.`,
    columns: ["operation", `per second with ${fewEntries} entries`, `per second with ${manyEntries} entries`],
    rows: [...rowNames].map(([key, name]) => [name, rates("small", key), rates("large", key)]),
    verdicts: [
      ...kinds.map(verdictOf),
      atMost("a turn without its commit, 99.9 % of them,", pauseMs, pauseMsMax),
      atMost("a start", startMs, startMsMax),
    ],
  };
}
