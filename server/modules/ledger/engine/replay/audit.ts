import { batchHash, entryDigest, firstPreviousHash, readEntry } from "../../domain/entry/chain.ts";
import type { BatchHash } from "../../domain/entry/digests.ts";
import { type Batch, type Entry, isSystemOwner, systemOwners } from "../../domain/entry/entry.ts";
import type { PlacedPosting } from "../../domain/entry/placed-posting.ts";
import { postingsOf } from "../../domain/entry/postings.ts";
import { UnreadableEntry } from "../../domain/entry/reader.ts";
import { heldBy } from "../../domain/holds/changes.ts";
import { isBalance } from "../../domain/money.ts";
import type { AccountName, StoredEntry } from "../../domain/rows.ts";
import type { StoredChanges } from "./changes.ts";
import { entryFlaws } from "./entry-flaws.ts";
import { ReplayedHolds } from "./holds.ts";
import { type AuditedAccount, ReplayedAccount } from "./replayed-account.ts";
import { ReplayedTree } from "./replayed-tree.ts";

/** A batch that was observed earlier, and must still be in the ledger. */
export interface KnownBatch {
  readonly number: number;
  readonly hash: Uint8Array;
  /** The observer, such as the name of a backup. */
  readonly witness: string;
}

/** A part of a ledger that differs from what was written. */
export interface Finding {
  /** Such as `entry 7` or `account ada USD`. Names no amount. */
  readonly place: string;
  /** Description of the flaw. May quote amounts. */
  readonly flaw: string;
}

/** A finding as the contract spells it. */
export function findingText({ place, flaw }: Finding): string {
  return `${place}: ${flaw}`;
}

/**
 * Audits a ledger: first its batches in order (`batch`), then the stored postings and balance of each account
 * (`posting`, `account`), then `end`. Memory grows with the numbers of accounts and open holds, not with the length of
 * the ledger.
 *
 * A ledger whose end was removed consistently can only be detected by known batches.
 *
 * Signatures are checked by the caller, who has the keys: `batch` returns the entries, `find` records flaws.
 */
export class Audit {
  entries = 0;
  batches = 0;
  /** Hash of the last batch. */
  head: BatchHash = firstPreviousHash;
  /** The first hundred. */
  readonly findings: Finding[] = [];
  /** Holds derived from the entries. */
  readonly holds = new ReplayedHolds();
  readonly #known: readonly KnownBatch[];
  readonly #accounts = new Map<string, ReplayedAccount>();
  /** Accounts that the last batch has changed, and whether its changes are stored. */
  readonly #changed = new Map<string, ReplayedAccount>();
  #isStored = false;
  readonly #tree = new ReplayedTree();
  #lastNumber = 0;
  #lastSequence = 0;

  constructor(known: readonly KnownBatch[] = []) {
    this.#known = known;
  }

  /** Number of the last batch; 0 before the first. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Last sequence number of the last batch. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  /** Accounts that the last batch has changed, by their keys. */
  get changed(): ReadonlyMap<string, ReplayedAccount> {
    return this.#changed;
  }

