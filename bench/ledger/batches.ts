import type { Database } from "../../server/database/source.ts";
import { mariadbProblem } from "../../test/support/database/mariadb.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { openOwnMariadb } from "../harness/mariadb.ts";
import { spreadOf } from "../harness/measure.ts";
import { spellSpread } from "../report/lines.ts";
import { openOwnDatabase } from "../vault/vault.ts";
import { copyAccounts, lastSequence, rowsAfter, writeBare } from "./bare.ts";
import { addWallets, benchLedger, hot, rateOf, spread, transfers } from "./scene.ts";

const walletsCount = 1_000;
const perRound = 20_000;
/** One by one they take so much longer. */
const singlyPerRound = 1_000;
/** As callers have them under way: enough for the next batch to be whole when one is written. */
const atOnce = 2_048;

/** Transfers a second in SQLite, by what they would be without batches, and with nothing but their rows. */
export async function ledgerOnSqlite(pace: Pace): Promise<Finding> {
  const [own, other] = [await openOwnDatabase(), await openOwnDatabase()];
  try {
    return findingOf("SQLite", 8, await roundsOn(own.database, other.database, pace.rounds));
  } finally {
    await own.remove();
    await other.remove();
  }
}

/** The same on a MariaDB of this run. */
export async function ledgerOnMariadb(pace: Pace): Promise<Finding> {
  if (mariadbProblem !== undefined) return skipped("Ledger on MariaDB", mariadbProblem);
  const { open, remove } = await openOwnMariadb();
  try {
    return findingOf("MariaDB", 10, await roundsOn(await open(), await open(), pace.rounds));
  } finally {
    await remove();
  }
}

/** What is found where something is not installed. */
export function skipped(title: string, problem: string): Finding {
  return { title, how: `Skipped, because ${problem}.`, columns: [], rows: [], verdicts: [] };
}

/** Transfers a second. */
interface Round {
  readonly spread: number;
  readonly hot: number;
  readonly singly: number;
  readonly bare: number;
}

/** The other one gets the same rows by statements made for it. */
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
    // What is compared is measured one after the other: on a machine that others use a minute is another machine.
    const onHotRate = await rateOf(ledger, onHot, atOnce);
    await writeBare(other, await rowsAfter(database, await lastSequence(other)));
    const batched = await rateOf(ledger, onSpread, atOnce);
    rounds.push({ spread: batched, hot: onHotRate, singly, bare: await bareRate(database, other) });
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
  const row = (what: string, key: keyof Round) => [what, spellSpread(spreadOf(rounds.map((one) => one[key])), 0)];
  const by = (what: string, mine: keyof Round, other: keyof Round, least: number): Verdict => {
    const ratio = spreadOf(rounds.map((round) => round[mine] / round[other]));
    return {
      what,
      figure: spellSpread(ratio, 2),
      target: `at least ${least}`,
      isReached: ratio.median >= least,
      isUncertain: ratio.max >= least && ratio.min < least,
    };
  };
  return {
    title: `Ledger on ${database}`,
    how:
      `Transfers between ${walletsCount} wallets, ${atOnce} under way at a time, each stored durably when it is answered; without the ` +
      "wire and the check of signatures. Beside them: the same ledger with batches of one; all transfers to or from one " +
      "wallet; and the same rows in the same batches by statements that do nothing else, into another database. " +
      `${rounds.length} rounds of ${perRound} in turns, of ${singlyPerRound} one by one.`,
    columns: ["what", "a second"],
    rows: [
      row("transfers", "spread"),
      row("one commit for each", "singly"),
      row("one hot account", "hot"),
      row("their rows alone", "bare"),
    ],
    verdicts: [
      by(`${database}: transfers, by one commit for each`, "spread", "singly", target),
      by(`${database}: one hot account, by accounts at random`, "hot", "spread", 0.9),
      by(`${database}: transfers, by their rows alone`, "spread", "bare", 0.6),
    ],
  };
}
