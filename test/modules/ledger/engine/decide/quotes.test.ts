import { describe, expect, it } from "vitest";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import { exchange, MemoryLedger } from "../memory-ledger.ts";

function prepared(): MemoryLedger {
  const ledger = new MemoryLedger();
  ledger.open("anna");
  ledger.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  const pair = { source: "TOKEN_STANDARD", target: "TOKEN_MICRO", origin: "quoted", atMs: ledger.nowMs };
  ledger.quotes.set("quote", {
    id: "quote",
    owner: "anna",
    sourceAmount: 10n ** 8n,
    rate: { ...pair, rate: 2n * rateUnit },
    endsAtMs: ledger.nowMs + 30_000,
  });
  ledger.setRate("TOKEN_STANDARD", "TOKEN_MICRO", rateUnit);
  return ledger;
}

describe("a quote", () => {
  it("sets the rate of its exchange, whatever the current rate, and is recorded", () => {
    const ledger = prepared();
    ledger.rates.clear();
    ledger.nowMs += 29_999;
    expect(ledger.outcome(exchange({ quoteId: "quote" }))).toBe(0);
    expect(ledger.balance("anna", "TOKEN_MICRO")).toBe(199n * 10n ** 10n);
    const recorded = { rate: 2n * rateUnit, rateSource: "quoted", quoteId: "quote" };
    expect(ledger.entries.at(-1)?.exchanged).toMatchObject(recorded);
  });

  it("can be used once", () => {
    const ledger = prepared();
    const request = exchange({ quoteId: "quote" });
    expect(ledger.outcome(request)).toBe(0);
    expect(ledger.outcome(exchange({ quoteId: "quote" }))).toBe(13);
    expect(ledger.outcome(request)).toBe(0);
    expect(ledger.entries.filter(({ outcome }) => outcome === 0)).toHaveLength(2);
  });

  it("is not used up by a refused exchange, nor by one without it", () => {
    const ledger = prepared();
    ledger.open("anna", { isFrozen: true });
    expect(ledger.outcome(exchange({ quoteId: "quote" }))).toBe(11);
    ledger.open("anna");
    expect(ledger.outcome(exchange())).toBe(0);
    expect(ledger.outcome(exchange({ quoteId: "quote" }))).toBe(0);
  });

  it("ends in its last millisecond", () => {
    const ledger = prepared();
    ledger.nowMs += 30_000;
    expect(ledger.outcome(exchange({ quoteId: "quote" }))).toBe(13);
  });
});