  /**
   * Audits the next batch; returns the entries that could be read.
   *
   * @param changes stored changes of accounts by the batch; undefined if they are in the accounts' rows
   */
  batch(batch: Batch, rows: readonly StoredEntry[], changes?: StoredChanges): Entry[] {
    const { number, firstSequence, lastSequence } = batch;
    const place = `batch ${number}`;
    this.holds.beginBatch();
    if (number !== this.#lastNumber + 1) this.find(place, `follows batch ${this.#lastNumber}`);
    if (!isEqual(batch.previousHash, this.head)) this.find(place, "is not chained to the batch before");
    if (firstSequence !== this.#lastSequence + 1) this.find(place, `begins after entry ${this.#lastSequence}`);
    const count = lastSequence - firstSequence + 1;
    if (count < 1 || rows.length !== count) {
      this.find(place, `has ${rows.length} entries in place of ${count}`);
      for (const sequence of gapsOf(rows, batch)) this.find(`entry ${sequence}`, "is not stored");
    }
    const digests = rows.map(({ bytes }) => entryDigest(bytes));
    const hash = batchHash(number, batch.previousHash, digests);
    if (!isEqual(hash, batch.hash)) this.find(place, "its hash is not that of its entries");
    const treeFlaw = this.#tree.flaw(batch, digests);
    if (treeFlaw !== undefined) this.find(place, treeFlaw);
    for (const known of this.#known) {
      if (known.number === number && !isEqual(known.hash, batch.hash)) {
        this.find(place, `is another one than ${known.witness} tells of`);
      }
    }
    this.head = batch.hash;
    this.batches++;
    this.#lastNumber = number;
    this.#lastSequence = lastSequence;
    this.#changed.clear();
    this.#isStored = changes !== undefined;
    const entries = rows.flatMap((row) => this.#replay(row, batch) ?? []);
    if (changes !== undefined) this.#compare(changes, batch);
    return entries;
  }

  #compare({ accounts, firstSequence, lastSequence }: StoredChanges, batch: Batch): void {
    const place = `batch ${batch.number}`;
    const isPlaced = firstSequence === batch.firstSequence && lastSequence === batch.lastSequence;
    if (!isPlaced) this.find(place, `its changes of accounts are of entries ${firstSequence} to ${lastSequence}`);
    if (accounts === undefined) {
      this.find(place, "its changes of accounts cannot be read");
      return;
    }
    const isSame =
      accounts.length === this.#changed.size &&
      accounts.every((change) => change.name && this.#changed.get(keyOf(change.name))?.isChangedAs(change) === true);
    if (!isSame) this.find(place, "its changes of accounts are not those of its entries");
  }

  /** Concludes the audit of the batches: the account of all holds must equal the sum in open holds. */
  endOfBatches(): void {
    const left = this.holds.leftByAsset();
    for (const { owner, asset } of this.#accounts.values()) {
      if (owner === systemOwners.holds && !left.has(asset)) left.set(asset, 0n);
    }
    for (const [asset, sum] of left) {
      const name = { owner: systemOwners.holds, asset };
      const { replayed } = this.#account(name);
      if (replayed.sum !== sum) this.find(placeOf(name), `holds ${replayed.sum}, open holds have ${sum} left`);
    }
  }

  /** Audits a stored posting. Postings come in the order of the ledger, before their account. */
  posting(name: AccountName, posting: PlacedPosting): void {
    const { stored } = this.#account(name);
    stored.add(posting);
    const { balance } = posting;
    if (balance === undefined || balance === null || balance === stored.sum) return;
    this.find(
      placeOf(name),
      `posting ${posting.sequence}/${posting.leg} leaves ${balance}, its postings ${stored.sum}`,
    );
  }

  /** Audits a stored account; returns whether its postings follow from the entries. */
  account(account: AuditedAccount): boolean {
    const found = this.#account(account);
    this.#accounts.delete(keyOf(account));
    const { replayed, stored } = found;
    const isWhole = replayed.isEqual(stored);
    const place = placeOf(account);
    for (const flaw of found.flaws(account)) this.find(place, flaw);
    const { checkpoint } = account;
    const rowFlaw = checkpoint && (checkpoint.asOf ?? 0) <= this.#lastSequence && found.rowFlaw(checkpoint);
    if (rowFlaw) this.find(place, rowFlaw);
    if (!isWhole) this.find(place, `its postings (${stored.count}) are not those of its entries (${replayed.count})`);
    return isWhole;
  }

  /** Concludes the audit after the last account. */
  end(): void {
    for (const account of this.#accounts.values()) {
      if (account.replayed.count + account.stored.count > 0) this.find(placeOf(account), "is not stored");
    }
    for (const { number, witness } of this.#known) {
      if (number > this.#lastNumber) this.find(`batch ${number}`, `is gone, but ${witness} tells of it`);
    }
  }

  /** Records a flaw at a place, up to 100 of them. */
  find(place: string, flaw: string): void {
    if (this.findings.length < findingsMax) this.findings.push({ place, flaw });
  }

  #replay({ sequence, id, bytes }: StoredEntry, batch: Batch): Entry | undefined {
    const place = `entry ${sequence}`;
    this.entries++;
    let entry: Entry;
    try {
      entry = readEntry(bytes);
    } catch (error) {
      if (!(error instanceof UnreadableEntry)) throw error;
      this.find(place, `cannot be read: ${error.message}`);
      return undefined;
    }
    if (entry.id !== id) this.find(place, `is stored under the id ${JSON.stringify(id)}`);
    const postings = postingsOf(entry);
    for (const flaw of entryFlaws(entry, sequence, batch, postings)) this.find(place, flaw);
    for (const [leg, { owner, asset, amount }] of postings.entries()) {
      const account = this.#change({ owner, asset }, batch);
      account.post({ sequence, leg, kind: entry.kind, amount });
      const { replayed } = account;
      const isLegal = isBalance(replayed.sum) && (replayed.sum >= 0n || isSystemOwner(owner));
      if (!isLegal) this.find(place, `leaves ${replayed.sum} in ${placeOf({ owner, asset })}`);
    }
    if (postings.length > 0) this.#account(entry).spend(entry);
    const held = heldBy(entry);
    if (held !== undefined) this.#change({ owner: held.owner, asset: entry.asset }, batch);
    this.#applyHold(entry, place);
    return entry;
  }

  /** Returns an account that an entry of a batch changes. */
  #change(name: AccountName, { lastSequence }: Batch): ReplayedAccount {
    const account = this.#account(name);
    account.change(lastSequence, this.#isStored);
    this.#changed.set(keyOf(name), account);
    return account;
  }

  #applyHold(entry: Entry, place: string): void {
    const before = this.holds.before(entry);
    if (before !== undefined && entry.outcome === 0) {
      this.#account({ owner: before.sender, asset: before.asset }).giveBack(entry, before);
    }
    for (const flaw of this.holds.apply(entry)) this.find(place, flaw);
  }

  #account(name: AccountName): ReplayedAccount {
    const key = keyOf(name);
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    const account = new ReplayedAccount(name);
    this.#accounts.set(key, account);
    return account;
  }
}

const findingsMax = 100;

/** Sequence numbers without a row, as many as findings can report. */
function gapsOf(rows: readonly StoredEntry[], { firstSequence, lastSequence }: Batch): number[] {
  const present = new Set(rows.map(({ sequence }) => sequence));
  const gaps: number[] = [];
  for (let sequence = firstSequence; sequence <= lastSequence && gaps.length < findingsMax; sequence++) {
    if (!present.has(sequence)) gaps.push(sequence);
  }
  return gaps;
}

/** Returns the key of an account among all. */
export function keyOf({ owner, asset }: AccountName): string {
  return `${asset} ${owner}`;
}

export function placeOf({ owner, asset }: AccountName): string {
  return `account ${owner} ${asset}`;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
