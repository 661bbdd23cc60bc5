/**
 * A process that makes ledger requests: first some that other workers make, too, then its own, until they are done or
 * it is killed. It writes a line for every outcome at once.
 */
import { writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { databaseOutage } from "../../../server/database/outage.ts";
import { entryBytes, entryDigest } from "../../../server/modules/ledger/domain/entry/chain.ts";
import type { Entry } from "../../../server/modules/ledger/domain/entry/entry.ts";
import type { Outcome, Request } from "../../../server/modules/ledger/domain/requests.ts";
import { openJournal } from "../../../server/modules/ledger/journal/journal.ts";
import type { JournalStep } from "../../../server/modules/ledger/journal/steps.ts";
import type { BatchStep } from "../../../server/modules/ledger/store/batch-store.ts";
import { openLedger } from "../../../server/modules/ledger/store/ledger.ts";
import { Random } from "../laws/random.ts";
import { checkpointEntries, policy, someDayMs, twoForOne } from "./constants.ts";
import { watchHead } from "./head-watch.ts";
import {
  capture,
  create,
  deposit,
  exchange,
  execute,
  linked,
  release,
  reversal,
  transfer,
  voidTransaction,
  withdrawal,
} from "./requests.ts";
import type { Backwards, Line, Refusal, Task } from "./worker-process.ts";

const {
  location,
  owners,
  seed,
  shared,
  count = Number.POSITIVE_INFINITY,
  killAt,
  batchMax,
  journalRoot,
  isPatient = false,
} = JSON.parse(process.argv[2] as string) as Task;
const concurrency = 16;
/** Size of a journal's file, small enough that there are several. */
const journalFileBytes = 20_000;
let stepsToGo = killAt?.nth ?? 0;

/** Writes a line synchronously, so that the parent can read it even if this process is killed afterwards. */
function report(...line: Line | Refusal | Backwards): void {
  let left = Buffer.from(`${JSON.stringify(line)}\n`);
  while (left.length > 0) left = left.subarray(written(left));
}

function written(bytes: Buffer): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    // The pipe is full until the parent reads.
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return 0;
    throw error;
  }
}

function killAfter(step: BatchStep | JournalStep): void {
  if (step === killAt?.step && --stepsToGo === 0) process.kill(process.pid, "SIGKILL");
}

const database = await openServiceDatabase(location);
const journal =
  journalRoot === undefined
    ? undefined
    : openJournal({ root: journalRoot, now: Date.now, afterStep: killAfter, fileBytesMax: journalFileBytes });
const ledger = await openLedger(database, {
  policy,
  rates: () => twoForOne,
  now: () => someDayMs,
  checkpointEntries,
  ...(batchMax !== undefined && { batchMax }),
  afterStep: killAfter,
  journal,
});

let isStopping = false;
process.once("SIGTERM", () => {
  isStopping = true;
});

const head = watchHead(
  async () => Number((await database.manager.query("SELECT MAX(sequence) AS head FROM ledger_entries"))[0].head),
  (seen, read) => report("backwards", seen, read),
  reportOutage,
);

function idOf(random: Random): string {
  const bytes = random.bytes(16).toString("hex");
  return `${bytes.slice(0, 8)}-${bytes.slice(8, 12)}-${bytes.slice(12, 16)}-${bytes.slice(16, 20)}-${bytes.slice(20)}`;
}

