import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../server/modules/ledger/domain/default-policy.ts";
import { readEntry } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { isSystemOwner } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { postingsOf } from "../../../../server/modules/ledger/domain/entry/postings.ts";
import { rateUnit } from "../../../../server/modules/ledger/domain/rates/rates.ts";
import type { Outcome, Request, TransferRequest } from "../../../../server/modules/ledger/domain/requests.ts";
import { Audit } from "../../../../server/modules/ledger/engine/replay/audit.ts";
import { linkedFlaws } from "../../../../server/modules/ledger/engine/replay/linked-flaws.ts";
import { law } from "../../../support/laws/law.ts";
import {
  capture,
  creation,
  end,
  exchange,
  execution,
  expire,
  freshId,
  issue,
  linked,
  MemoryLedger,
  release,
  reversal,
  transfer,
  voidTransaction,
} from "./memory-ledger.ts";
import { Model } from "./model.ts";

/** A step of a history: a new request, a repeated one, or a change around the ledger. */
type Step =
  | { readonly kind: "request"; readonly make: (id: string) => Request; readonly id: number }
  | {
      readonly kind: "change";
      readonly make: (id: string, of: string) => Request;
      readonly id: number;
      readonly of: number;
    }
  | { readonly kind: "again"; readonly which: number }
  | {
      readonly kind: "linked";
      readonly orders: readonly (readonly [Partial<TransferRequest>, id: number, chance: number])[];
    }
  | {
      readonly kind: "back";
      readonly which: number;
      readonly id: number;
      readonly by: "transfer" | "create" | "reverse";
      readonly part: number;
    }
  | { readonly kind: "freeze"; readonly owner: string; readonly isFrozen: boolean }
  | { readonly kind: "rate"; readonly pair: readonly [string, string]; readonly rate: bigint }
  | { readonly kind: "wait"; readonly ms: number };

const owner = fc.constantFrom("anna", "ben", "carla", "nobody");
const asset = fc.constantFrom("TOKEN_STANDARD", "TOKEN_MICRO", "USD", "JPY", "XAU");
const money = fc.oneof(
  fc.bigInt({ min: 0n, max: 20n }),
  fc.integer({ min: 2, max: 18 }).chain((size) => fc.bigInt({ min: 1n, max: 10n ** BigInt(size) })),
);
const knownAsset = fc.constantFrom("TOKEN_STANDARD", "TOKEN_MICRO", "USD", "JPY");
const good = fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0);
const feeMax = fc.option(fc.bigInt({ min: 0n, max: 10n ** 6n }), { nil: undefined, freq: 5 });
const order = fc.record({ owner, recipient: owner, asset, amount: money, isValid: good, feeMax });

/** Before and after all times of the ledger. */
const expiry = fc.option(fc.constantFrom(0, Number.MAX_SAFE_INTEGER), { nil: undefined, freq: 10 });

/** Times by which holds must be captured: some too early, some too late, measured from the start of the ledger. */
const captureBefore = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1, 40_000_000, 100_000_000, 31 * 86_400_000, 40 * 86_400_000) },
);

const holdRequest: fc.Arbitrary<(id: string, of: string) => Request> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        owner,
        asset: knownAsset,
        amount: money,
        isSigned: good,
        isValid: good,
        expiresAtMs: expiry,
        keepRest: fc.boolean(),
      })
      .map((change) => (id: string, of: string) => capture(of, { ...change, id })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ owner, isSigned: good, isValid: good })
      .map((change) => (id: string, of: string) => release(of, { ...change, id })),
  },
  { weight: 1, arbitrary: owner.map((who) => (id: string, of: string) => end(of, who, id)) },
  { weight: 2, arbitrary: owner.map((who) => (_: string, of: string) => expire(of, who)) },
);

