import type { Database } from "../../server/database/source.ts";
import type { TransferRequest } from "../../server/modules/ledger/domain/requests.ts";
import { mariadbProblem } from "../../test/support/database/mariadb.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { openOwnMariadb } from "../harness/mariadb.ts";
import { quantile, spreadOf } from "../harness/measure.ts";
import { spreadText } from "../report/lines.ts";
import { openOwnDatabase } from "../vault/vault.ts";
import { copyAccounts, lastSequence, rowsAfter, writeBare } from "./bare.ts";
import { skipped } from "./batches.ts";
import { addWallets, benchLedger, spread, transfers } from "./fixture.ts";

const rounds = 7;
const perRound = 200;
const target = 2;

/** Latency of a transfer on an idle ledger, compared with that of a durable commit. */
export async function ledgerLatency(): Promise<Finding> {
  const [own, other] = [await openOwnDatabase(), await openOwnDatabase()];
  try {
    return findingOf("SQLite", await roundsOn(own.database, other.database));
  } finally {
    await own.remove();
    await other.remove();
  }
}

/** The same measurement on a private MariaDB. */
export async function ledgerLatencyOnMariadb(): Promise<Finding> {
  if (mariadbProblem !== undefined) return skipped("Latency of a transfer on MariaDB", mariadbProblem);
  const { open, remove } = await openOwnMariadb();
  try {
    return findingOf("MariaDB", await roundsOn(await open(), await open()));
  } finally {
    await remove();
  }
}

/** Medians in milliseconds. */
interface Round {
  readonly transfer: number;
  readonly commit: number;
  /** A durable commit of the rows of a transfer. */
  readonly rows: number;
}

/** `other` gets the same rows by dedicated statements. */
async function roundsOn(database: Database, other: Database): Promise<Round[]> {
  const ledger = await benchLedger(database);
  const owners = await addWallets(database, ledger, 100);
  await database.manager.query("CREATE TABLE bench_commits (n int PRIMARY KEY NOT NULL, text varchar(600) NOT NULL)");
  await ledger.submit(transfers(1, spread(owners))[0] as TransferRequest);
  await copyAccounts(database, other);
  const before = await lastSequence(database);
  let written = 0;
  const commit = () =>
    database.transact((manager) =>
      manager.query("INSERT INTO bench_commits VALUES (?, ?)", [written++, "x".repeat(500)]),
    );
  const found: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    const times: { transfer: number[]; commit: number[] } = { transfer: [], commit: [] };
    for (const request of transfers(perRound, spread(owners))) {
      times.transfer.push(await timeOf(() => ledger.submit(request)));
      times.commit.push(await timeOf(commit));
    }
    const rows: number[] = [];
    for (const batch of await rowsAfter(database, Math.max(before, await lastSequence(other)))) {
      rows.push(await timeOf(() => writeBare(other, [batch])));
    }
    found.push({ transfer: medianOf(times.transfer), commit: medianOf(times.commit), rows: medianOf(rows) });
  }
  await ledger.close();
  // The first round warms up.
  return found.slice(1);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function medianOf(times: readonly number[]): number {
  return quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  );
}

function findingOf(database: string, all: readonly Round[]): Finding {
  const row = (what: string, key: keyof Round) => [what, spreadText(spreadOf(all.map((round) => round[key])), 2)];
  const by = (what: string, key: "commit" | "rows"): Verdict => {
    const ratio = spreadOf(all.map((round) => round.transfer / round[key]));
    return {
      what: `${database}: a single transfer, in durable commits of ${what}`,
      figure: spreadText(ratio, 2),
      target: `at most ${target}`,
      isReached: ratio.median <= target,
      isUncertain: ratio.min <= target && ratio.max > target,
    };
  };
  return {
    title: `Latency of a transfer on ${database}`,
    how:
      "Sequential transfers, each submitted to an idle ledger after the response to the previous one, in turns with a " +
      `transaction that inserts one row of 500 bytes; then the rows of each transfer, in a transaction of its own, into another ` +
      `database by dedicated statements. Medians of ${perRound} each; ${rounds} rounds.`,
    columns: ["operation", "ms"],
    rows: [
      row("transfer", "transfer"),
      row("durable commit of one row", "commit"),
      row("durable commit of its rows", "rows"),
    ],
    verdicts: [by("one row", "commit"), by("its rows", "rows")],
  };
}
