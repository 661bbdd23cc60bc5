import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Quotation } from "../../../../../server/modules/ledger/domain/rates/quotation.ts";
import { RateBook } from "../../../../../server/modules/ledger/domain/rates/rate-book.ts";
import { currentRates, rateTable } from "../../../../../server/modules/ledger/domain/rates/rate-table.ts";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import { law } from "../../../../support/laws/law.ts";

const now = Date.UTC(2026, 0, 15);

function quotation(source: string, target: string, bid: bigint, ask = bid, change: Partial<Quotation> = {}): Quotation {
  return { source, target, bid, ask, origin: "feed", atMs: now, ...change };
}

const anyPrice = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 24n }),
  fc.bigInt({ min: rateUnit / 100n, max: rateUnit * 100n }),
);
const anyQuotation = fc
  .tuple(fc.constantFrom("A", "B", "C", "D"), fc.constantFrom("A", "B", "C", "D"), anyPrice, anyPrice)
  .filter(([source, target]) => source !== target)
  .map(([source, target, bid, spread]) => quotation(source, target, bid, bid + spread - 1n));

describe("a rate", () => {
  it("is the bid in one direction, and one divided by the ask in the other, rounded down", () => {
    const rates = rateTable([quotation("EUR", "USD", 11n * 10n ** 11n, 3n * rateUnit)]);
    expect(rates("EUR", "USD")).toEqual({
      source: "EUR",
      target: "USD",
      rate: 11n * 10n ** 11n,
      origin: "feed",
      atMs: now,
    });
    expect(rates("USD", "EUR")?.rate).toBe(333_333_333_333n);
    expect(rates("EUR", "GBP")).toBeUndefined();
    expect(rates("EUR", "EUR")).toBeUndefined();
  });

  it("through a third asset is rounded once, and has the older time and both sources", () => {
    const rates = rateTable([
      quotation("EUR", "USD", 3n * rateUnit, 3n * rateUnit, { atMs: now - 5 }),
      quotation("GBP", "USD", 7n * rateUnit, 7n * rateUnit, { origin: "table" }),
    ]);
    expect(rates("EUR", "GBP")).toMatchObject({ rate: 428_571_428_571n, origin: "feed, table", atMs: now - 5 });
    // Rounded twice this would be 999,999,999,999: a third, times three.
    const thirds = rateTable([quotation("EUR", "USD", 3n * rateUnit), quotation("GBP", "USD", 3n * rateUnit)]);
    expect(thirds("EUR", "GBP")?.rate).toBe(rateUnit);
  });

  law("times its reverse is at most one", fc.array(anyQuotation, { minLength: 1, maxLength: 6 }), (quotations) => {
    const rates = rateTable(quotations);
    for (const source of ["A", "B", "C", "D"]) {
      for (const target of ["A", "B", "C", "D"]) {
        const [there, back] = [rates(source, target), rates(target, source)];
        if (there === undefined || back === undefined) continue;
        expect(there.rate * back.rate).toBeLessThanOrEqual(rateUnit * rateUnit);
        expect(there.rate).toBeGreaterThan(0n);
      }
    }
  });

  it("too small to be represented does not exist", () => {
    expect(rateTable([quotation("A", "B", 1n, 10n ** 25n)])("B", "A")).toBeUndefined();
  });

  it.each([
    ["crossed", quotation("A", "B", 2n, 1n)],
    ["of zero", quotation("A", "B", 0n, 1n)],
    ["below zero", quotation("A", "B", -1n, 1n)],
    ["beyond the maximum", quotation("A", "B", 1n, 10n ** 31n)],
    ["of an asset in itself", quotation("A", "A", 1n, 1n)],
  ])("does not exist when the quotation is %s", (_, wrong) => {
    expect(rateTable([wrong])(wrong.source, wrong.target)).toBeUndefined();
    const book = new RateBook(bounds);
    book.enter([wrong], now);
    expect(book.current(now)).toEqual([]);
  });
});

