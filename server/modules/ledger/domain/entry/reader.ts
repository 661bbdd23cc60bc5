import {
  type Entry,
  type EntryKind,
  type Exchanged,
  entryKinds,
  exchangeErrors,
  type OutcomeNumber,
  transactionErrors,
} from "./entry.ts";
import { entryVersion, parts } from "./layout.ts";

/** Thrown for bytes that are not the canonical bytes of any entry. */
export class UnreadableEntry extends Error {}

/**
 * The entry that these are the canonical bytes of.
 *
 * @throws UnreadableEntry when they are cut short, too long, or not as an entry would be spelled
 */
export function readEntry(bytes: Uint8Array): Entry {
  const from = new Cursor(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (from.byte() !== entryVersion) throw new UnreadableEntry("of another version");
  const kind = from.byte();
  const outcome = from.byte();
  const bits = from.byte();
  if (!kinds.has(kind) || !outcomes.has(outcome)) throw new UnreadableEntry("of no known kind or outcome");
  if (bits > allParts || (bits & parts.quoteId && !(bits & parts.exchanged))) {
    throw new UnreadableEntry("parts that no entry has");
  }
  const entry: Entry = {
    kind: kind as EntryKind,
    outcome: outcome as OutcomeNumber,
    sequence: from.whole(),
    atMs: from.whole(),
    amount: from.amount(),
    fee: from.amount(),
    digest: from.bytes(32),
    id: from.text(),
    owner: from.text(),
    asset: from.text(),
    description: from.text(),
    counterparty: bits & parts.counterparty ? from.text() : undefined,
    order: bits & parts.order ? from.bytes(from.length()) : undefined,
    keyId: bits & parts.keyId ? from.text() : undefined,
    signature: bits & parts.signature ? from.bytes(from.length()) : undefined,
    exchanged: bits & parts.exchanged ? readExchanged(from, (bits & parts.quoteId) !== 0) : undefined,
  };
  from.end();
  return entry;
}

function readExchanged(from: Cursor, hasQuote: boolean): Exchanged {
  return {
    sourceAmount: from.amount(),
    fee: from.amount(),
    targetAmount: from.amount(),
    networkFee: from.amount(),
    rate: from.rate(),
    rateAtMs: from.whole(),
    source: from.text(),
    target: from.text(),
    rateSource: from.text(),
    quoteId: hasQuote ? from.text() : undefined,
  };
}

const kinds = new Set<number>(Object.values(entryKinds));
const outcomes = new Set<number>([0, ...Object.values(transactionErrors), ...Object.values(exchangeErrors)]);
const allParts = Object.values(parts).reduce((sum, bit) => sum + bit, 0);

/** Reads one part after the other, none of them beyond the end. */
class Cursor {
  readonly #bytes: Buffer;
  #place = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#bytes[this.#step(1)] as number;
  }

  length(): number {
    return this.#bytes.readUInt32BE(this.#step(4));
  }

  whole(): number {
    const value = this.#bytes.readBigUInt64BE(this.#step(8));
    if (value > Number.MAX_SAFE_INTEGER) throw new UnreadableEntry("a number beyond its range");
    return Number(value);
  }

  amount(): bigint {
    const value = this.#bytes.readBigInt64BE(this.#step(8));
    if (value < 0n) throw new UnreadableEntry("an amount below zero");
    return value;
  }

  rate(): bigint {
    const start = this.#step(16);
    return (this.#bytes.readBigUInt64BE(start) << 64n) | this.#bytes.readBigUInt64BE(start + 8);
  }

  bytes(length: number): Uint8Array {
    const start = this.#step(length);
    return this.#bytes.subarray(start, start + length);
  }

  text(): string {
    const length = this.#bytes.readUInt16BE(this.#step(2));
    const start = this.#step(length);
    const text = this.#bytes.toString("utf8", start, start + length);
    // What is no UTF-8 is read as this character, and would be written otherwise.
    if (text.includes("\ufffd") && !Buffer.from(text).equals(this.#bytes.subarray(start, start + length))) {
      throw new UnreadableEntry("a text that is no UTF-8");
    }
    return text;
  }

  end(): void {
    if (this.#place !== this.#bytes.length) throw new UnreadableEntry("bytes after its end");
  }

  #step(length: number): number {
    const start = this.#place;
    if (start + length > this.#bytes.length) throw new UnreadableEntry("cut short");
    this.#place = start + length;
    return start;
  }
}
