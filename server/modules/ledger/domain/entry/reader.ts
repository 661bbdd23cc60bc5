import { asRequestDigest } from "./digests.ts";
import {
  type Entry,
  type EntryKind,
  type Exchanged,
  entryKinds,
  exchangeErrors,
  type OutcomeNumber,
  transactionErrors,
} from "./entry.ts";
import { entryVersion, linkBits, presence } from "./layout.ts";

/** Thrown for bytes that are not the canonical bytes of an entry. */
export class UnreadableEntry extends Error {}

/**
 * Decodes the canonical bytes of an entry.
 *
 * @throws UnreadableEntry if they are truncated, too long, or not canonical
 */
export function readEntry(bytes: Uint8Array): Entry {
  const from = new Cursor(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (from.byte() !== entryVersion) throw new UnreadableEntry("of another version");
  const kind = from.byte();
  const outcome = from.byte();
  const bits = from.byte();
  if (!kinds.has(kind) || !outcomes.has(outcome)) throw new UnreadableEntry("of no known kind or outcome");
  if (bits & ~allPresent || (bits & presence.quoteId && !(bits & presence.exchanged))) {
    throw new UnreadableEntry("optional fields that no entry has");
  }
  const entry: Entry = {
    kind: kind as EntryKind,
    outcome: outcome as OutcomeNumber,
    sequence: from.whole(),
    atMs: from.whole(),
    amount: from.amount(),
    fee: from.amount(),
    requestDigest: asRequestDigest(from.bytes(32)),
    id: from.text(),
    owner: from.text(),
    asset: from.text(),
    description: from.text(),
    counterparty: bits & presence.counterparty ? from.text() : undefined,
    order: bits & presence.order ? from.bytes(from.length()) : undefined,
    keyId: bits & presence.keyId ? from.text() : undefined,
    signature: bits & presence.signature ? from.bytes(from.length()) : undefined,
    exchanged: bits & presence.exchanged ? readExchanged(from, (bits & presence.quoteId) !== 0) : undefined,
    ...(bits & presence.hold && { hold: { endsAtMs: from.whole(), returned: from.amount(), id: from.text() } }),
    ...(bits & presence.links && readLinks(from)),
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

function readLinks(from: Cursor): Pick<Entry, "reverses" | "linked"> {
  const bits = from.byte();
  if (bits === 0 || bits & ~allLinks) throw new UnreadableEntry("links that no entry has");
  return {
    ...(bits & linkBits.reverses && { reverses: from.text() }),
    ...(bits & linkBits.linked && { linked: { failed: from.text() } }),
  };
}

const kinds = new Set<number>(Object.values(entryKinds));
const outcomes = new Set<number>([0, ...Object.values(transactionErrors), ...Object.values(exchangeErrors)]);
const allLinks = linkBits.reverses | linkBits.linked;
const allPresent = Object.values(presence).reduce((sum, bit) => sum + bit, 0);

/** Reads one field after the other; throws at the end of the bytes. */
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
    // Invalid UTF-8 decodes to this character, and would be encoded differently.
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
