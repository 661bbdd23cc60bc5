import { batchHash, entryDigest, firstPreviousHash, readEntry } from "../entry/chain.ts";
import { type Batch, type Entry, isSystemOwner } from "../entry/entry.ts";
import { postingsOf } from "../entry/postings.ts";
import { UnreadableEntry } from "../entry/reader.ts";
import { isBalance } from "../money.ts";
import { entryFlaws } from "./entry-flaws.ts";
import { type AuditedAccount, ReplayedAccount } from "./replayed-account.ts";
import type { AccountName, PlacedPosting, StoredEntry } from "./rows.ts";

/** A batch that was seen in the ledger once, so that it must still be there. */
export interface KnownBatch {
  readonly number: number;
  readonly hash: Uint8Array;
  /** Who tells, such as the name of a backup. */
  readonly witness: string;
}

/**
 * Replays a ledger: first its batches in their order (`batch`), then what is stored of each account (`posting`,
 * `account`), then `end`. It holds as much as there are accounts, however long the ledger is.
 *
 * Nothing in a ledger tells that its end is missing, with all that followed from it: known batches do, if there are any.
 *
 * Signatures are for whoever has the keys: `batch` answers the entries, and `find` takes what is found elsewhere.
 */
export class Audit {
  entries = 0;
  batches = 0;
  /** Hash of the chain with the last batch. */
  head: Uint8Array = firstPreviousHash;
  /** What is not as it was written, each by its place; the first hundred. */
  readonly findings: string[] = [];
  readonly #known: readonly KnownBatch[];
  readonly #accounts = new Map<string, ReplayedAccount>();
  #lastNumber = 0;
  #lastSequence = 0;

  constructor(known: readonly KnownBatch[] = []) {
    this.#known = known;
  }

  /** Of the last batch; 0 before the first. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Of the last entry that a batch names. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  /** Answers the entries that could be read. */
  batch(batch: Batch, rows: readonly StoredEntry[]): Entry[] {
    const { number, firstSequence, lastSequence } = batch;
    const place = `batch ${number}`;
    if (number !== this.#lastNumber + 1) this.find(`${place}: follows batch ${this.#lastNumber}`);
    if (!isEqual(batch.previousHash, this.head)) this.find(`${place}: is not chained to the batch before`);
    if (firstSequence !== this.#lastSequence + 1) this.find(`${place}: begins after entry ${this.#lastSequence}`);
    const count = lastSequence - firstSequence + 1;
    if (count < 1 || rows.length !== count) {
      this.find(`${place}: has ${rows.length} entries in place of ${count}`);
      for (const sequence of gapsOf(rows, batch)) this.find(`entry ${sequence}: is not stored`);
    }
    const hash = batchHash(
      number,
      batch.previousHash,
      rows.map(({ bytes }) => entryDigest(bytes)),
    );
    if (!isEqual(hash, batch.hash)) this.find(`${place}: its hash is not that of its entries`);
    for (const known of this.#known) {
      if (known.number === number && !isEqual(known.hash, batch.hash)) {
        this.find(`${place}: is another one than ${known.witness} tells of`);
      }
    }
    this.head = batch.hash;
    this.batches++;
    this.#lastNumber = number;
    this.#lastSequence = lastSequence;
    return rows.flatMap((row) => this.#replay(row, batch) ?? []);
  }

  /** A posting as it is stored, those of an account in the order of the ledger and before the account. */
  posting(name: AccountName, posting: PlacedPosting): void {
    this.#account(name).stored.add(posting);
  }

  /** An account as it is stored; answers whether its postings are what the entries make of it. */
  account(account: AuditedAccount): boolean {
    const found = this.#account(account);
    this.#accounts.delete(keyOf(account));
    const { replayed, stored } = found;
    const isWhole = replayed.isEqual(stored);
    const place = placeOf(account);
    for (const flaw of found.flaws(account)) this.find(`${place}: ${flaw}`);
    if (!isWhole)
      this.find(`${place}: its postings (${stored.count}) are not those of its entries (${replayed.count})`);
    return isWhole;
  }

  /** After the last account. */
  end(): void {
    for (const account of this.#accounts.values()) {
      if (account.replayed.count + account.stored.count > 0) this.find(`${placeOf(account)}: is not stored`);
    }
    for (const { number, witness } of this.#known) {
      if (number > this.#lastNumber) this.find(`batch ${number}: is gone, but ${witness} tells of it`);
    }
  }

  find(finding: string): void {
    if (this.findings.length < findingsMax) this.findings.push(finding);
  }

  #replay({ sequence, id, bytes }: StoredEntry, batch: Batch): Entry | undefined {
    const place = `entry ${sequence}`;
    this.entries++;
    let entry: Entry;
    try {
      entry = readEntry(bytes);
    } catch (error) {
      if (!(error instanceof UnreadableEntry)) throw error;
      this.find(`${place}: cannot be read: ${error.message}`);
      return undefined;
    }
    if (entry.id !== id) this.find(`${place}: is stored under the id ${JSON.stringify(id)}`);
    const postings = postingsOf(entry);
    for (const flaw of entryFlaws(entry, sequence, batch, postings)) this.find(`${place}: ${flaw}`);
    for (const [leg, { owner, asset, amount }] of postings.entries()) {
      const { replayed } = this.#account({ owner, asset });
      replayed.add({ sequence, leg, kind: entry.kind, amount });
      const isLegal = isBalance(replayed.sum) && (replayed.sum >= 0n || isSystemOwner(owner));
      if (!isLegal) this.find(`${place}: leaves ${replayed.sum} in ${placeOf({ owner, asset })}`);
    }
    if (postings.length > 0) this.#account(entry).spend(entry);
    return entry;
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

/** The places without a row, so many as can be told. */
function gapsOf(rows: readonly StoredEntry[], { firstSequence, lastSequence }: Batch): number[] {
  const there = new Set(rows.map(({ sequence }) => sequence));
  const gaps: number[] = [];
  for (let sequence = firstSequence; sequence <= lastSequence && gaps.length < findingsMax; sequence++) {
    if (!there.has(sequence)) gaps.push(sequence);
  }
  return gaps;
}

function keyOf({ owner, asset }: AccountName): string {
  return `${asset} ${owner}`;
}

export function placeOf({ owner, asset }: AccountName): string {
  return `account ${owner} ${asset}`;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