const anyRequest: fc.Arbitrary<(id: string) => Request> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(order, good, expiry, captureBefore).map(
      ([change, isSigned, expiresAtMs, lengthMs]) =>
        (id: string) =>
          transfer({ ...change, id, isSigned, expiresAtMs, ...heldFor(lengthMs) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(order, good).map(
      ([change, isSigned]) =>
        (id: string) =>
          creation({ ...change, isSigned, id }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(owner, good, captureBefore).map(([who, isSigned, lengthMs]) => (id: string) => ({
      ...execution(id, who, isSigned),
      ...heldFor(lengthMs),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ owner, source: asset, target: asset, sourceAmount: money })
      .map((change) => (id: string) => exchange({ ...change, id })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("deposit" as const, "deposit" as const, "withdraw" as const), owner, knownAsset, money)
      .map(([kind, who, what, amount]) => (id: string) => ({ ...issue(kind, who, what, amount + 1n), id })),
  },
  { weight: 1, arbitrary: owner.map((who) => (id: string) => voidTransaction(id, who)) },
);

function heldFor(lengthMs: number | undefined): { readonly captureBeforeMs?: number } {
  return lengthMs === undefined ? {} : { captureBeforeMs: new MemoryLedger().nowMs + lengthMs };
}

/** The ids of a linked set, by their numbers; others than the one of the step are seldom used before. */
const anyLinked = fc.record({
  kind: fc.constant("linked" as const),
  orders: fc.array(fc.tuple(order, fc.nat(60), fc.integer({ min: 0, max: 30 })), { minLength: 2, maxLength: 5 }),
});

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ kind: fc.constant("request" as const), make: anyRequest, id: fc.nat(15) }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("change" as const), make: holdRequest, id: fc.nat(15), of: fc.nat() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("again" as const), which: fc.nat() }) },
  { weight: 2, arbitrary: anyLinked },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("back" as const),
      which: fc.nat(),
      id: fc.nat(15),
      by: fc.constantFrom("transfer" as const, "create" as const, "reverse" as const),
      part: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("freeze" as const), owner, isFrozen: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("rate" as const),
      pair: fc.tuple(knownAsset, knownAsset),
      rate: fc.bigInt({ min: 1n, max: rateUnit * 10n }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(1, 40_000_000) }) },
);

describe("any sequence of requests", () => {
  law(
    "has the outcomes and balances of the model, sums of zero, and no negative balances",
    fc.array(anyStep, { maxLength: 80, size: "max" }),
    (steps) => {
      const ledger = prepared();
      const model = modelOf(ledger);
      const ids = Array.from({ length: 16 }, freshId);
      const requests: Request[] = [];
      for (const step of steps) {
        const request = stepped(step, ledger, model, requests, ids);
        if (request === undefined) continue;
        requests.push(request);
        expect(outcomeWord(ledger.submit(request))).toBe(model.submit(request, ledger.nowMs));
        expect(ledger.balances()).toEqual(moved(model.balances));
        expectConsistent(ledger);
      }
      for (const request of requests) expectReplay(ledger, request);
      expectNothingHeldForEver(ledger);
      expectAudited(ledger);
    },
    2,
  );

  it("covers every outcome", () => {
    const met = new Set<string>();
    for (const steps of fc.sample(fc.array(anyStep, { minLength: 80, maxLength: 80, size: "max" }), {
      numRuns: 2_500,
      seed: 2,
    })) {
      const ledger = prepared();
      const model = modelOf(ledger);
      const ids = Array.from({ length: 16 }, freshId);
      const requests: Request[] = [];
      for (const step of steps) {
        const request = stepped(step, ledger, model, requests, ids);
        if (request === undefined) continue;
        requests.push(request);
        met.add(`${request.kind} ${outcomeWord(ledger.submit(request))}`);
        if (ledger.entries.at(-1)?.exchanged && ledger.entries.at(-1)?.kind === 1) met.add("auto-exchange");
      }
    }
    expect([...met]).toEqual(expect.arrayContaining(everyOutcome));
  });
});

const everyOutcome = [
  ...["0", "1", "unsigned 1", "unsigned 2", "3", "4", "5", "6", "conflict"].map((outcome) => `transfer ${outcome}`),
  ...["0", "1", "2", "3", "4", "5", "6", "unknown"].map((outcome) => `execute ${outcome}`),
  ...["pending", "wallet invalid", "signature invalid", "funds insufficient", "conflict"].map(
    (outcome) => `create ${outcome}`,
  ),
  ...["0", "11", "12", "13", "14", "conflict"].map((outcome) => `exchange ${outcome}`),
  ...["0", "wallet invalid", "funds insufficient", "conflict"].map((outcome) => `withdraw ${outcome}`),
  ...["0", "wallet invalid", "conflict"].map((outcome) => `deposit ${outcome}`),
  ...["0", "reversal invalid", "reversal exceeded", "conflict"].map((outcome) => `reverse ${outcome}`),
  ...["0 0", "1 9", "9 3", "3 9", "9 5", "unlinked 2", "unlinked 1", "conflict"].map((outcome) => `linked ${outcome}`),
  ...["transfer 10", "transfer 15", "create reversal invalid", "create reversal exceeded"],
  ...["0", "1", "6", "conflict"].map((outcome) => `void ${outcome}`),
  ...["0", "1", "unsigned 1", "unsigned 2", "3", "6", "7", "8", "conflict"].map((outcome) => `capture ${outcome}`),
  ...["0", "1", "unsigned 2", "7", "8", "conflict"].map((outcome) => `release ${outcome}`),
  ...["0", "hold ended", "conflict"].map((outcome) => `end ${outcome}`),
  ...["0", "hold ended", "unknown"].map((outcome) => `expire ${outcome}`),
  "auto-exchange",
];

