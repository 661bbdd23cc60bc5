import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import type { Ledger, Outcome, Request, TransferRequest } from "../../../../server/modules/ledger/domain/book.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { Random } from "../../../support/laws/random.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { someDayMs } from "../../../support/ledger/constants.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import {
  capture,
  create,
  deposit,
  execute,
  hold,
  release,
  reversal,
  transfer,
  voidTransaction,
  withdrawal,
} from "../../../support/ledger/requests.ts";
import { PlainModel } from "./plain-model.ts";

const seed = Number(process.env["LAW_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const histories = Math.max(2, Math.ceil(Number(process.env["LAW_RUNS"] ?? 200) / 50));
const callers = 12;
const callsOfEach = 25;

/** A request and its outcome; `beginning` and `end` are ticks of a clock that counts beginnings and ends. */
interface Call {
  readonly request: Request;
  readonly outcome: Outcome;
  readonly beginning: number;
  readonly end: number;
}

onEveryDatabase("concurrent requests", (engine) => {
  const seeds = Array.from({ length: histories }, (_, index) => seed + index * 7919);

  it.each(seeds)("are linearizable in the order of the entries (LAW_SEED=%i)", async (own) => {
    const random = new Random(own);
    const batchMax = random.pick([1, 3, 8, 1_000]);
    const first = await openLedgerFixture(engine, { batchMax });
    // processes.test.ts covers several processes on SQLite; here two connections would block each other.
    const others = engine.kind === "mysql" ? [await openLedgerFixture(engine, { batchMax }, first.location)] : [];
    const ledgers = [first, ...others].map(({ ledger }) => ledger);
    const owners = [await first.addWallet(), await first.addWallet(), await first.addWallet()];
    const calls = await callAll(ledgers, owners, random);
    const entries = await expectConsistent(first.ledger);
    const model = new PlainModel();
    const balances = [owners.map(() => 0n)];
    const requestsOf = Map.groupBy(calls, ({ request }) => request.id);
    for (const { id, outcome } of entries) {
      const deciding = (requestsOf.get(id) ?? []).find((call) => isDecisive(call));
      if (deciding === undefined) throw new Error(`no call made entry ${id}`);
      if (deciding.request.kind === "execute") prepare(model, requestsOf.get(id) ?? []);
      expect(model.submit(deciding.request)).toBe(`entry ${outcome}`);
      balances.push(owners.map((owner) => model.balance(owner, standardAsset)));
    }
    for (const owner of owners) {
      const [stored] = await first.ledger.balances(owner);
      expect(stored?.balance ?? 0n).toBe(model.balance(owner, standardAsset));
    }
    expectOneAnswer(calls);
    expectRealTime(calls);
    expectSeen(calls, (owner, after) => balances[after]?.[owners.indexOf(owner)] as bigint);
  });
});

/** Runs callers that each await an answer before the next request, with shared ids. */
async function callAll(ledgers: readonly Ledger[], owners: readonly string[], random: Random): Promise<Call[]> {
  const calls: Call[] = [];
  const shared = Array.from({ length: 34 }, () => requestsWith(owners, random));
  for (let count = 0; count < 6; count++) shared.push(...holdsWith(owners, random));
  const transfers = shared.flat().filter(({ kind }) => kind === "transfer") as TransferRequest[];
  shared.push(...transfers.slice(0, 20).map((given): [Request] => [backOf(given, random)]));
  let clock = 0;
  const caller = async (own: Random) => {
    for (let count = 0; count < callsOfEach; count++) {
      const request = own.pick(own.chance(0.5) ? own.pick(shared) : requestsWith(owners, own));
      const beginning = clock++;
      const outcome = await own.pick(ledgers).submit(request);
      calls.push({ request, outcome, beginning, end: clock++ });
    }
  };
  for (const owner of owners) {
    const request = deposit(owner, 5_000n);
    calls.push({ request, beginning: clock++, outcome: await (ledgers[0] as Ledger).submit(request), end: clock++ });
  }
  await Promise.all(Array.from({ length: callers }, (_, n) => caller(new Random(random.below(2 ** 31) + n))));
  return calls;
}

/** Gives a part of a transfer back, or more than it. */
function backOf({ id, owner, recipient, amount }: TransferRequest, random: Random): Request {
  const part = BigInt(1 + random.below(Math.ceil(1.2 * Number(amount))));
  if (random.chance(0.5)) return reversal(recipient, owner, part, id);
  return transfer(recipient, owner, part, { reverses: id });
}

/** Returns the requests that may use one id. */
function requestsWith(owners: readonly string[], random: Random): [Request, ...Request[]] {
  const [owner, recipient] = [random.pick(owners), random.pick(owners)];
  const id = randomUUID();
  const amount = BigInt(1 + random.below(3_000));
  if (random.chance(0.1)) return [deposit(owner, amount, { id })];
  if (random.chance(0.2)) return [withdrawal(owner, amount, { id })];
  const order = transfer(owner, recipient, amount, { id });
  if (random.chance(0.5)) return [order, order, voidTransaction(id, owner)];
  return [create(owner, recipient, amount, { id }), execute(id, owner), execute(id, owner), voidTransaction(id, owner)];
}

/** Returns a hold, and the requests that change it: captures of half of it, and releases, by the true one and by others. */
function holdsWith(owners: readonly string[], random: Random): [Request, ...Request[]][] {
  const [owner, recipient] = [random.pick(owners), random.pick(owners)];
  const held = hold(owner, recipient, BigInt(2 + random.below(2_000)), someDayMs + 1);
  const half = held.amount / 2n + 1n;
  const others = [recipient, recipient, random.pick(owners)];
  return [
    [held, held, voidTransaction(held.id, owner)],
    ...others.map((who): [Request] => [capture(who, held.id, half, { keepRest: true })]),
    [release(recipient, held.id)],
    [capture(recipient, held.id, 1n, { keepRest: true })],
  ];
}

/** Whether the call made the entry of its id. */
function isDecisive({ outcome }: Call): boolean {
  return outcome.kind === "entry" && !outcome.isReplay;
}

/** Creates the transfer that an execution processed; the model checks its balance when it is processed. */
function prepare(model: PlainModel, calls: readonly Call[]): void {
  const creation = calls.find(({ request, outcome }) => request.kind === "create" && outcome.kind === "pending");
  if (creation === undefined) throw new Error("an entry was processed that nobody has created");
  model.create(creation.request);
}

/** Expects that all answers about an entry are the same, and that one of them made it. */
function expectOneAnswer(calls: readonly Call[]): void {
  for (const ofId of Map.groupBy(calls, ({ request }) => request.id).values()) {
    const outcomes = ofId.flatMap(({ outcome }) => (outcome.kind === "entry" ? [outcome] : []));
    expect(new Set(outcomes.map(({ entry }) => `${entry.sequence} ${entry.outcome}`)).size).toBeLessThanOrEqual(1);
    expect(outcomes.filter(({ isReplay }) => !isReplay).length).toBe(Math.min(1, outcomes.length));
  }
}

/** Expects that a call that ended before another began has the earlier entry. */
function expectRealTime(calls: readonly Call[]): void {
  let latestBeginning = -1;
  for (const { beginning, end, outcome } of inOrderOf(calls)) {
    expect(end, `entry ${sequenceOf(outcome)} had ended before an earlier one began`).toBeGreaterThan(latestBeginning);
    latestBeginning = Math.max(latestBeginning, beginning);
  }
}

/**
 * Expects that an answer without an entry was true at some moment of its call: that the balance was too low for a
 * withdrawal or a created transfer, or sufficient for a created transfer.
 */
function expectSeen(calls: readonly Call[], balanceAfter: (owner: string, sequence: number) => bigint): void {
  const decisive = inOrderOf(calls);
  for (const { request, outcome, beginning, end } of calls) {
    const isCreated = outcome.kind === "pending" && !outcome.isReplay;
    const isShort = "reason" in outcome && outcome.reason === "funds insufficient";
    const amount = "amount" in request ? request.amount : undefined;
    if (amount === undefined || !(isCreated || isShort)) continue;
    const from = sequenceOf(decisive.findLast((other) => other.end < beginning)?.outcome) ?? 0;
    const next = sequenceOf(decisive.find((other) => other.beginning > end)?.outcome) ?? decisive.length + 1;
    const moments = Array.from({ length: next - from }, (_, index) => balanceAfter(request.owner, from + index));
    const isTrue = moments.some((balance) => balance < amount === isShort);
    expect(isTrue, `${request.kind} of ${amount}: ${outcome.kind}, with ${moments.join(", ")}`).toBe(true);
  }
}

/** Calls that made entries, in the order of the entries. */
function inOrderOf(calls: readonly Call[]): Call[] {
  const place = ({ outcome }: Call) => sequenceOf(outcome) ?? 0;
  return calls.filter(isDecisive).toSorted((a, b) => place(a) - place(b));
}

function sequenceOf(outcome: Outcome | undefined): number | undefined {
  return outcome?.kind === "entry" ? outcome.entry.sequence : undefined;
}
