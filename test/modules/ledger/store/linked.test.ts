import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Ledger, Outcome } from "../../../../server/modules/ledger/domain/requests.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { linked, transfer } from "../../../support/ledger/requests.ts";

const outcomesOf = (outcome: Outcome) =>
  outcome.kind === "entries" ? outcome.entries.map((entry) => entry.outcome) : outcome.kind;
const balanceOf = async (ledger: Ledger, owner: string) => (await ledger.balances(owner))[0]?.balance ?? 0n;

onEveryDatabase("a linked set", (engine) => {
  it("spends what it brought, is consecutive in one batch, and is answered again", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve, bob] = [await addWallet(1_002n), await addWallet(), await addWallet()];
    const set = linked([transfer(ada, eve, 1_000n), transfer(eve, bob, 900n), transfer(bob, ada, 800n)]);
    const outcome = await ledger.submit(set);
    expect(outcomesOf(outcome)).toEqual([0, 0, 0]);
    expect(await balanceOf(ledger, bob)).toBe(99n);
    const again = await ledger.submit(set);
    expect(again).toMatchObject({ kind: "entries", isReplay: true });
    const sequences = again.kind === "entries" && again.entries.map(({ sequence }) => sequence);
    expect(sequences).toEqual([2, 3, 4]);
    expect((await ledger.batchOf(2))?.lastSequence).toBe(4);
    await expectConsistent(ledger);
  });

  it("fails as a whole and moves nothing, for ever", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_002n), await addWallet()];
    const set = linked([transfer(ada, eve, 500n), transfer(eve, ada, 501n), transfer(ada, eve, 1n)]);
    expect(outcomesOf(await ledger.submit(set))).toEqual([9, 3, 9]);
    expect([await balanceOf(ledger, ada), await balanceOf(ledger, eve)]).toEqual([1_002n, 0n]);
    expect((await ledger.entry(set.id))?.linked).toEqual({ failed: set.orders[1]?.id });
    await ledger.submit(transfer(ada, eve, 500n));
    expect(outcomesOf(await ledger.submit(set))).toEqual([9, 3, 9]);
    await expectConsistent(ledger);
  });

  it("conflicts with ids that are used, and with itself", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(10_000n), await addWallet()];
    const [one, two, three] = [transfer(ada, eve, 1n), transfer(ada, eve, 2n), transfer(ada, eve, 3n)];
    expect(outcomesOf(await ledger.submit(linked([one, one])))).toBe("conflict");
    expect(outcomesOf(await ledger.submit(linked([one, two])))).toEqual([0, 0]);
    for (const set of [
      [two, one],
      [one, three],
      [one, two, three],
      [three, two],
    ]) {
      expect(outcomesOf(await ledger.submit(linked(set)))).toBe("conflict");
    }
    await ledger.submit(three);
    expect(outcomesOf(await ledger.submit(linked([three, transfer(ada, eve, 4n)])))).toBe("conflict");
    const fourth = transfer(ada, eve, 4n);
    await ledger.submit({ ...fourth, kind: "create" });
    expect(outcomesOf(await ledger.submit(linked([fourth, transfer(ada, eve, 5n)])))).toBe("conflict");
    expect(await balanceOf(ledger, eve)).toBe(6n);
    await expectConsistent(ledger);
  });

  it("is never split over two batches, however small they are, beside other requests", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine, { batchMax: 3 });
    const [ada, eve] = [await addWallet(1_000_000n), await addWallet(1_000_000n)];
    const set = (count: number) => linked(Array.from({ length: count }, () => transfer(ada, eve, 1n)));
    const requests = [transfer(ada, eve, 1n), set(2), set(100), transfer(eve, ada, 1n), set(3), set(2), set(7)];
    await Promise.all(requests.map((request) => ledger.submit(request)));
    for (const { id, orders } of requests.filter((request) => request.kind === "linked")) {
      const first = (await ledger.entry(id))?.sequence ?? 0;
      const batch = await ledger.batchOf(first);
      expect(batch?.lastSequence).toBeGreaterThanOrEqual(first + orders.length - 1);
    }
    await expectConsistent(ledger);
  });

  it("of several processes at once takes each id once, and never more than there is", async () => {
    const first = await openLedgerFixture(engine);
    const others = [await openLedgerFixture(engine, {}, first.location)];
    const ledgers = [first, ...others].map(({ ledger }) => ledger);
    const [ada, eve] = [await first.addWallet(1_010n), await first.addWallet()];
    const shared = Array.from({ length: 30 }, () => transfer(ada, eve, 100n));
    const sets = shared.map((order, index) => linked([order, shared[(index * 7 + 1) % 30] as typeof order]));
    const outcomes: Outcome[] = [];
    const sends = sets.map((set, index) => async () => {
      outcomes.push(await (ledgers[index % ledgers.length] as Ledger).submit(set));
    });
    // Two connections to SQLite in one process would block each other.
    if (engine.kind === "mysql") await Promise.all(sends.map((send) => send()));
    else for (const send of sends) await send();
    const done = outcomes.filter((outcome) => outcome.kind === "entries" && outcome.entries[0]?.outcome === 0);
    expect(done.length).toBeLessThanOrEqual(5);
    expect(await balanceOf(first.ledger, eve)).toBe(200n * BigInt(done.length));
    await expectConsistent(first.ledger);
  });

  it("that is not signed by all is not recorded, and its ids stay free", async () => {
    const { ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet(1_000n)];
    const orders = [transfer(ada, eve, 1n), transfer(eve, ada, 1n, { isSigned: false, id: randomUUID() })];
    expect(await ledger.submit(linked(orders))).toEqual({ kind: "unlinked", index: 1, error: 2 });
    expect(await ledger.entry(orders[0]?.id ?? "")).toBeUndefined();
    expect(outcomesOf(await ledger.submit(linked(orders.map((order) => ({ ...order, isSigned: true })))))).toEqual([
      0, 0,
    ]);
  });
});