function prepared(): MemoryLedger {
  const ledger = new MemoryLedger(defaultPolicy);
  ledger.open("anna", { autoExchange: true, level: 5 });
  ledger.open("ben", { autoExchange: true, level: 1 });
  ledger.open("carla", { level: 0 });
  return ledger;
}

function modelOf(ledger: MemoryLedger): Model {
  const assets = [...defaultPolicy.assets.values()].map(
    ({ code, scale, feeBasisPoints, feeMinimum: minimum, networkFee, limits }) => {
      const [perTransaction, perDay] = [
        limits.map((limit) => limit.perTransaction),
        limits.map((limit) => limit.perDay),
      ];
      return [
        code,
        { scale, basisPoints: BigInt(feeBasisPoints), minimum, networkFee, perTransaction, perDay },
      ] as const;
    },
  );
  const model = new Model(new Map(assets), BigInt(defaultPolicy.exchangeBasisPoints));
  for (const [owner, facts] of ledger.wallets) model.wallets.set(owner, { ...facts });
  for (const [source, target] of [tokens, [...tokens].reverse()]) {
    ledger.setRate(source ?? "", target ?? "", rateUnit);
    model.rates.set(`${source} ${target}`, rateUnit);
  }
  for (const request of funds()) expect(outcomeWord(ledger.submit(request))).toBe(model.submit(request, ledger.nowMs));
  return model;
}

const tokens = ["TOKEN_STANDARD", "TOKEN_MICRO"];

/** Much for some, so that they reach limits before the money is gone, and little for others. */
function funds(): Request[] {
  return [
    issue("deposit", "anna", "TOKEN_STANDARD", 10n ** 9n),
    issue("deposit", "anna", "TOKEN_MICRO", 10n ** 16n),
    issue("deposit", "ben", "TOKEN_STANDARD", 10n ** 17n),
    issue("deposit", "ben", "USD", 10n ** 9n),
    issue("deposit", "carla", "USD", 10n ** 9n),
    issue("deposit", "carla", "JPY", 10n ** 9n),
  ];
}

/** Returns the request of a step; applies a step without a request to both ledger and model. */
function stepped(
  step: Step,
  ledger: MemoryLedger,
  model: Model,
  requests: readonly Request[],
  ids: readonly string[],
): Request | undefined {
  switch (step.kind) {
    case "request":
      return step.make(ids[step.id] ?? freshId());
    case "change": {
      // Mostly by the true recipient, and of a hold that there is.
      const made = [...ledger.holds.values()];
      const hold = made[step.of % Math.max(1, made.length)];
      const request = step.make(ids[step.id] ?? freshId(), hold?.id ?? freshId());
      if (hold === undefined || step.of % 5 === 0) return request;
      const asset = "asset" in request ? { asset: hold.asset } : {};
      return { ...request, owner: hold.recipient, ...asset } as Request;
    }
    case "again":
      return requests[step.which % Math.max(1, requests.length)];
    case "linked":
      return linked(
        step.orders.map(([change, id, chance]) =>
          transfer({ ...change, id: ids[id] ?? freshId(), isSigned: chance > 0 }),
        ),
      );
    case "back":
      return givingBack(step, ledger, ids[step.id] ?? freshId());
    case "freeze": {
      const facts = ledger.wallets.get(step.owner);
      if (facts === undefined) return undefined;
      ledger.open(step.owner, { ...facts, isFrozen: step.isFrozen });
      model.wallets.set(step.owner, { ...facts, isFrozen: step.isFrozen });
      return undefined;
    }
    case "rate":
      ledger.setRate(...step.pair, step.rate);
      model.rates.set(step.pair.join(" "), step.rate);
      return undefined;
    case "wait":
      ledger.nowMs += step.ms;
      return undefined;
  }
}

