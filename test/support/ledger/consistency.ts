import { expect } from "vitest";
import { planted } from "../../../server/modules/ledger/domain/entry/batch-tree.ts";
import {
  batchHash,
  entryBytes,
  entryDigest,
  firstPreviousHash,
  readEntry,
} from "../../../server/modules/ledger/domain/entry/chain.ts";
import { type Batch, type Entry, isSystemOwner } from "../../../server/modules/ledger/domain/entry/entry.ts";
import { postingsOf } from "../../../server/modules/ledger/domain/entry/postings.ts";
import type { Ledger } from "../../../server/modules/ledger/domain/requests.ts";
import type { LedgerRows, StoredEntry } from "../../../server/modules/ledger/domain/rows.ts";
import { emptyTree, type Frontier } from "../../../server/modules/ledger/domain/tree/frontier.ts";
import { Audit, findingText, type KnownBatch } from "../../../server/modules/ledger/engine/replay/audit.ts";
import { replayLedger } from "../../../server/modules/ledger/engine/replay/replay.ts";

const pageSize = 1_000;

/**
 * Expects a consistent ledger: no gaps between entries or batches, an unbroken chain, exactly the postings of the
 * entries, balances that are the sums of postings, no negative customer balance, and a total of zero for every asset.
 * Returns the entries.
 */
export async function expectConsistent(ledger: Ledger): Promise<Entry[]> {
  const rows = await all((last: StoredEntry | undefined) => ledger.entriesAfter(last?.sequence ?? 0, pageSize));
  const entries = rows.map(({ bytes }) => readEntry(bytes));
  const batches = await all((last: Batch | undefined) => ledger.batchesAfter(last?.number ?? 0, pageSize));
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expectChained(batches, entries);
  await expectBalanced(ledger, entries);
  await expectAudited(ledger);
  return entries;
}

/** Expects the service's own audit to find nothing. */
async function expectAudited(rows: LedgerRows): Promise<void> {
  expect(await findingsIn(rows)).toEqual([]);
}

/** Returns the findings of the service's audit, without checks of signatures. */
export async function findingsIn(rows: LedgerRows, known: readonly KnownBatch[] = []): Promise<string[]> {
  const audit = new Audit(known);
  const nothing = async () => undefined;
  await replayLedger(audit, { rows, entryFlaw: nothing, pendingFlaw: nothing, pause: async () => false });
  return audit.findings.map(findingText);
}

type Account = Awaited<ReturnType<Ledger["accountsAfter"]>>[number];
type Leg = Awaited<ReturnType<Ledger["postingsAfter"]>>[number];

function expectChained(batches: readonly Batch[], entries: readonly Entry[]): void {
  let [previousHash, next, atMs] = [firstPreviousHash, 1, 0];
  let tree: Frontier = emptyTree;
  for (const [index, batch] of batches.entries()) {
    const { number, firstSequence, lastSequence } = batch;
    expect([number, firstSequence]).toEqual([index + 1, next]);
    expect(lastSequence).toBeGreaterThanOrEqual(firstSequence);
    expect(batch.atMs).toBeGreaterThanOrEqual(atMs);
    const ofBatch = entries.slice(firstSequence - 1, lastSequence);
    expect(ofBatch.every((entry) => entry.atMs === batch.atMs)).toBe(true);
    const digests = ofBatch.map((entry) => entryDigest(entryBytes(entry)));
    const hash = batchHash(number, previousHash, digests);
    const { batch: part, frontier } = planted(tree, hash, digests);
    expect(batch).toMatchObject({ treeSize: part.treeSize, tree: Buffer.from(part.tree as Uint8Array) });
    tree = frontier;
    expect(hex(batch.previousHash)).toBe(hex(previousHash));
    expect(hex(batch.hash)).toBe(hex(hash));
    [previousHash, next, atMs] = [batch.hash, lastSequence + 1, batch.atMs];
  }
  expect(next).toBe(entries.length + 1);
}

async function expectBalanced(ledger: Ledger, entries: readonly Entry[]): Promise<void> {
  const expected = new Map<string, string[]>();
  for (const entry of entries) {
    for (const [leg, { owner, asset, amount }] of postingsOf(entry).entries()) {
      const key = `${owner} ${asset}`;
      expected.set(key, [...(expected.get(key) ?? []), `${entry.sequence}/${leg} ${amount}`]);
    }
  }
  const sums = new Map<string, bigint>();
  const accounts = await all((last: Account | undefined) => ledger.accountsAfter(last, pageSize));
  for (const { owner, asset, balance } of accounts) {
    const legs = await all((last: Leg | undefined) => ledger.postingsAfter(owner, asset, last, pageSize));
    const key = `${owner} ${asset}`;
    expect(legs.map(({ sequence, leg, amount }) => `${sequence}/${leg} ${amount}`)).toEqual(expected.get(key) ?? []);
    expect(balance).toBe(legs.reduce((sum, { amount }) => sum + amount, 0n));
    if (!isSystemOwner(owner)) expect(balance).toBeGreaterThanOrEqual(0n);
    sums.set(asset, (sums.get(asset) ?? 0n) + balance);
    expected.delete(key);
  }
  expect([...expected.keys()]).toEqual([]);
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
}

async function all<Item>(pageAfter: (last: Item | undefined) => Promise<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = await pageAfter(undefined); page.length > 0; page = await pageAfter(items.at(-1))) {
    items.push(...page);
  }
  return items;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
