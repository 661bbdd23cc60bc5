import { describe, expect, test } from "vitest";
import { limits } from "../../../../server/core/limits.ts";
import { type Holder, Slots } from "../../../../server/modules/events/webhooks/delivery/slots.ts";

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
function crowded(slots: Slots<Holder>, wallets: number) {
  for (let endpoint = 0; endpoint < 10; endpoint++) {
    for (let wallet = 0; wallet < wallets; wallet++) {
      const share = `wallet ${wallet}`;
      if (slots.isFreeFor(share)) slots.add(holder(share));
    }
  }
}

describe("a hundred wallets with ten endpoints each", () => {
  test("leave slots for others, and these get as many as any has", () => {
    const slots = new Slots<Holder>(bounds);
    crowded(slots, 100);
    expect(slots.countOf("wallet 0")).toBe(9);
    for (let others = 0; others < bounds.reserved; others++) {
      expect(slots.isFreeFor(`other ${others}`)).toBe(true);
      slots.add(holder(`other ${others}`));
    }
    expect(slots.isFreeFor("one more")).toBe(false);
    // Slots that they keep for nobody but such come free again, at the cost of those with most.
    expect(slots.shortage).toBe(bounds.reserved);
    expect(slots.leaverFor("one more", 0)?.share).toMatch(/^wallet/);
  });

  test("give up a place that waits for events before one that delivers", () => {
    const slots = new Slots<Holder>({ ...bounds, count: 3, reserved: 0 });
    const waiting = holder("ada", { isBusy: false, sinceMs: 9 });
    for (const one of [holder("ada"), waiting, holder("ada")]) slots.add(one);
    expect(slots.leaverFor("bob", 0)).toBe(waiting);
  });
});

describe("a place", () => {
  test("is given up after a turn for an endpoint of the same wallet, or of one with fewer, and never for one with as many", () => {
    const slots = new Slots<Holder>({ count: 2, reserved: 0, turnMs: 10 });
    const [first, second] = [holder("ada", { sinceMs: 1 }), holder("bob", { sinceMs: 0 })];
    for (const one of [first, second]) slots.add(one);
    expect(slots.leaverFor("eve", 9)).toBeUndefined();
    expect(slots.leaverFor("eve", 10)).toBe(second);
    expect(slots.leaverFor("ada", 11)).toBe(first);
    expect(slots.leaverFor("ada", 10)).toBeUndefined();
  });

  test("that is being left is nobody's to give up again, and counts as coming free", () => {
    const slots = new Slots<Holder>({ count: 2, reserved: 1, turnMs: 10 });
    const remove = slots.add(holder("ada", { isLeaving: true }));
    slots.add(holder("ada"));
    expect([slots.leaverFor("bob", 0), slots.leaving, slots.shortage]).toEqual([undefined, 1, 0]);
    remove();
    remove();
    expect([slots.countOf("ada"), slots.isFreeFor("bob"), slots.isFreeFor("ada")]).toEqual([1, true, false]);
  });
});
