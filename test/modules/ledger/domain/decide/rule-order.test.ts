import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExchangeRequest, TransferRequest } from "../../../../../server/modules/ledger/domain/book.ts";
import { defaultPolicy } from "../../../../../server/modules/ledger/domain/default-policy.ts";
import { amountMax } from "../../../../../server/modules/ledger/domain/money.ts";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import { law } from "../../../../support/laws/law.ts";
import { exchange, issue, MemoryLedger, transfer } from "../memory-ledger.ts";

/** Something that breaks one rule of an otherwise good request, in what is there or in what is asked for. */
interface Breach<R> {
  readonly name: string;
  readonly code: number;
  readonly there?: (scene: MemoryLedger) => void;
  readonly asked?: Partial<R>;
}

const transferBreaches: readonly Breach<TransferRequest>[] = [
  { name: "an order that cannot be true", code: 1, asked: { isValid: false } },
  { name: "an unknown asset", code: 1, asked: { asset: "XAU" } },
  { name: "an amount of nothing", code: 1, asked: { amount: 0n } },
  { name: "an amount below zero", code: 1, asked: { amount: -1n } },
  { name: "an amount above the cap", code: 1, asked: { amount: amountMax + 1n } },
  { name: "a sender who is the recipient", code: 1, asked: { recipient: "anna" } },
  { name: "a fee above what was agreed to", code: 1, asked: { feeMax: 99_999n } },
  { name: "a frozen wallet", code: 1, there: (scene) => scene.open("anna", { isFrozen: true }) },
  { name: "a sender without a wallet", code: 1, there: (scene) => scene.wallets.delete("anna") },
  { name: "a wrong signature", code: 2, asked: { isSigned: false } },
  { name: "too little money", code: 3, there: emptied },
  { name: "a recipient without a wallet", code: 4, there: (scene) => scene.wallets.delete("ben") },
  { name: "a sender of the system", code: 4, asked: { recipient: "@fees" } },
  {
    name: "an amount above a limit",
    code: 5,
    there: (scene) => scene.wallets.has("anna") && scene.open("anna", { ...scene.wallet("anna"), level: 6 }),
  },
];

describe("a transaction that breaks two rules", () => {
  it.each(pairs(transferBreaches))("$first.name, and $second.name: code $code", ({ first, second, code }) => {
    expect(transferOutcome([first, second])).toBe(code);
  });

  law("or more gets the code of the first", fc.subarray([...transferBreaches]), (breaches) => {
    expect(transferOutcome(breaches)).toBe(firstCode(breaches));
  });

  it("or one gets its code, and none succeeds", () => {
    for (const breach of transferBreaches)
      expect([breach.name, transferOutcome([breach])]).toEqual([breach.name, breach.code]);
    expect(transferOutcome([])).toBe(0);
  });
});

const exchangeBreaches: readonly Breach<ExchangeRequest>[] = [
  { name: "a request that cannot be true", code: 11, asked: { isValid: false } },
  { name: "an unknown source", code: 11, asked: { source: "XAU" } },
  { name: "an unknown target", code: 11, asked: { target: "XAU" } },
  { name: "a source that is the target", code: 11, asked: { target: "TOKEN_STANDARD" } },
  { name: "an amount of nothing", code: 11, asked: { sourceAmount: 0n } },
  { name: "an amount above the cap", code: 11, asked: { sourceAmount: amountMax + 1n } },
  { name: "a frozen wallet", code: 11, there: (scene) => scene.open("anna", { isFrozen: true }) },
  { name: "no wallet", code: 11, there: (scene) => scene.wallets.delete("anna") },
  { name: "too little money", code: 12, there: emptied },
  { name: "no rate", code: 13, there: (scene) => scene.rates.clear() },
  { name: "an unknown quote", code: 13, asked: { quoteId: "gone" } },
  { name: "a quote of somebody else", code: 13, asked: { quoteId: "of ben" } },
  { name: "a quote of another amount", code: 13, asked: { quoteId: "of more" } },
  { name: "a quote that has ended", code: 13, asked: { quoteId: "of before" } },
  { name: "a quote of another target", code: 13, asked: { quoteId: "in dollars" } },
  { name: "a quote of another source", code: 13, asked: { quoteId: "of micro" } },
  { name: "too little for a minor unit", code: 14, there: (scene) => setRates(scene, 1n) },
];