/** Generates groups of requests that must be made in order. */
function* requestsOf(random: Random): Generator<Request[]> {
  while (true) {
    const [owner, recipient] = [random.pick(owners), random.pick(owners)];
    const id = idOf(random);
    // Some amounts exceed the balance.
    const amount = BigInt(1 + random.below(random.chance(0.1) ? 1_000_000 : 1_000));
    const choice = random.next();
    const captureBeforeMs = someDayMs + (random.chance(0.5) ? 1 : 1_000_000_000);
    const held = transfer(owner, recipient, amount, { id, captureBeforeMs });
    const part = 1n + amount / 3n;
    if (choice < 0.1)
      yield [
        held,
        capture(recipient, id, part, { keepRest: true, id: idOf(random) }),
        capture(recipient, id, 1n, { id: idOf(random) }),
      ];
    else if (choice < 0.15) yield [held, release(recipient, id, { id: idOf(random) })];
    // Stays open, and is ended by its time after the process has died.
    else if (choice < 0.2) yield [held, capture(recipient, id, part, { keepRest: true, id: idOf(random) })];
    else if (choice < 0.6) yield [transfer(owner, recipient, amount, { id })];
    else if (choice < 0.75) yield [create(owner, recipient, amount, { id }), execute(id, owner)];
    else if (choice < 0.85) yield [exchange(owner, amount, { id })];
    else if (choice < 0.9) yield [deposit(owner, amount, { id })];
    else if (choice < 0.92) yield [withdrawal(owner, amount, { id })];
    else if (choice < 0.94) yield [linkedSet(id, owner, recipient, amount, random)];
    else if (choice < 0.96) yield [...givenBack(id, owner, recipient, amount)];
    else yield [create(owner, recipient, amount, { id }), voidTransaction(id, owner), execute(id, owner)];
  }
}

/** Returns a linked set of transfers between two owners, of which a later one may spend what an earlier one brought. */
function linkedSet(id: string, owner: string, recipient: string, amount: bigint, random: Random): Request {
  const count = 2 + random.below(8);
  const orders = Array.from({ length: count }, (_, place) => {
    const [from, to] = place % 2 === 0 ? [owner, recipient] : [recipient, owner];
    return transfer(from, to, amount, { id: `${String.fromCharCode(103 + place)}${id.slice(1)}` });
  });
  return linked(orders);
}

/** Yields a transfer, and two reversals that may together exceed it. */
function* givenBack(id: string, owner: string, recipient: string, amount: bigint): Generator<Request> {
  const part = amount / 2n + 1n;
  yield transfer(owner, recipient, amount, { id });
  yield transfer(recipient, owner, part, { id: `r${id.slice(1)}`, reverses: id });
  yield reversal(recipient, owner, part, id, { id: `s${id.slice(1)}` });
}

/** Submits a request, repeatedly while the database is unavailable if this worker is patient. */
async function submit(request: Request): Promise<Outcome> {
  while (true) {
    try {
      return await ledger.submit(request);
    } catch (error) {
      if (!isPatient) throw error;
      reportOutage(error);
      await delay(50);
    }
  }
}

/** Reports an outage; throws any other error. */
function reportOutage(error: unknown): void {
  if (databaseOutage(database.dialect, error) === undefined) throw error;
  report("unavailable", (error as Error).message);
}

function entriesIn(outcome: Outcome): readonly Entry[] {
  if (outcome.kind === "entries") return outcome.entries;
  return outcome.kind === "entry" ? [outcome.entry] : [];
}

async function work(requests: Iterator<Request[]>, left: { count: number }): Promise<void> {
  while (left.count-- > 0 && !isStopping) {
    for (const request of requests.next().value as Request[]) {
      for (const entry of entriesIn(await submit(request))) {
        const { id, sequence, outcome: number } = entry;
        report("entry", id, sequence, number, Buffer.from(entryDigest(entryBytes(entry))).toString("hex"));
        if (isPatient) head.told(sequence);
      }
    }
  }
}

async function workConcurrently(requestSeed: number, requestCount: number): Promise<void> {
  const requests = requestsOf(new Random(requestSeed));
  const left = { count: requestCount };
  await Promise.all(Array.from({ length: concurrency }, () => work(requests, left)));
}

await workConcurrently(shared.seed, shared.count);
await workConcurrently(seed, count);
await head.idle();
await ledger.close();
await journal?.close();
await database.close();
