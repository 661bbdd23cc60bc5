/**
 * A process with a ledger that moves money: first by requests that other processes make too, then by its own, until they
 * are done or it is killed. Every outcome it tells in a line, as soon as it knows.
 */
import { writeSync } from "node:fs";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import type { Request } from "../../../server/modules/ledger/domain/book.ts";
import { entryBytes, entryDigest } from "../../../server/modules/ledger/domain/entry/chain.ts";
import { openLedger } from "../../../server/modules/ledger/store/ledger.ts";
import { Random } from "../laws/random.ts";
import { policy, settleEvery, someDayMs, twoForOne } from "./constants.ts";
import type { Line, Task } from "./process-life.ts";
import { create, deposit, exchange, execute, seal, transfer, withdrawal } from "./requests.ts";

const {
  location,
  owners,
  seed,
  shared,
  count = Number.POSITIVE_INFINITY,
  killAt,
  batchMax,
} = JSON.parse(process.argv[2] as string) as Task;
const lanes = 16;
let stepsToGo = killAt?.nth ?? 0;

/** Before this answers, the other side can read it, whatever becomes of this process. */
function tell(...line: Line): void {
  let left = Buffer.from(`${JSON.stringify(line)}\n`);
  while (left.length > 0) left = left.subarray(written(left));
}

function written(bytes: Buffer): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    // The other side has not read for a while.
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return 0;
    throw error;
  }
}

const database = await openServiceDatabase(location);
const ledger = await openLedger(database, {
  policy,
  rates: twoForOne,
  now: () => someDayMs,
  settleEvery,
  ...(batchMax !== undefined && { batchMax }),
  afterStep(step) {
    if (step === killAt?.step && --stepsToGo === 0) process.kill(process.pid, "SIGKILL");
  },
});

/** A request and what must follow it. */
function* requestsOf(random: Random): Generator<Request[]> {
  while (true) {
    const [owner, recipient] = [random.pick(owners), random.pick(owners)];
    const bytes = random.bytes(16).toString("hex");
    const id = `${bytes.slice(0, 8)}-${bytes.slice(8, 12)}-${bytes.slice(12, 16)}-${bytes.slice(16, 20)}-${bytes.slice(20)}`;
    // Every now and then one is more than there is.
    const amount = BigInt(1 + random.below(random.chance(0.1) ? 1_000_000 : 1_000));
    const choice = random.next();
    if (choice < 0.6) yield [transfer(owner, recipient, amount, { id })];
    else if (choice < 0.75) yield [create(owner, recipient, amount, { id }), execute(id, owner)];
    else if (choice < 0.85) yield [exchange(owner, amount, { id })];
    else if (choice < 0.9) yield [deposit(owner, amount, { id })];
    else if (choice < 0.95) yield [withdrawal(owner, amount, { id })];
    else yield [create(owner, recipient, amount, { id }), seal(id, owner), execute(id, owner)];
  }
}

async function work(requests: Iterator<Request[]>, left: { count: number }): Promise<void> {
  while (left.count-- > 0) {
    for (const request of requests.next().value as Request[]) {
      const outcome = await ledger.submit(request);
      if (outcome.kind !== "entry") continue;
      const { id, sequence, outcome: number } = outcome.entry;
      tell("entry", id, sequence, number, Buffer.from(entryDigest(entryBytes(outcome.entry))).toString("hex"));
    }
  }
}

async function workInLanes(requestSeed: number, requestCount: number): Promise<void> {
  const requests = requestsOf(new Random(requestSeed));
  const left = { count: requestCount };
  await Promise.all(Array.from({ length: lanes }, () => work(requests, left)));
}

await workInLanes(shared.seed, shared.count);
await workInLanes(seed, count);
await ledger.close();
await database.close();
