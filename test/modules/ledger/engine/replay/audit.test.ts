import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planted } from "../../../../../server/modules/ledger/domain/entry/batch-tree.ts";
import {
  batchHash,
  entryBytes,
  entryDigest,
  firstPreviousHash,
  readEntry,
} from "../../../../../server/modules/ledger/domain/entry/chain.ts";
import { asRequestDigest } from "../../../../../server/modules/ledger/domain/entry/digests.ts";
import type { Batch, Entry } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import type { PlacedPosting } from "../../../../../server/modules/ledger/domain/entry/placed-posting.ts";
import { postingFlaw } from "../../../../../server/modules/ledger/domain/entry/posting-trail.ts";
import { postingsOf } from "../../../../../server/modules/ledger/domain/entry/postings.ts";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import type { StoredEntry } from "../../../../../server/modules/ledger/domain/rows.ts";
import { emptyTree, type Frontier } from "../../../../../server/modules/ledger/domain/tree/frontier.ts";
import { Audit, findingText, type KnownBatch } from "../../../../../server/modules/ledger/engine/replay/audit.ts";
import { entryFlaws } from "../../../../../server/modules/ledger/engine/replay/entry-flaws.ts";
import type { AuditedAccount } from "../../../../../server/modules/ledger/engine/replay/replayed-account.ts";
import { law } from "../../../../support/laws/law.ts";
import { exchange, issue, MemoryLedger, transfer, voidTransaction } from "../memory-ledger.ts";

/** The rows of a ledger in a database. */
interface Stored {
  readonly batches: { batch: Batch; bytes: Uint8Array[] }[];
  readonly postings: { owner: string; asset: string; posting: PlacedPosting }[];
  readonly accounts: AuditedAccount[];
}

function stored(): Stored {
  const ledger = new MemoryLedger();
  ledger.open("anna", { autoExchange: true });
  ledger.open("ben");
  ledger.setRate("TOKEN_STANDARD", "USD", 2n * rateUnit);
  ledger.setRate("TOKEN_MICRO", "TOKEN_STANDARD", rateUnit);
  ledger.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  ledger.give("anna", "TOKEN_MICRO", 10n ** 15n);
  ledger.outcome(transfer());
  ledger.outcome(exchange({ target: "USD", sourceAmount: 5n * 10n ** 8n }));
  ledger.outcome(transfer({ amount: 8n * 10n ** 8n }));
  ledger.outcome(transfer({ amount: 10n ** 18n }));
  ledger.outcome(voidTransaction("019b0000-0000-7000-8000-eeeeeeeeeeee"));
  ledger.outcome(issue("withdraw", "ben", "TOKEN_STANDARD", 10n ** 8n));
  const postings = ledger.entries.flatMap((entry) =>
    postingsOf(entry).map(({ owner, asset, amount }, leg) => ({
      owner,
      asset,
      posting: { sequence: entry.sequence, leg, kind: entry.kind, amount },
    })),
  );
  const accounts = [...ledger.accounts].map(([name, { balance, spentDay, spent }]) => {
    const [owner = "", asset = ""] = name.split(" ");
    return { owner, asset, balance, spending: { spentDay, spent }, isCustomer: owner.startsWith("@") ? 0 : 1 };
  });
  return { batches: ledger.batches, postings, accounts };
}

function audited({ batches, postings, accounts }: Stored, ...known: KnownBatch[]): string[] {
  const audit = new Audit(known);
  for (const { batch, bytes } of batches) audit.batch(batch, rowsOf(batch, bytes));
  for (const { posting, ...name } of postings) audit.posting(name, posting);
  for (const account of accounts) audit.account(account);
  audit.end();
  return audit.findings.map(findingText);
}

/** Rows of entries, with their own ids if they can be read. */
function rowsOf({ firstSequence }: Batch, bytes: readonly Uint8Array[]): StoredEntry[] {
  return bytes.map((entry, index) => ({ sequence: firstSequence + index, id: idOf(entry), bytes: entry }));
}

function idOf(bytes: Uint8Array): string {
  try {
    return readEntry(bytes).id;
  } catch {
    return "";
  }
}