const bounds = { maxAgeMs: 60_000, jumpPercentMax: 150, memoryMs: 3_600_000 };

describe("a quotation of a source", () => {
  it("is current until it is too old, to the millisecond", () => {
    const book = new RateBook(bounds);
    book.enter([quotation("A", "B", rateUnit)], now);
    expect(book.current(now + 60_000)).toHaveLength(1);
    expect(book.current(now + 60_001)).toEqual([]);
  });

  it("of a future time is not current, now or then", () => {
    const book = new RateBook(bounds);
    book.enter([quotation("A", "B", rateUnit, rateUnit, { atMs: now + 120_000 })], now);
    expect(book.current(now)).toEqual([]);
    expect(book.current(now + 120_000)).toEqual([]);
  });

  it.each([
    [150n, true],
    [151n, false],
    [67n, true],
    [66n, false],
  ])("at %s percent of the previous one is current: %s", (percent, isCurrent) => {
    const book = new RateBook(bounds);
    book.enter([quotation("A", "B", rateUnit)], now);
    book.enter([quotation("A", "B", (rateUnit * percent) / 100n)], now);
    expect(book.current(now)).toHaveLength(isCurrent ? 1 : 0);
  });

  it("after a jump is current when it is near the last accepted one, or when that is old", () => {
    const book = new RateBook(bounds);
    const accepts = (bid: bigint, atMs: number) => {
      book.enter([quotation("A", "B", bid, bid, { atMs })], atMs);
      return book.current(atMs).length === 1;
    };
    expect(accepts(rateUnit, now)).toBe(true);
    expect(accepts(rateUnit * 10n, now + 1)).toBe(false);
    expect(accepts(rateUnit * 10n, now + 2)).toBe(false);
    expect(accepts(rateUnit + 1n, now + 3)).toBe(true);
    expect(accepts(rateUnit * 10n, now + 3 + 3_600_000)).toBe(false);
    expect(accepts(rateUnit * 10n, now + 4 + 3_600_000)).toBe(true);
  });

  it("may jump when jumps are not bounded", () => {
    const book = new RateBook({ ...bounds, jumpPercentMax: undefined });
    book.enter([quotation("A", "B", 1n)], now);
    book.enter([quotation("A", "B", rateUnit)], now);
    expect(book.current(now)).toHaveLength(1);
  });

  it("is compared with quotations of its own pair only", () => {
    const book = new RateBook(bounds);
    book.enter([quotation("A", "B", 1n), quotation("A", "C", rateUnit)], now);
    expect(book.current(now)).toHaveLength(2);
  });
});

describe("several sources", () => {
  it("are used in order: the first that quotes both assets applies", () => {
    const [byHand, feed] = [new RateBook(bounds), new RateBook(bounds)];
    let time = now;
    const rates = currentRates([byHand, feed], () => time);
    expect(rates("A", "B")).toBeUndefined();
    feed.enter([quotation("A", "B", rateUnit), quotation("A", "C", rateUnit)], now);
    byHand.enter([quotation("A", "B", 2n * rateUnit, 2n * rateUnit, { origin: "by hand", atMs: now - 30_000 })], now);
    expect(rates("A", "B")).toMatchObject({ rate: 2n * rateUnit, origin: "by hand" });
    expect(rates("B", "C")).toMatchObject({ origin: "by hand, feed" });
    time = now + 30_001;
    expect(rates("A", "B")).toMatchObject({ rate: rateUnit, origin: "feed" });
    time = now + 60_001;
    expect(rates("A", "B")).toBeUndefined();
  });

  it("do not apply to one direction each", () => {
    const [first, second] = [new RateBook(bounds), new RateBook(bounds)];
    first.enter([quotation("A", "B", 2n * rateUnit)], now);
    second.enter([quotation("B", "A", rateUnit)], now);
    const rates = currentRates([first, second], () => now);
    expect([rates("A", "B")?.rate, rates("B", "A")?.rate]).toEqual([2n * rateUnit, rateUnit / 2n]);
  });
});
