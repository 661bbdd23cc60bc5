import { hash } from "node:crypto";

/** A place in the ledger: after an entry, and perhaps after some of the views of the next one. */
export interface Place {
  /** The last entry that was told in full; 0 before the first. */
  readonly sequence: number;
  /** Id of that entry; empty before the first. */
  readonly id: string;
  /** Views that were told of the next entry that moves money: its wallets, in the order of its postings. */
  readonly told: number;
}

/** The place before the first entry. */
export const ledgerStart: Place = { sequence: 0, id: "", told: 0 };

/** Content of a cursor. The id is there as a digest, by which a ledger is recognised. */
export interface ReadCursor {
  readonly sequence: number;
  readonly told: number;
  readonly digest: string;
}

const version = 1;
const length = 18;

/** Writes a place as opaque text: version, sequence, views that were told, and 8 bytes of the digest of the entry's id. */
export function writeCursor({ sequence, id, told }: Place): string {
  written.writeUInt16BE(Math.floor(sequence / 2 ** 48), 1);
  written.writeUIntBE(sequence % 2 ** 48, 3, 6);
  written.writeUInt8(told, 9);
  written.write(digestOf(id), 10, "latin1");
  return written.toString("base64url");
}

/** The cursor that is written, always in the same place: one is written for each event. */
const written = Buffer.alloc(length);
written.writeUInt8(version, 0);

/** Reads a cursor; undefined for text that `writeCursor` never writes. */
export function readCursor(text: string): ReadCursor | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== length || bytes.toString("base64url") !== text || bytes[0] !== version) return undefined;
  const sequence = bytes.readBigUInt64BE(1);
  if (sequence > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return { sequence: Number(sequence), told: bytes.readUInt8(9), digest: bytes.toString("latin1", 10) };
}

/** Whether the entry at a cursor's sequence number has this id. */
export function isAt({ digest }: ReadCursor, id: string): boolean {
  return digest === digestOf(id);
}

/** First 8 bytes of SHA-256, each as a character: a text is compared and written without memory of its own. */
function digestOf(id: string): string {
  return hash("sha256", id, "binary").slice(0, 8);
}
