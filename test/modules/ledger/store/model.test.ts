import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import type { Entry } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import type { Ledger, Outcome, Request, TransferRequest } from "../../../../server/modules/ledger/domain/requests.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { Random } from "../../../support/laws/random.ts";
import { lawRuns } from "../../../support/laws/runs.ts";
import { lawSeed as seed } from "../../../support/laws/seed.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { someDayMs } from "../../../support/ledger/constants.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import {
  capture,
  create,
  deposit,
  execute,
  hold,
  linked,
  release,
  reversal,
  transfer,
  voidTransaction,
  withdrawal,
} from "../../../support/ledger/requests.ts";
import { PlainModel } from "./plain-model.ts";

const histories = Math.max(2, Math.ceil(lawRuns / 50));
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
    const callsOf = callsById(calls);
    for (const { id, outcome } of entries) {
      const own = callsOf.get(id) ?? [];
      const deciding = own.find((call) => entriesOf(call.outcome, isNew).some((entry) => entry.id === id));
      if (deciding === undefined) throw new Error(`no call made entry ${id}`);
      const { request } = deciding;
      if (request.kind === "execute") prepare(model, own);
      if (request.kind !== "linked") model.submit(request);
      else if (id === request.id) model.link(request);
      expect(model.outcomeOf(id), `${request.kind} ${id}`).toBe(`entry ${outcome}`);
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
  for (let count = 0; count < 12; count++) shared.push(setWith(owners, transfers, random));
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

/** Gives a part of a transfer or capture back, or more than it. */
function backOf(
  { id, owner, recipient, amount }: Pick<TransferRequest, "id" | "owner" | "recipient" | "amount">,
  random: Random,
): Request {
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

/**
 * Returns a hold, and the requests that change it: captures of half of it, and releases, by the true one and by others; and
 * those that give captures back, by the id of one and of the hold.
 */
function holdsWith(owners: readonly string[], random: Random): [Request, ...Request[]][] {
  const [owner, recipient] = [random.pick(owners), random.pick(owners)];
  const held = hold(owner, recipient, BigInt(2 + random.below(2_000)), someDayMs + 1);
  const half = held.amount / 2n + 1n;
  const others = [recipient, recipient, random.pick(owners)];
  const captures = others.map((who) => capture(who, held.id, half, { keepRest: true }));
  const refunds = [...captures, ...captures, held, held].map(({ id }): [Request] => [
    backOf({ id, owner, recipient, amount: half }, random),
  ]);
  return [
    [held, held, voidTransaction(held.id, owner)],
    ...captures.map((one): [Request] => [one]),
    ...refunds,
    [release(recipient, held.id)],
    [capture(recipient, held.id, 1n, { keepRest: true })],
  ];
}

/**
 * Returns a linked set of new orders, of which some hold money or give something back, and at times of an order that is also
 * sent by itself; and the same set in another sequence, which is another one.
 */
function setWith(
  owners: readonly string[],
  transfers: readonly TransferRequest[],
  random: Random,
): [Request, ...Request[]] {
  const orders = Array.from({ length: 2 + random.below(4) }, (): TransferRequest => {
    const [owner, recipient] = [random.pick(owners), random.pick(owners)];
    const amount = BigInt(1 + random.below(1_500));
    if (random.chance(0.2)) return hold(owner, recipient, amount, someDayMs + 1);
    const given = random.pick(transfers);
    if (random.chance(0.2)) return transfer(given.recipient, given.owner, 1n, { reverses: given.id });
    return transfer(owner, recipient, amount);
  });
  if (random.chance(0.3)) orders[1] = random.pick(transfers);
  const set = linked(orders);
  return [set, set, set, linked(orders.toReversed()), orders[0] as TransferRequest];
}

/** Calls by the ids that they name: a linked set names many. */
function callsById(calls: readonly Call[]): Map<string, Call[]> {
  const pairs = calls.flatMap((call) => {
    const { request } = call;
    const ids = request.kind === "linked" ? request.orders.map(({ id }) => id) : [request.id];
    return ids.map((id) => ({ id, call }));
  });
  return new Map([...Map.groupBy(pairs, ({ id }) => id)].map(([id, own]) => [id, own.map(({ call }) => call)]));
}

type Entered = Extract<Outcome, { kind: "entry" | "entries" }>;

/** Whether the call made the entries of its answer. */
function isNew({ isReplay }: Entered): boolean {
  return !isReplay;
}

/** Entries of an answer. */
function entriesOf(outcome: Outcome, isCounted: (outcome: Entered) => boolean = () => true): readonly Entry[] {
  if (outcome.kind === "entry" && isCounted(outcome)) return [outcome.entry];
  return outcome.kind === "entries" && isCounted(outcome) ? outcome.entries : [];
}

/** Whether the call made entries. */
function isDecisive({ outcome }: Call): boolean {
  return entriesOf(outcome, isNew).length > 0;
}

/** Creates the transfer that an execution processed; the model checks its balance when it is processed. */
function prepare(model: PlainModel, calls: readonly Call[]): void {
  const creation = calls.find(({ request, outcome }) => request.kind === "create" && outcome.kind === "pending");
  if (creation === undefined) throw new Error("an entry was processed that nobody has created");
  model.create(creation.request);
}

/** Expects that all answers about an entry are the same, and that one of them made it. */
function expectOneAnswer(calls: readonly Call[]): void {
  for (const [id, ofId] of callsById(calls)) {
    const own = (outcome: Outcome, isCounted?: (outcome: Entered) => boolean) =>
      entriesOf(outcome, isCounted).filter((entry) => entry.id === id);
    const answers = ofId.flatMap(({ outcome }) => own(outcome));
    expect(new Set(answers.map(({ sequence, outcome }) => `${sequence} ${outcome}`)).size).toBeLessThanOrEqual(1);
    expect(ofId.flatMap(({ outcome }) => own(outcome, isNew)).length).toBe(Math.min(1, answers.length));
  }
}

/** Expects that a call that ended before another began has the earlier entry. */
function expectRealTime(calls: readonly Call[]): void {
  let latestBeginning = -1;
  for (const { beginning, end, outcome } of inOrderOf(calls)) {
    expect(end, `entry ${firstOf(outcome)} had ended before an earlier one began`).toBeGreaterThan(latestBeginning);
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
    const from = decisive.findLastIndex((other) => other.end < beginning);
    const next = decisive.findIndex((other) => other.beginning > end);
    // Nobody sees the state in the middle of a linked set.
    const ends = [0, ...decisive.slice(0, next < 0 ? undefined : next).map(({ outcome }) => lastOf(outcome))];
    const moments = ends.slice(from + 1).map((sequence) => balanceAfter(request.owner, sequence));
    const isTrue = moments.some((balance) => balance < amount === isShort);
    expect(isTrue, `${request.kind} of ${amount}: ${outcome.kind}, with ${moments.join(", ")}`).toBe(true);
  }
}

/** Calls that made entries, in the order of the entries. */
function inOrderOf(calls: readonly Call[]): Call[] {
  return calls.filter(isDecisive).toSorted((a, b) => firstOf(a.outcome) - firstOf(b.outcome));
}

/** Sequence number of the first entry of an answer. */
function firstOf(outcome: Outcome): number {
  return entriesOf(outcome)[0]?.sequence as number;
}

function lastOf(outcome: Outcome): number {
  return entriesOf(outcome).at(-1)?.sequence as number;
}
