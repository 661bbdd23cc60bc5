import type { Entry, Exchanged, HoldPart } from "./entry.ts";
import { entryVersion, exchangedLength, headLength, holdLength, linkBits, presence, textLengthMax } from "./layout.ts";

/**
 * Encodes an entry as its canonical bytes (`layout.ts`), which are stored.
 *
 * @throws RangeError for a text with lone surrogates, a text that is too long, or a number out of range
 */
export function entryBytes(entry: Entry): Uint8Array {
  const lengthMax = lengthAtMost(entry);
  const bytes = lengthMax > scratch.length ? Buffer.allocUnsafe(lengthMax) : scratch;
  bytes[0] = entryVersion;
  bytes[1] = entry.kind;
  bytes[2] = entry.outcome;
  bytes[3] = presenceOf(entry);
  putWhole(bytes, 4, entry.sequence);
  putWhole(bytes, 12, entry.atMs);
  putAmount(bytes, 20, entry.amount);
  putAmount(bytes, 28, entry.fee);
  if (entry.requestDigest.length !== 32) throw new RangeError(`the digest of ${entry.id} is not SHA-256`);
  bytes.set(entry.requestDigest, 36);
  let end = putText(bytes, headLength, entry.id);
  end = putText(bytes, end, entry.owner);
  end = putText(bytes, end, entry.asset);
  end = putText(bytes, end, entry.description);
  if (entry.counterparty !== undefined) end = putText(bytes, end, entry.counterparty);
  if (entry.order !== undefined) end = putBytes(bytes, end, entry.order);
  if (entry.keyId !== undefined) end = putText(bytes, end, entry.keyId);
  if (entry.signature !== undefined) end = putBytes(bytes, end, entry.signature);
  if (entry.exchanged !== undefined) end = putExchanged(bytes, end, entry.exchanged);
  if (entry.hold !== undefined) end = putHold(bytes, end, entry.hold);
  if (linksOf(entry) !== 0) end = putLinks(bytes, end, entry);
  const encoded = Buffer.allocUnsafe(end);
  bytes.copy(encoded, 0, 0, end);
  return encoded;
}

function presenceOf(entry: Entry): number {
  let bits = 0;
  if (entry.counterparty !== undefined) bits |= presence.counterparty;
  if (entry.order !== undefined) bits |= presence.order;
  if (entry.keyId !== undefined) bits |= presence.keyId;
  if (entry.signature !== undefined) bits |= presence.signature;
  if (entry.exchanged !== undefined) bits |= presence.exchanged;
  if (entry.exchanged?.quoteId !== undefined) bits |= presence.quoteId;
  if (entry.hold !== undefined) bits |= presence.hold;
  if (linksOf(entry) !== 0) bits |= presence.links;
  return bits;
}

function linksOf({ reverses, linked }: Entry): number {
  return (reverses === undefined ? 0 : linkBits.reverses) | (linked === undefined ? 0 : linkBits.linked);
}

/** Upper bound of the length: a UTF-16 code unit takes at most 3 bytes in UTF-8. */
function lengthAtMost({
  id,
  owner,
  asset,
  description,
  counterparty,
  order,
  keyId,
  signature,
  exchanged,
  hold,
  reverses,
  linked,
}: Entry): number {
  let characters = id.length + owner.length + asset.length + description.length;
  characters += (counterparty?.length ?? 0) + (keyId?.length ?? 0);
  let rest = headLength + 32 + (order?.length ?? 0) + (signature?.length ?? 0);
  if (exchanged !== undefined) {
    const { source, target, rateSource, quoteId } = exchanged;
    characters += source.length + target.length + rateSource.length + (quoteId?.length ?? 0);
    rest += exchangedLength + 8;
  }
  if (hold !== undefined) {
    characters += hold.id.length;
    rest += holdLength + 2;
  }
  if (reverses !== undefined) rest += 3 + 3 * reverses.length;
  if (linked !== undefined) rest += 3 + 3 * linked.failed.length;
  return 3 * characters + rest;
}

function putExchanged(bytes: Buffer, start: number, exchanged: Exchanged): number {
  putAmount(bytes, start, exchanged.sourceAmount);
  putAmount(bytes, start + 8, exchanged.fee);
  putAmount(bytes, start + 16, exchanged.targetAmount);
  putAmount(bytes, start + 24, exchanged.networkFee);
  bytes.writeBigUInt64BE(exchanged.rate >> 64n, start + 32);
  bytes.writeBigUInt64BE(exchanged.rate & (2n ** 64n - 1n), start + 40);
  putWhole(bytes, start + 48, exchanged.rateAtMs);
  let end = putText(bytes, start + exchangedLength, exchanged.source);
  end = putText(bytes, end, exchanged.target);
  end = putText(bytes, end, exchanged.rateSource);
  if (exchanged.quoteId !== undefined) end = putText(bytes, end, exchanged.quoteId);
  return end;
}

function putHold(bytes: Buffer, start: number, hold: HoldPart): number {
  putWhole(bytes, start, hold.endsAtMs);
  putAmount(bytes, start + 8, hold.returned);
  return putText(bytes, start + holdLength, hold.id);
}

function putLinks(bytes: Buffer, start: number, entry: Entry): number {
  let end = bytes.writeUInt8(linksOf(entry), start);
  if (entry.reverses !== undefined) end = putText(bytes, end, entry.reverses);
  if (entry.linked !== undefined) end = putText(bytes, end, entry.linked.failed);
  return end;
}

function putAmount(bytes: Buffer, start: number, amount: bigint): void {
  if (amount < 0n) throw new RangeError("an amount of an entry is negative");
  if (amount <= safeMax) putWhole(bytes, start, Number(amount));
  else bytes.writeBigInt64BE(amount, start);
}

function putWhole(bytes: Buffer, start: number, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not a non-negative safe integer`);
  bytes.writeUInt32BE(Math.floor(value / 2 ** 32), start);
  bytes.writeUInt32BE(value % 2 ** 32, start + 4);
}

function putText(bytes: Buffer, start: number, text: string): number {
  // Lone surrogates would all encode as U+FFFD.
  if (!text.isWellFormed()) throw new RangeError("a text of an entry has lone surrogates");
  const length = bytes.write(text, start + 2, "utf8");
  if (length > textLengthMax) throw new RangeError("a text of an entry is too long");
  bytes.writeUInt16BE(length, start);
  return start + 2 + length;
}

function putBytes(bytes: Buffer, start: number, value: Uint8Array): number {
  bytes.writeUInt32BE(value.length, start);
  bytes.set(value, start + 4);
  return start + 4 + value.length;
}

/** Memory in which entries of usual length are encoded; their bytes are a copy of the right length. */
const scratch = Buffer.alloc(16_384);

/** Largest amount that is encoded as a number, which costs less. */
const safeMax = BigInt(Number.MAX_SAFE_INTEGER);
