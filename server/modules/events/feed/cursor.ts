import { hash } from "node:crypto";
import { asRequestDigest, type EntryDigest, type RequestDigest } from "../../ledger/domain/entry/digests.ts";
import type { Entry } from "../../ledger/domain/entry/entry.ts";

/**
 * A position in the ledger: after an entry, and possibly after some of the next entry's views (the wallets it moves
 * money of).
 */
export interface Position {
  /** The last completely published entry; 0 before the first. */
  readonly sequence: number;
  /**
   * Digest of that entry's request, which identifies the ledger of a cursor; zero before the first. 8 bytes or more.
   */
  readonly requestDigest: RequestDigest;
  /** Number of published views of the next entry that moves money: its wallets, in the order of its postings. */
  readonly told: number;
}

/** The position before the first entry. */
export const ledgerStart: Position = { sequence: 0, requestDigest: asRequestDigest(new Uint8Array(8)), told: 0 };

/** Content of a cursor. */
export interface ReadCursor {
  readonly version: number;
  readonly sequence: number;
  readonly told: number;
  /** Part of a digest of the entry, each byte as a character. */
  readonly mark: string;
}

/** The present version, and the one whose mark is a digest of the entry's id. */
const [version, versionOfIds] = [2, 1];
const length = 18;
const markAt = 10;

/** Encodes a position as opaque text: version, sequence, number of published views, and 8 bytes of the digest. */
export function writeCursor({ sequence, requestDigest: digest, told }: Position): string {
  written.writeUInt16BE(Math.floor(sequence / 2 ** 48), 1);
  written.writeUIntBE(sequence % 2 ** 48, 3, 6);
  written.writeUInt8(told, 9);
  for (let index = markAt; index < length; index++) written[index] = digest[index - markAt] as number;
  return written.toString("base64url");
}

/** Buffer reused for every cursor, since one is written for each event. */
const written = Buffer.alloc(length);
written.writeUInt8(version, 0);

/** Reads a cursor; undefined for text that `writeCursor` never writes. */
export function readCursor(text: string): ReadCursor | undefined {
  const bytes = Buffer.from(text, "base64url");
  const [readVersion = 0] = bytes;
  if (bytes.length !== length || bytes.toString("base64url") !== text) return undefined;
  if (readVersion !== version && readVersion !== versionOfIds) return undefined;
  const sequence = bytes.readBigUInt64BE(1);
  if (sequence > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return {
    version: readVersion,
    sequence: Number(sequence),
    told: bytes.readUInt8(9),
    mark: bytes.toString("latin1", markAt),
  };
}

/** Whether this is the entry at a cursor's sequence number. */
export function isAt(
  { version, mark }: ReadCursor,
  { id, requestDigest }: Pick<Entry, "id" | "requestDigest">,
): boolean {
  return mark === markOf(version === versionOfIds ? hash("sha256", id, "buffer") : requestDigest);
}

/**
 * Whether a cursor's mark is the digest of the entry itself. Cursors of the end of the ledger were issued with it for a
 * while, and clients still have them.
 */
export function isMarkedByEntryDigest(cursor: ReadCursor, digest: EntryDigest): boolean {
  return cursor.version === version && cursor.mark === markOf(digest);
}

function markOf(digest: Uint8Array): string {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString("latin1", 0, length - markAt);
}
