import { describe, expect, test } from "vitest";
import { limits } from "../../../../server/core/limits.ts";
import { type Holder, Places } from "../../../../server/modules/events/webhooks/delivery/places.ts";

const bounds = {
  count: limits.webhooksDelivering,
  reserved: limits.webhooksDeliveringReserved,
  turnMs: limits.webhookTurnMs,
};

const holder = (share: string, more: Partial<Holder> = {}): Holder => ({
  share,
  sinceMs: 0,
  isBusy: true,
  isLeaving: false,
  ...more,
});

/** Gives each of some wallets as many of its ten endpoints a place as get one, in turns. */
function crowded(places: Places<Holder>, wallets: number) {
  for (let endpoint = 0; endpoint < 10; endpoint++) {
    for (let wallet = 0; wallet < wallets; wallet++) {
      const share = `wallet ${wallet}`;
      if (places.isFreeFor(share)) places.add(holder(share));
    }
  }
}

describe("a hundred wallets with ten endpoints each", () => {
  test("leave places for others, and these get as many as any has", () => {
    const places = new Places<Holder>(bounds);
    crowded(places, 100);
    expect(places.countOf("wallet 0")).toBe(9);
    for (let others = 0; others < bounds.reserved; others++) {
      expect(places.isFreeFor(`other ${others}`)).toBe(true);
      places.add(holder(`other ${others}`));
    }
    expect(places.isFreeFor("one more")).toBe(false);
    // Places that they keep for nobody but such come free again, at the cost of those with most.
    expect(places.shortage).toBe(bounds.reserved);
    expect(places.leaverFor("one more", 0)?.share).toMatch(/^wallet/);
  });

  test("give up a place that waits for events before one that delivers", () => {
    const places = new Places<Holder>({ ...bounds, count: 3, reserved: 0 });
    const waiting = holder("ada", { isBusy: false, sinceMs: 9 });
    for (const one of [holder("ada"), waiting, holder("ada")]) places.add(one);
    expect(places.leaverFor("bob", 0)).toBe(waiting);
  });
});

describe("a place", () => {
  test("is given up after a turn for an endpoint of the same wallet, or of one with fewer, and never for one with as many", () => {
    const places = new Places<Holder>({ count: 2, reserved: 0, turnMs: 10 });
    const [first, second] = [holder("ada", { sinceMs: 1 }), holder("bob", { sinceMs: 0 })];
    for (const one of [first, second]) places.add(one);
    expect(places.leaverFor("eve", 9)).toBeUndefined();
    expect(places.leaverFor("eve", 10)).toBe(second);
    expect(places.leaverFor("ada", 11)).toBe(first);
    expect(places.leaverFor("ada", 10)).toBeUndefined();
  });

  test("that is being left is nobody's to give up again, and counts as coming free", () => {
    const places = new Places<Holder>({ count: 2, reserved: 1, turnMs: 10 });
    const remove = places.add(holder("ada", { isLeaving: true }));
    places.add(holder("ada"));
    expect([places.leaverFor("bob", 0), places.leaving, places.shortage]).toEqual([undefined, 1, 0]);
    remove();
    remove();
    expect([places.countOf("ada"), places.isFreeFor("bob"), places.isFreeFor("ada")]).toEqual([1, true, false]);
  });
});
