import type { Database } from "../../server/database/source.ts";
import { mariadbProblem } from "../../test/support/database/mariadb.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { openOwnMariadb } from "../harness/mariadb.ts";
import { spreadOf } from "../harness/measure.ts";
import { spreadText } from "../report/lines.ts";
import { openOwnDatabase } from "../vault/vault.ts";
import { copyAccounts, lastSequence, rowsAfter, writeBare } from "./bare.ts";
import { addWallets, benchLedger, hot, rateOf, spread, transfers } from "./fixture.ts";

const walletsCount = 1_000;
const perRound = 60_000;
/** Fewer transfers without batches, because each takes much longer. */
const singlyPerRound = 1_000;
/** Transfers in flight: enough to fill the next batch while one is written. */
const atOnce = 2_048;

/** Transfers per second in SQLite, compared with one commit per transfer and with inserting only their rows. */
export async function ledgerOnSqlite(pace: Pace): Promise<Finding> {
  const [own, other] = [await openOwnDatabase(), await openOwnDatabase()];
  try {
    return findingOf("SQLite", 8, await roundsOn(own.database, other.database, pace.rounds));
  } finally {
    await own.remove();
    await other.remove();
  }
}

/** The same measurement on a private MariaDB. */
export async function ledgerOnMariadb(pace: Pace): Promise<Finding> {
  if (mariadbProblem !== undefined) return skipped("Ledger on MariaDB", mariadbProblem);
  const { open, remove } = await openOwnMariadb();
  try {
    return findingOf("MariaDB", 10, await roundsOn(await open(), await open(), pace.rounds));
  } finally {
    await remove();
  }
}

/** Finding if a prerequisite is not installed. */
export function skipped(title: string, problem: string): Finding {
  return { title, how: `Skipped, because ${problem}.`, columns: [], rows: [], verdicts: [] };
}

/** Transfers per second. */
interface Round {
  readonly spread: number;
  readonly hot: number;
  readonly singly: number;
  readonly bare: number;
}

/** `other` gets the same rows by dedicated statements. */
async function roundsOn(database: Database, other: Database, count: number): Promise<Round[]> {
  const ledger = await benchLedger(database);
  const single = await benchLedger(database, { batchMax: 1 });
  const owners = await addWallets(database, ledger, walletsCount);
  await rateOf(ledger, transfers(perRound, spread(owners)), atOnce);
  await copyAccounts(database, other);
  const rounds: Round[] = [];
  for (let round = 0; round < count; round++) {
    const [onSpread, onHot] = [transfers(perRound, spread(owners)), transfers(perRound, hot(owners))];
    const singly = await rateOf(single, transfers(singlyPerRound, spread(owners)), atOnce);
    // No measured transfer reads what the other ledger has written.
    await rateOf(ledger, transfers(atOnce, spread(owners)), atOnce);
    // Compared figures are measured directly after each other, because the speed of a shared machine changes within a
    // minute; each goes first in every second round.
    const hotFirst = round % 2 === 0 ? await rateOf(ledger, onHot, atOnce) : undefined;
    await writeBare(other, await rowsAfter(database, await lastSequence(other)));
    const batched = await rateOf(ledger, onSpread, atOnce);
    const bare = await bareRate(database, other);
    rounds.push({ spread: batched, hot: hotFirst ?? (await rateOf(ledger, onHot, atOnce)), singly, bare });
  }
  await Promise.all([ledger.close(), single.close()]);
  return rounds;
}

async function bareRate(database: Database, other: Database): Promise<number> {
  const batches = await rowsAfter(database, await lastSequence(other));
  const startedMs = performance.now();
  await writeBare(other, batches);
  return (perRound * 1000) / (performance.now() - startedMs);
}

function findingOf(database: string, target: number, rounds: readonly Round[]): Finding {
  const row = (what: string, key: keyof Round) => [what, spreadText(spreadOf(rounds.map((round) => round[key])), 0)];
  const by = (what: string, mine: keyof Round, other: keyof Round, least: number): Verdict => {
    const ratio = spreadOf(rounds.map((round) => round[mine] / round[other]));
    return {
      what,
      figure: spreadText(ratio, 2),
      target: `at least ${least}`,
      isReached: ratio.median >= least,
      isUncertain: ratio.max >= least && ratio.min < least,
    };
  };
  return {
    title: `Ledger on ${database}`,
    how:
      `Transfers between ${walletsCount} wallets, ${atOnce} in flight, each durable when it is answered, without a network and the check of ` +
      "signatures. Compared with: the same ledger with batches of one; all transfers to or from one wallet; and inserting the same rows in " +
      "the same batches into another database, by dedicated statements. " +
      `${rounds.length} rounds of ${perRound} in turns, of ${singlyPerRound} for batches of one.`,
    columns: ["load", "per second"],
    rows: [
      row("transfers", "spread"),
      row("one commit per transfer", "singly"),
      row("one hot account", "hot"),
      row("inserting the rows alone", "bare"),
    ],
    verdicts: [
      by(`${database}: transfers, compared with one commit per transfer`, "spread", "singly", target),
      by(`${database}: one hot account, compared with random accounts`, "hot", "spread", 0.9),
      by(`${database}: transfers, compared with inserting the rows alone`, "spread", "bare", 0.6),
    ],
  };
}