/** Returns a request to give back a part of what an earlier entry has moved, or more than that. */
function givingBack(step: Step & { kind: "back" }, { entries }: MemoryLedger, id: string): Request | undefined {
  const transfers = entries.filter(({ kind, outcome }) => kind === 1 || (outcome === 0 && (kind === 6 || kind === 7)));
  const captures = entries.filter(({ kind, outcome }) => kind === 7 && outcome === 0);
  const holds = entries.filter(({ id }) => captures.some(({ hold }) => hold?.id === id));
  const captured = [...captures, ...holds];
  const among = step.which % 4 === 0 ? entries : step.id % 2 === 0 || captured.length === 0 ? transfers : captured;
  const entry = among[step.which % Math.max(1, among === captured ? captured.length : transfers.length)];
  if (entry === undefined) return undefined;
  const { id: reverses, asset } = entry;
  const parties = [entry.counterparty ?? "ben", entry.owner] as const;
  const [owner, recipient] = entry.kind === 7 ? [parties[1], parties[0]] : parties;
  const amount = (entry.amount * BigInt(step.part)) / 3n;
  const back = { id, owner, recipient, asset, reverses };
  if (step.by === "reverse") return reversal({ ...back, amount: step.part === 0 ? undefined : amount });
  return (step.by === "create" ? creation : transfer)({ ...back, amount });
}

function outcomeWord(outcome: Outcome): string {
  if (outcome.kind === "entry") return String(outcome.entry.outcome);
  if (outcome.kind === "entries") return outcome.entries.map((entry) => entry.outcome).join(" ");
  if (outcome.kind === "unlinked") return `unlinked ${outcome.error}`;
  if (outcome.kind === "unsigned") return `unsigned ${outcome.error}`;
  return outcome.kind === "nothing" || outcome.kind === "refused" ? outcome.reason : outcome.kind;
}

function moved(balances: ReadonlyMap<string, bigint>): Record<string, bigint> {
  return Object.fromEntries([...balances].filter(([, balance]) => balance !== 0n));
}

function expectConsistent(ledger: MemoryLedger): void {
  const sums = new Map<string, bigint>();
  for (const [name, { balance }] of ledger.accounts) {
    const [owner = "", code = ""] = name.split(" ");
    sums.set(code, (sums.get(code) ?? 0n) + balance);
    if (!isSystemOwner(owner)) expect(balance).toBeGreaterThanOrEqual(0n);
  }
  for (const sum of sums.values()) expect(sum).toBe(0n);
}

/** Expects that a repeated request is answered from the ledger and changes nothing. */
function expectReplay(ledger: MemoryLedger, request: Request): void {
  const before = ledger.entry(request.id);
  if (before === undefined) return;
  if (request.kind === "linked") {
    const count = ledger.entries.length;
    const again = ledger.submit(request);
    expect(ledger.entries.length).toBe(count);
    if (again.kind === "entries") expect(again.isReplay).toBe(true);
    return;
  }
  const count = ledger.entries.length;
  const outcome = ledger.submit(request);
  expect(ledger.entries.length).toBe(count);
  if (outcome.kind === "entry") expect(outcome).toEqual({ kind: "entry", entry: before, isReplay: true });
}

/** Expects that all open holds can be ended by time, which leaves nothing held. */
function expectNothingHeldForEver(ledger: MemoryLedger): void {
  ledger.nowMs += 32 * 86_400_000;
  for (const { id, recipient, state } of [...ledger.holds.values()]) {
    if (state === 1) expect(ledger.outcome(expire(id, recipient))).toBe(0);
  }
  for (const [name, { balance, held }] of ledger.accounts) {
    expect([name, held]).toEqual([name, 0n]);
    if (name.startsWith("@holds ")) expect(balance).toBe(0n);
  }
}

function expectAudited(ledger: MemoryLedger): void {
  const audit = new Audit();
  for (const { batch, bytes } of ledger.batches) {
    const rows = bytes.map((entry) => ({ sequence: readEntry(entry).sequence, id: readEntry(entry).id, bytes: entry }));
    expect(linkedFlaws(audit.batch(batch, rows))).toEqual([]);
  }
  for (const entry of ledger.entries) {
    for (const [leg, { owner, asset, amount }] of postingsOf(entry).entries()) {
      audit.posting({ owner, asset }, { sequence: entry.sequence, leg, kind: entry.kind, amount });
    }
  }
  for (const [name, { balance, spentDay, spent }] of ledger.accounts) {
    const [owner = "", code = ""] = name.split(" ");
    const isCustomer = owner.startsWith("@") ? 0 : 1;
    audit.account({ owner, asset: code, balance, spending: { spentDay, spent }, isCustomer });
  }
  audit.endOfBatches();
  audit.end();
  expect(audit.findings).toEqual([]);
}