/** The ledger with one entry changed, and a recomputed chain and tree that hide the change. */
function rewritten(ledger: Stored, sequence: number, change: Partial<Entry>): Stored {
  let previousHash = ledger.batches[0]?.batch.previousHash ?? firstPreviousHash;
  let tree: Frontier = emptyTree;
  const batches = ledger.batches.map(({ batch, bytes }) => {
    const [encoded] = bytes.map((entry) => {
      const read = readEntry(entry);
      return entryBytes(read.sequence === sequence ? { ...read, ...change } : read);
    });
    const all = encoded === undefined ? [] : [encoded];
    const digests = all.map(entryDigest);
    const hash = batchHash(batch.number, previousHash, digests);
    const { batch: part, frontier } = planted(tree, hash, digests);
    const chained = { batch: { ...batch, previousHash, hash, ...part }, bytes: all };
    [previousHash, tree] = [hash, frontier];
    return chained;
  });
  return { ...ledger, batches };
}

describe("an audit", () => {
  it("finds nothing in an unchanged ledger", () => {
    expect(audited(stored())).toEqual([]);
  });

  it("counts entries and batches, and returns the entries and the head", () => {
    const { batches } = stored();
    const audit = new Audit();
    const read = batches.flatMap(({ batch, bytes }) => audit.batch(batch, rowsOf(batch, bytes)));
    expect(read.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([audit.entries, audit.batches, audit.head]).toEqual([8, 8, batches.at(-1)?.batch.hash]);
  });

  const anyChange = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }));
  law("finds every changed byte of every entry, and names its batch", anyChange, ([which, place, by]) => {
    const ledger = stored();
    const { batch, bytes } = at(ledger.batches, which);
    const changed = Buffer.from(at(bytes, 0));
    changed[place % changed.length] = at([...changed], place) ^ by;
    bytes[0] = changed;
    expect(audited(ledger)).toContain(`batch ${batch.number}: its hash is not that of its entries`);
  });

  law(
    "finds every changed posting, and names its account",
    fc.tuple(fc.nat(), fc.bigInt({ min: 1n, max: 99n })),
    ([which, by]) => {
      const ledger = stored();
      const { owner, asset, posting } = at(ledger.postings, which);
      const amount = posting.amount + by;
      ledger.postings[which % ledger.postings.length] = { owner, asset, posting: { ...posting, amount } };
      expect(audited(ledger)).toEqual([expect.stringMatching(`^account ${owner} ${asset}: its postings `)]);
    },
  );

  law(
    "finds a lost, a repeated and a moved posting",
    fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2, 3)),
    ([which, how]) => {
      const ledger = stored();
      const found = at(ledger.postings, which);
      const later = { ...found, posting: { ...found.posting, sequence: found.posting.sequence + 1 } };
      const another = { ...found, posting: { ...found.posting, leg: found.posting.leg + 1 } };
      const replacement = [[], [found, found], [later], [another]][how] ?? [];
      ledger.postings.splice(which % ledger.postings.length, 1, ...replacement);
      expect(audited(ledger)).toEqual([expect.stringMatching(`^account ${found.owner} ${found.asset}: its postings `)]);
    },
  );

  law("finds every changed balance", fc.tuple(fc.nat(), fc.bigInt({ min: 1n, max: 99n })), ([which, by]) => {
    const ledger = stored();
    const account = at(ledger.accounts, which);
    const { owner, asset, balance } = account;
    ledger.accounts[which % ledger.accounts.length] = { ...account, balance: balance + by };
    expect(audited(ledger)).toEqual([`account ${owner} ${asset}: holds ${balance + by}, its entries make ${balance}`]);
  });

  it.each<[string, Partial<AuditedAccount>, string]>([
    ["sent", { spending: { spentDay: 1, spent: 5n } }, "has sent 5 on day 1, by its entries "],
    ["is", { isCustomer: 2 }, "is not marked as what it is"],
  ])("finds an account whose row is wrong about what it %s", (_, change, finding) => {
    const ledger = stored();
    for (const [index, account] of ledger.accounts.entries()) {
      const accounts = ledger.accounts.with(index, { ...account, ...change });
      const place = `account ${account.owner} ${account.asset}`;
      expect(audited({ ...ledger, accounts })).toEqual([expect.stringContaining(`${place}: ${finding}`)]);
    }
  });

  it("finds an entry that is stored under another id, or whose row is missing", () => {
    const { batches } = stored();
    const { batch, bytes } = at(batches, 0);
    const [row] = rowsOf(batch, bytes) as [StoredEntry];
    const audit = new Audit();
    audit.batch(batch, [{ ...row, id: "x" }]);
    expect(audit.findings).toEqual([{ place: "entry 1", flaw: 'is stored under the id "x"' }]);
    audit.batch(at(batches, 1).batch, []);
    expect(audit.findings).toContainEqual({ place: "entry 2", flaw: "is not stored" });
  });

  it("names the entries of a batch that are not stored, a hundred at most", () => {
    const { batch, bytes } = at(stored().batches, 0);
    const rows = rowsOf(batch, bytes);
    const gapsOf = (lastSequence: number, found = rows) => {
      const audit = new Audit();
      audit.batch({ ...batch, lastSequence }, found);
      return audit.findings.map(findingText).filter((finding) => finding.endsWith("is not stored"));
    };
    expect(gapsOf(1)).toEqual([]);
    expect(gapsOf(4)).toEqual([2, 3, 4].map((sequence) => `entry ${sequence}: is not stored`));
    expect(gapsOf(4, [])).toHaveLength(4);
    expect(gapsOf(0)).toEqual([]);
    expect(gapsOf(2 ** 50).length).toBeGreaterThan(90);
  });

  it("finds a batch without entries", () => {
    const { batch } = at(stored().batches, 0);
    const audit = new Audit();
    expect(audit.batch({ ...batch, lastSequence: batch.firstSequence - 1 }, [])).toEqual([]);
    expect(audit.findings).toContainEqual({ place: "batch 1", flaw: expect.stringMatching(/^has 0 entries/) });
  });

  it("throws on a bug of its own instead of reporting a finding", () => {
    const { batch } = at(stored().batches, 0);
    const broken = [{ sequence: 1, id: "x", bytes: undefined as unknown as Uint8Array }];
    expect(() => new Audit().batch(batch, broken)).toThrow(TypeError);
  });

  it("reports no account that is not stored and was never posted to", () => {
    const ledger = new MemoryLedger();
    ledger.open("anna");
    ledger.open("ben");
    ledger.outcome(transfer());
    const audit = new Audit();
    for (const { batch, bytes } of ledger.batches) audit.batch(batch, rowsOf(batch, bytes));
    audit.end();
    expect(ledger.entries[0]?.outcome).toBe(3);
    expect(audit.findings).toEqual([]);
  });

  law("finds every account that is missing, or that no entry posted to", fc.nat(), (which) => {
    const ledger = stored();
    const { owner, asset } = at(ledger.accounts, which);
    ledger.accounts.splice(which % ledger.accounts.length, 1, mallory);
    expect(audited(ledger)).toEqual([
      "account mallory USD: holds 1, its entries make 0",
      `account ${owner} ${asset}: is not stored`,
    ]);
  });

  law("finds a missing batch", fc.nat(), (which) => {
    const ledger = stored();
    fc.pre(which % 8 !== 7);
    const { number } = at(ledger.batches, which).batch;
    ledger.batches.splice(which % 8, 1);
    const findings = audited(ledger);
    expect(findings).toContain(`batch ${number + 1}: follows batch ${number - 1}`);
    expect(findings).toContain(`batch ${number + 1}: is not chained to the batch before`);
    expect(findings).toContain(`batch ${number + 1}: begins after entry ${number - 1}`);
  });

  it("finds bytes that are not an entry, and continues", () => {
    const ledger = stored();
    at(ledger.batches, 2).bytes[0] = Uint8Array.of(1, 9, 9);
    const findings = audited(ledger);
    expect(findings).toContain("entry 3: cannot be read: cut short");
    expect(findings.some((finding) => finding.startsWith("account ben TOKEN_STANDARD: holds "))).toBe(true);
  });

  it("finds a batch with more or fewer entries than it says", () => {
    const ledger = stored();
    const { bytes } = at(ledger.batches, 7);
    bytes.push(at(bytes, 0));
    expect(audited(ledger)).toContain("batch 8: has 2 entries in place of 1");
  });

  it.each<[string, number, Partial<Entry>, string]>([
    [
      "spends more than the balance",
      3,
      { amount: 2n * 10n ** 9n },
      "entry 3: leaves -1000100000 in account anna TOKEN_STANDARD",
    ],
    [
      "has the digest of another order",
      3,
      { requestDigest: asRequestDigest(new Uint8Array(32)) },
      "entry 3: is not of the order that it keeps",
    ],
    ["has no signature", 3, { signature: undefined }, "entry 3: has no order, key and signature"],
    ["is of another time", 3, { atMs: 5 }, "entry 3: is not of the time of its batch"],
    ["has another sequence number", 3, { kind: 3, sequence: 4 }, "entry 3: has sequence 4"],
    ["has an outcome of another kind", 4, { outcome: 3 }, "entry 4: has outcome 3, which its kind has not"],
    ["exchanges nothing", 4, { exchanged: undefined }, "entry 4: does not exchange what it says"],
    ["moves nothing", 1, { amount: 0n }, "entry 1: moves 0, which is no amount"],
  ])("finds an entry that %s, even with a recomputed chain", (_, sequence, change, finding) => {
    expect(audited(rewritten(stored(), sequence, change))).toContain(finding);
  });

  it("finds an entry whose postings do not add up to zero", () => {
    const ledger = stored();
    const { batch, bytes } = at(ledger.batches, 2);
    const entry = readEntry(at(bytes, 0));
    const postings = postingsOf(entry);
    expect(entryFlaws(entry, 3, batch, postings)).toEqual([]);
    expect(entryFlaws(entry, 3, batch, postings.slice(1))).toEqual(["moves 100100000 of TOKEN_STANDARD in all, not 0"]);
  });

  it("finds nothing in a consistent rewritten chain, which has another head", () => {
    const ledger = stored();
    const changed = rewritten(ledger, 6, { description: "another" });
    expect(audited(changed)).toEqual([]);
    expect(changed.batches.at(-1)?.batch.hash).not.toEqual(ledger.batches.at(-1)?.batch.hash);
  });

  it("finds a truncated or rewritten chain by a batch that a witness knows", () => {
    const ledger = stored();
    const { number, hash } = at(ledger.batches, 7).batch;
    const known = { number, hash, witness: "a receipt" };
    expect(audited(ledger, known)).toEqual([]);
    const changed = rewritten(ledger, 6, { description: "another" });
    expect(audited(changed, known)).toEqual(["batch 8: is another one than a receipt tells of"]);
    expect(audited({ batches: [], postings: [], accounts: [] }, known)).toEqual([
      "batch 8: is gone, but a receipt tells of it",
    ]);
  });

  it("keeps a hundred findings at most", () => {
    const audit = new Audit();
    for (let i = 0; i < 200; i++) audit.account({ ...mallory, asset: `A${i}` });
    expect(audit.findings).toHaveLength(100);
  });
});

