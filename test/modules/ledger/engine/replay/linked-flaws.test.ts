import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { linkedFlaws } from "../../../../../server/modules/ledger/engine/replay/linked-flaws.ts";
import { linked, MemoryLedger, transfer } from "../memory-ledger.ts";

/** A batch with a linked set of three transfers, that completed or of which the second failed. */
function batch(second = 5n): Entry[] {
  const ledger = new MemoryLedger();
  ledger.open("anna");
  ledger.open("ben");
  ledger.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  ledger.submit(linked([transfer({ amount: 5n }), transfer({ amount: second }), transfer({ amount: 5n })]));
  return ledger.entries;
}

const tooMuch = 10n ** 12n;
const notWhole = "is not followed by the others of its linked set";
const mixed = "is of a linked set of which some completed, or none failed first";
const flawsIn = (entries: readonly Entry[]) => linkedFlaws(entries).map(({ flaw }) => flaw);

describe("a linked set in a batch", () => {
  it.each([5n, tooMuch])("is whole as it was written (the second of %s)", (second) => {
    expect(flawsIn(batch(second))).toEqual([]);
    expect(flawsIn([...batch(second), ...batch(5n).slice(0, 1)])).toEqual([]);
  });

  it.each([0, 1, 2])("lacks the one at %i", (missing) => {
    const [given, ...set] = batch() as [Entry, ...Entry[]];
    expect(flawsIn([given, ...set.toSpliced(missing, 1)])).toContain(notWhole);
  });

  it("has another sequence, a stranger among them, or one that is not linked", () => {
    const [given, one, two, three] = batch() as [Entry, Entry, Entry, Entry];
    const other = batch(7n)[2] as Entry;
    for (const set of [
      [two, one, three],
      [one, three, two],
      [one, other, three],
      [one, { ...two, linked: undefined }, three],
      [one, two, two],
    ]) {
      expect(flawsIn([given, ...set])).toContain(notWhole);
    }
  });

  it("completed in part, or failed by none or another than it says", () => {
    const [, one, two, three] = batch(tooMuch) as [Entry, Entry, Entry, Entry];
    expect(flawsIn([{ ...one, outcome: 0 }, two, three])).toEqual([mixed]);
    expect(flawsIn([one, { ...two, outcome: 9 }, three])).toEqual([mixed]);
    expect(flawsIn([one, two, { ...three, linked: { failed: one.id } }])).toEqual([mixed]);
    expect(flawsIn([one, two, { ...three, outcome: 3, linked: { failed: "" } }])).toEqual([mixed]);
  });
});
