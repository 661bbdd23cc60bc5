import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../../server/modules/ledger/domain/default-policy.ts";
import { amountMax } from "../../../../../server/modules/ledger/domain/money.ts";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import type { ExchangeRequest, TransferRequest } from "../../../../../server/modules/ledger/domain/requests.ts";
import { law } from "../../../../support/laws/law.ts";
import { exchange, issue, MemoryLedger, transfer } from "../memory-ledger.ts";

/** Breaks one rule for an otherwise valid request, by a change of the ledger or of the request. */
interface Breach<R> {
  readonly name: string;
  readonly code: number;
  readonly arrange?: (ledger: MemoryLedger) => void;
  readonly request?: Partial<R>;
}

const transferBreaches: readonly Breach<TransferRequest>[] = [
  { name: "an order that is not valid", code: 1, request: { isValid: false } },
  { name: "an unknown asset", code: 1, request: { asset: "XAU" } },
  { name: "an amount of nothing", code: 1, request: { amount: 0n } },
  { name: "an amount below zero", code: 1, request: { amount: -1n } },
  { name: "an amount above the cap", code: 1, request: { amount: amountMax + 1n } },
  { name: "a sender who is the recipient", code: 1, request: { recipient: "anna" } },
  { name: "a fee above the agreed maximum", code: 1, request: { feeMax: 99_999n } },
  { name: "a frozen wallet", code: 1, arrange: (ledger) => ledger.open("anna", { isFrozen: true }) },
  { name: "a sender without a wallet", code: 1, arrange: (ledger) => ledger.wallets.delete("anna") },
  { name: "a wrong signature", code: 2, request: { isSigned: false } },
  { name: "too little money", code: 3, arrange: emptied },
  { name: "a recipient without a wallet", code: 4, arrange: (ledger) => ledger.wallets.delete("ben") },
  { name: "a system account as recipient", code: 4, request: { recipient: "@fees" } },
  {
    name: "an amount above a limit",
    code: 5,
    arrange: (ledger) => ledger.wallets.has("anna") && ledger.open("anna", { ...ledger.wallet("anna"), level: 6 }),
  },
];

describe("a transaction that breaks two rules", () => {
  it.each(pairs(transferBreaches))("$first.name, and $second.name: code $code", ({ first, second, code }) => {
    expect(transferOutcome([first, second])).toBe(code);
  });

  law("or more gets the code of the first broken rule", fc.subarray([...transferBreaches]), (breaches) => {
    expect(transferOutcome(breaches)).toBe(firstCode(breaches));
  });

  it("or one gets a code, and one that breaks none succeeds", () => {
    for (const breach of transferBreaches)
      expect([breach.name, transferOutcome([breach])]).toEqual([breach.name, breach.code]);
    expect(transferOutcome([])).toBe(0);
  });
});

const exchangeBreaches: readonly Breach<ExchangeRequest>[] = [
  { name: "a frozen wallet", code: 11, arrange: (ledger) => ledger.open("anna", { isFrozen: true }) },
  { name: "no wallet", code: 11, arrange: (ledger) => ledger.wallets.delete("anna") },
  { name: "an unknown source", code: 12, request: { source: "XAU" } },
  { name: "too little money", code: 12, arrange: emptied },
  { name: "more than anybody holds", code: 12, request: { sourceAmount: amountMax + 1n } },
  { name: "an unknown target", code: 13, request: { target: "XAU" } },
  { name: "a source that is the target", code: 13, request: { target: "TOKEN_STANDARD" } },
  { name: "no rate", code: 13, arrange: (ledger) => ledger.rates.clear() },
  { name: "an unknown quote", code: 13, request: { quoteId: "gone" } },
  { name: "a quote of somebody else", code: 13, request: { quoteId: "of ben" } },
  { name: "a quote of another amount", code: 13, request: { quoteId: "of more" } },
  { name: "a quote that has ended", code: 13, request: { quoteId: "of before" } },
  { name: "a quote of another target", code: 13, request: { quoteId: "in dollars" } },
  { name: "a quote of another source", code: 13, request: { quoteId: "of micro" } },
  { name: "too little for a minor unit", code: 14, arrange: (ledger) => setRates(ledger, 1n) },
];

