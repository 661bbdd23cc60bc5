import { describe, expect, it } from "vitest";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import { exchange, MemoryLedger } from "../memory-ledger.ts";

function prepared(): MemoryLedger {
  const scene = new MemoryLedger();
  scene.open("anna");
  scene.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  const pair = { source: "TOKEN_STANDARD", target: "TOKEN_MICRO", origin: "quoted", atMs: scene.nowMs };
  scene.quotes.set("quote", {
    id: "quote",
    owner: "anna",
    sourceAmount: 10n ** 8n,
    rate: { ...pair, rate: 2n * rateUnit },
    endsAtMs: scene.nowMs + 30_000,
  });
  scene.setRate("TOKEN_STANDARD", "TOKEN_MICRO", rateUnit);
  return scene;
}

describe("a quote", () => {
  it("is what is exchanged by, whatever the rate is by then, and is recorded", () => {
    const scene = prepared();
    scene.rates.clear();
    scene.nowMs += 29_999;
    expect(scene.outcome(exchange({ quoteId: "quote" }))).toBe(0);
    expect(scene.balance("anna", "TOKEN_MICRO")).toBe(199n * 10n ** 10n);
    const recorded = { rate: 2n * rateUnit, rateSource: "quoted", quoteId: "quote" };
    expect(scene.entries.at(-1)?.exchanged).toMatchObject(recorded);
  });

  it("can be used once", () => {
    const scene = prepared();
    const request = exchange({ quoteId: "quote" });
    expect(scene.outcome(request)).toBe(0);
    expect(scene.outcome(exchange({ quoteId: "quote" }))).toBe(13);
    expect(scene.outcome(request)).toBe(0);
    expect(scene.entries.filter(({ outcome }) => outcome === 0)).toHaveLength(2);
  });

  it("is not used up by an exchange that is refused, nor by one without it", () => {
    const scene = prepared();
    scene.open("anna", { isFrozen: true });
    expect(scene.outcome(exchange({ quoteId: "quote" }))).toBe(11);
    scene.open("anna");
    expect(scene.outcome(exchange())).toBe(0);
    expect(scene.outcome(exchange({ quoteId: "quote" }))).toBe(0);
  });

  it("ends in its last millisecond", () => {
    const scene = prepared();
    scene.nowMs += 30_000;
    expect(scene.outcome(exchange({ quoteId: "quote" }))).toBe(13);
  });
});
