import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ledger, TransferRequest } from "../../server/modules/ledger/domain/requests.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { pinGenerator, pinTo } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { bothProcessors } from "../transfers/fixture.ts";
import { openOwnDatabase } from "../vault/vault.ts";
import { skipped } from "./batches.ts";
import { addWallets, benchLedger, rateOf, spread, transfers } from "./fixture.ts";

const walletsCount = 10_000;

/** A length of the batches, with the transfers of a round. */
interface Course {
  readonly batch: number;
  readonly ours: number;
  readonly theirs: number;
  /** Least ratio of our rate to TigerBeetle's. */
  readonly target: number;
}

const courses: readonly Course[] = [
  { batch: 8_189, ours: 10 * 8_189, theirs: 100 * 8_189, target: 0.25 },
  { batch: 1_000, ours: 60_000, theirs: 300_000, target: 0.35 },
  { batch: 100, ours: 20_000, theirs: 50_000, target: 0.8 },
  { batch: 1, ours: 1_000, theirs: 2_000, target: 0.9 },
];

/** Transfers per second in SQLite, in turns with TigerBeetle, by the length of the batches. */
export async function ledgerByTigerbeetle({ rounds: count }: Pace): Promise<Finding> {
  const program = process.env["TIGERBEETLE"];
  if (!program) return skipped("Ledger by TigerBeetle", "TIGERBEETLE does not name its program");
  const { database, remove } = await openOwnDatabase();
  const folder = mkdtempSync(join(tmpdir(), "platonic-bench-"));
  pinTo(bothProcessors);
  try {
    const ledger = await benchLedger(database, { batchMax: 8_189 });
    const owners = await addWallets(database, ledger, walletsCount);
    await rateOf(ledger, transfers(60_000, spread(owners)), 8_189);
    const rounds = new Map(courses.map((course) => [course, [] as Round[]]));
    for (let round = 0; round < count; round++) {
      for (const [course, done] of rounds) {
        const ours = await batchesRate(ledger, transfers(course.ours, spread(owners)), course.batch);
        done.push({ ours, theirs: rateOfTigerbeetle(program, folder, course) });
      }
    }
    await ledger.close();
    return findingOf(rounds);
  } finally {
    pinGenerator();
    rmSync(folder, { recursive: true, force: true });
    await remove();
  }
}

/** Transfers per second. */
interface Round {
  readonly ours: number;
  readonly theirs: number;
}

/** Submits one batch after the other. */
async function batchesRate(ledger: Ledger, requests: readonly TransferRequest[], batch: number): Promise<number> {
  const startedMs = performance.now();
  for (let first = 0; first < requests.length; first += batch) {
    await rateOf(ledger, requests.slice(first, first + batch), batch);
  }
  return (requests.length * 1000) / (performance.now() - startedMs);
}

/** Runs the benchmark that TigerBeetle has itself: one replica, in a new file on the same disk, and one client. */
function rateOfTigerbeetle(program: string, folder: string, { batch, theirs }: Course): number {
  const parameters = [
    "benchmark",
    `--account-count=${walletsCount}`,
    "--account-distribution=uniform",
    `--transfer-batch-count=${batch}`,
    `--transfer-count=${theirs}`,
    "--query-count=1",
  ];
  const printed = execFileSync(program, parameters, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const rate = /load accepted = (\d+) tx\/s/.exec(printed)?.[1];
  if (rate === undefined) throw new Error(`TigerBeetle printed no rate:\n${printed}`);
  return Number(rate);
}

function findingOf(rounds: ReadonlyMap<Course, readonly Round[]>): Finding {
  const figures = [...rounds].map(([course, all]) => ({
    course,
    ours: spreadOf(all.map(({ ours }) => ours)),
    theirs: spreadOf(all.map(({ theirs }) => theirs)),
    ratio: spreadOf(all.map(({ ours, theirs }) => ours / theirs)),
  }));
  return {
    title: "Ledger by TigerBeetle",
    how:
      `Transfers between ${walletsCount} accounts, one batch after the other, each durable when it is answered: the executor of the ledger on SQLite, ` +
      "whose transfers carry 300 signed bytes and a fee, and may be proven offline; and TigerBeetle's own benchmark, one replica and one client. " +
      "`bench/peers/tigerbeetle.sh` builds it from a checkout of its sources, by a compiler from PyPI; `TIGERBEETLE` names the program. In turns.",
    columns: ["transfers of a batch", "per second", "TigerBeetle, per second"],
    rows: figures.map(({ course, ours, theirs }) => [`${course.batch}`, spreadText(ours, 0), spreadText(theirs, 0)]),
    verdicts: figures.map(
      ({ course: { batch, target }, ratio }): Verdict => ({
        what: `the executor in batches of ${batch}, compared with TigerBeetle`,
        figure: spreadText(ratio, 2),
        target: `at least ${target}`,
        isReached: ratio.median >= target,
        isUncertain: ratio.max >= target && ratio.min < target,
      }),
    ),
  };
}