describe("an exchange that breaks two rules", () => {
  it.each(pairs(exchangeBreaches))("$first.name, and $second.name: code $code", ({ first, second, code }) => {
    expect(exchangeOutcome([first, second])).toBe(code);
  });

  law("or more gets the code of the first broken rule", fc.subarray([...exchangeBreaches]), (breaches) => {
    expect(exchangeOutcome(breaches)).toBe(firstCode(breaches));
  });

  it("or one gets a code, and one that breaks none succeeds", () => {
    for (const breach of exchangeBreaches)
      expect([breach.name, exchangeOutcome([breach])]).toEqual([breach.name, breach.code]);
    expect(exchangeOutcome([])).toBe(0);
  });
});

function transferOutcome(breaches: readonly Breach<TransferRequest>[]): number {
  const ledger = prepared(breaches);
  const before = ledger.balances();
  const outcome = ledger.outcome(transfer({ feeMax: 100_000n, ...requestOf(breaches) }));
  if (outcome !== 0) expect(ledger.balances()).toEqual(before);
  return outcome;
}

function exchangeOutcome(breaches: readonly Breach<ExchangeRequest>[]): number {
  const ledger = prepared(breaches);
  const before = ledger.balances();
  const outcome = ledger.outcome(exchange({ sourceAmount: 2_000n, ...requestOf(breaches) }));
  if (outcome !== 0) expect(ledger.balances()).toEqual(before);
  return outcome;
}

function prepared<R>(breaches: readonly Breach<R>[]): MemoryLedger {
  const ledger = new MemoryLedger(defaultPolicy);
  ledger.open("anna");
  ledger.open("ben");
  ledger.give("anna", "TOKEN_STANDARD", 149_150_000n);
  const terms = { owner: "anna", sourceAmount: 2_000n, endsAtMs: ledger.nowMs + 1 };
  const rate = { source: "TOKEN_STANDARD", target: "TOKEN_MICRO", rate: rateUnit, origin: "test", atMs: ledger.nowMs };
  ledger.quotes.set("of ben", { ...terms, id: "of ben", rate, owner: "ben" });
  ledger.quotes.set("of more", { ...terms, id: "of more", rate, sourceAmount: 2_001n });
  ledger.quotes.set("of before", { ...terms, id: "of before", rate, endsAtMs: ledger.nowMs });
  ledger.quotes.set("in dollars", { ...terms, id: "in dollars", rate: { ...rate, target: "USD" } });
  ledger.quotes.set("of micro", { ...terms, id: "of micro", rate: { ...rate, source: "TOKEN_MICRO" } });
  setRates(ledger, rateUnit);
  // Spending the money needs the wallet that another breach removes.
  for (const { arrange } of [...breaches].sort((a, b) => b.code - a.code)) arrange?.(ledger);
  return ledger;
}

function setRates(ledger: MemoryLedger, rate: bigint): void {
  ledger.setRate("TOKEN_STANDARD", "TOKEN_MICRO", rate);
}

/** Applies breaches of earlier rules last, so that they override those of later rules. */
function requestOf<R>(breaches: readonly Breach<R>[]): Partial<R> {
  return Object.assign({}, ...[...breaches].sort((a, b) => b.code - a.code).map(({ request }) => request));
}

function firstCode<R>(breaches: readonly Breach<R>[]): number {
  return breaches.length === 0 ? 0 : Math.min(...breaches.map(({ code }) => code));
}

function pairs<R>(breaches: readonly Breach<R>[]) {
  return breaches.flatMap((first, index) =>
    breaches.slice(index + 1).map((second) => ({ first, second, code: firstCode([first, second]) })),
  );
}

function emptied(ledger: MemoryLedger): void {
  ledger.outcome(issue("withdraw", "anna", "TOKEN_STANDARD", 149_149_000n));
}