describe("an exchange that breaks two rules", () => {
  it.each(pairs(exchangeBreaches))("$first.name, and $second.name: code $code", ({ first, second, code }) => {
    expect(exchangeOutcome([first, second])).toBe(code);
  });

  law("or more gets the code of the first", fc.subarray([...exchangeBreaches]), (breaches) => {
    expect(exchangeOutcome(breaches)).toBe(firstCode(breaches));
  });

  it("or one gets its code, and none succeeds", () => {
    for (const breach of exchangeBreaches)
      expect([breach.name, exchangeOutcome([breach])]).toEqual([breach.name, breach.code]);
    expect(exchangeOutcome([])).toBe(0);
  });
});

function transferOutcome(breaches: readonly Breach<TransferRequest>[]): number {
  const scene = prepared(breaches);
  const before = scene.balances();
  const outcome = scene.outcome(transfer({ feeMax: 100_000n, ...askedBy(breaches) }));
  if (outcome !== 0) expect(scene.balances()).toEqual(before);
  return outcome;
}

function exchangeOutcome(breaches: readonly Breach<ExchangeRequest>[]): number {
  const scene = prepared(breaches);
  const before = scene.balances();
  const outcome = scene.outcome(exchange({ sourceAmount: 2_000n, ...askedBy(breaches) }));
  if (outcome !== 0) expect(scene.balances()).toEqual(before);
  return outcome;
}

function prepared<R>(breaches: readonly Breach<R>[]): MemoryLedger {
  const scene = new MemoryLedger(defaultPolicy);
  scene.open("anna");
  scene.open("ben");
  scene.give("anna", "TOKEN_STANDARD", 149_150_000n);
  const terms = { owner: "anna", sourceAmount: 2_000n, endsAtMs: scene.nowMs + 1 };
  const rate = { source: "TOKEN_STANDARD", target: "TOKEN_MICRO", rate: rateUnit, origin: "test", atMs: scene.nowMs };
  scene.quotes.set("of ben", { ...terms, id: "of ben", rate, owner: "ben" });
  scene.quotes.set("of more", { ...terms, id: "of more", rate, sourceAmount: 2_001n });
  scene.quotes.set("of before", { ...terms, id: "of before", rate, endsAtMs: scene.nowMs });
  scene.quotes.set("in dollars", { ...terms, id: "in dollars", rate: { ...rate, target: "USD" } });
  scene.quotes.set("of micro", { ...terms, id: "of micro", rate: { ...rate, source: "TOKEN_MICRO" } });
  setRates(scene, rateUnit);
  // What spends the money needs the wallet that another breach takes away.
  for (const { there } of [...breaches].sort((a, b) => b.code - a.code)) there?.(scene);
  return scene;
}

function setRates(scene: MemoryLedger, rate: bigint): void {
  scene.setRate("TOKEN_STANDARD", "TOKEN_MICRO", rate);
}

/** Those of the first rules last, so that no later one takes them back. */
function askedBy<R>(breaches: readonly Breach<R>[]): Partial<R> {
  return Object.assign({}, ...[...breaches].sort((a, b) => b.code - a.code).map(({ asked }) => asked));
}

function firstCode<R>(breaches: readonly Breach<R>[]): number {
  return breaches.length === 0 ? 0 : Math.min(...breaches.map(({ code }) => code));
}

function pairs<R>(breaches: readonly Breach<R>[]) {
  return breaches.flatMap((first, index) =>
    breaches.slice(index + 1).map((second) => ({ first, second, code: firstCode([first, second]) })),
  );
}

function emptied(scene: MemoryLedger): void {
  scene.outcome(issue("withdraw", "anna", "TOKEN_STANDARD", 149_149_000n));
}
