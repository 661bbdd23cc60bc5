import { expect, test } from "vitest";
import { batchProof } from "../../../server/modules/ledger/batch-proof.ts";
import { leafOfBatch } from "../../../server/modules/ledger/domain/entry/batch-tree.ts";
import { entryDigest } from "../../../server/modules/ledger/domain/entry/chain.ts";
import type { Entry } from "../../../server/modules/ledger/domain/entry/entry.ts";
import { isIncluded } from "../../../server/modules/ledger/domain/entry/inclusion.ts";
import { leafHash, rootOfLeaves } from "../../../server/modules/ledger/domain/tree/hashes.ts";
import { isConsistent } from "../../../server/modules/ledger/domain/tree/proofs.ts";
import { ledgerTree } from "../../../server/modules/ledger/tree-proofs.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { findingsIn } from "../../support/ledger/consistency.ts";
import { type LedgerFixture, openLedgerFixture } from "../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../support/ledger/requests.ts";

onEveryDatabase("the tree of a ledger", (engine) => {
  /** Writes batches of one transfer, and of three. */
  async function write({ ledger }: Pick<LedgerFixture, "ledger">, sender: string, recipient: string, count: number) {
    for (let index = 0; index < count; index++) {
      const orders = Array.from({ length: index % 2 === 0 ? 1 : 3 }, () => transfer(sender, recipient, 1n));
      await ledger.submitAll(orders);
    }
  }

  async function heads({ ledger }: Pick<LedgerFixture, "ledger">) {
    const tree = ledgerTree(ledger);
    const whole = await tree.head();
    const sizes = Array.from({ length: whole?.head.size ?? 0 }, (_, index) => index + 1);
    return Promise.all(sizes.map(async (size) => (await tree.head(size))?.head as NonNullable<typeof whole>["head"]));
  }

  /** Expects the root of each size to be that of the batches, and each head to begin with each earlier one. */
  async function expectProven(fixture: Pick<LedgerFixture, "ledger">, firstNumber: number) {
    const { ledger } = fixture;
    const tree = ledgerTree(ledger);
    const leaves = (await ledger.batchesAfter(firstNumber - 1, 1_000)).map((batch) => leafHash(leafOfBatch(batch)));
    const all = await heads(fixture);
    expect(all).toHaveLength(leaves.length);
    for (const later of all) {
      expect(Buffer.from(later.root)).toEqual(Buffer.from(rootOfLeaves(leaves.slice(0, later.size))));
      for (const earlier of all.slice(0, later.size)) {
        const proof = await tree.consistency(earlier.size, later.size);
        expect(isConsistent(earlier, later, proof), `${earlier.size} to ${later.size}`).toBe(true);
      }
    }
  }

  const proof = ({ ledger }: Pick<LedgerFixture, "ledger">) => batchProof({ ledger, orderFlaw: async () => undefined });

  async function expectIncluded(fixture: Pick<LedgerFixture, "ledger">, entries: readonly Entry[]) {
    const all = await heads(fixture);
    for (const entry of entries) {
      const { batch, digests, inclusion } = await proof(fixture)(entry.id, entry);
      if (inclusion === undefined) throw new Error(`entry ${entry.sequence} has no proof`);
      expect(inclusion.head).toEqual(all[inclusion.head.size - 1]);
      const digest = digests[entry.sequence - batch.firstSequence] as ReturnType<typeof entryDigest>;
      expect(isIncluded(digest, batch.hash, inclusion)).toBe(true);
      expect(isIncluded(entryDigest(Buffer.of(1)), batch.hash, inclusion)).toBe(false);
    }
  }

  test("has no head without a batch", async () => {
    const { ledger } = await openLedgerFixture(engine);
    expect(await ledgerTree(ledger).head()).toBeUndefined();
    expect(await ledgerTree(ledger).head(1)).toBeUndefined();
  });

  test("proves every entry, and that each head begins with each before, while several processes write", async () => {
    const one = await openLedgerFixture(engine);
    const other = await openLedgerFixture(engine, {}, one.location);
    const [ada, eve] = [await one.addWallet(1_000_000n), await other.addWallet()];
    for (const fixture of [one, other, one, one, other]) await write(fixture, ada, eve, 3);
    await expectProven(one, 1);
    const { entries } = await one.ledger.between(undefined, 0, Number.MAX_SAFE_INTEGER, 1_000);
    await expectIncluded(other, entries);
    expect(await findingsIn(one.ledger)).toEqual([]);
  });

  test("begins with the last hash of the batches that are older than it", async () => {
    const fixture = await openLedgerFixture(engine);
    const { database, ledger, addWallet } = fixture;
    const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
    await write(fixture, ada, eve, 4);
    // As a migration leaves the batches of earlier versions.
    await database.manager.query("UPDATE ledger_batches SET tree_size = 0, tree = NULL");
    expect(await findingsIn(ledger)).toEqual([]);
    const last = await ledger.lastBatch();
    const [base] = await heads(fixture);
    expect(base).toEqual({ size: 1, root: leafHash(last?.hash as Uint8Array) });
    const next = await openLedgerFixture(engine, {}, fixture.location);
    await write(next, ada, eve, 6);
    expect((await heads(next))[0]).toEqual(base);
    await expectProven(next, last?.number ?? 0);
    const { entries } = await ledger.between(undefined, 0, Number.MAX_SAFE_INTEGER, 1_000);
    const isOld = ({ sequence }: Entry) => sequence <= (last?.lastSequence ?? 0);
    await expectIncluded(
      next,
      entries.filter((entry) => !isOld(entry)),
    );
    for (const entry of entries.filter(isOld)) expect((await proof(next)(entry.id, entry)).inclusion).toBeUndefined();
    expect(await findingsIn(ledger)).toEqual([]);
  });

  test("is begun anew after a batch of an earlier version, which writes beside this one during an update", async () => {
    const fixture = await openLedgerFixture(engine);
    const [ada, eve] = [await fixture.addWallet(1_000_000n), await fixture.addWallet()];
    await write(fixture, ada, eve, 4);
    // As an earlier version writes its batch, which knows no such columns.
    await fixture.database.manager.query("UPDATE ledger_batches SET tree_size = 0, tree = NULL WHERE number = 5");
    const last = await fixture.ledger.lastBatch();
    expect(last).toMatchObject({ number: 5, treeSize: 0 });
    const next = await openLedgerFixture(engine, {}, fixture.location);
    await write(next, ada, eve, 5);
    await expectProven(next, 5);
    expect(await findingsIn(next.ledger)).toEqual([]);
  });

  test("takes no more batches when one from which it follows is gone, and the error says so", async () => {
    const fixture = await openLedgerFixture(engine);
    const [ada, eve] = [await fixture.addWallet(1_000n), await fixture.addWallet()];
    await write(fixture, ada, eve, 4);
    await fixture.database.manager.query("DELETE FROM ledger_batches WHERE number = 4");
    const next = await openLedgerFixture(engine, {}, fixture.location);
    await expect(next.ledger.submit(transfer(ada, eve, 1n))).rejects.toThrow("batch 4 is not stored; run");
  });
});