/** An account that no entry posts to. */
const mallory = { owner: "mallory", asset: "USD", balance: 1n, spending: { spentDay: 0, spent: 0n }, isCustomer: 1 };

describe("the flaw of a posting", () => {
  const entry = (ledger: Stored, sequence: number) => readEntry(at(at(ledger.batches, sequence - 1).bytes, 0));

  it("is found by comparison with its entry", () => {
    const ledger = stored();
    for (const { owner, asset, posting } of ledger.postings) {
      expect(postingFlaw(owner, asset, posting, entry(ledger, posting.sequence))).toBeUndefined();
    }
    const posting = { sequence: 3, leg: 1, kind: 1, amount: 7n };
    const place = "posting 3/1";
    expect(postingFlaw("ben", "TOKEN_STANDARD", posting, entry(ledger, 3))).toBe(
      `${place} is 7, its entry moved 100000000`,
    );
    const right = { ...posting, amount: 100_000_000n };
    expect(postingFlaw("ben", "TOKEN_STANDARD", { ...right, kind: 2 }, entry(ledger, 3))).toBe(
      `${place} is of kind 2, its entry of 1`,
    );
    expect(postingFlaw("ben", "TOKEN_STANDARD", posting, entry(ledger, 4))).toBe(`${place} is of no entry`);
    expect(postingFlaw("ben", "TOKEN_STANDARD", posting, undefined)).toBe(`${place} is of no entry`);
  });
});

function at<T>(all: readonly T[], index: number): T {
  return all[index % all.length] as T;
}
