import { createHash, timingSafeEqual } from "node:crypto";
import { type DialectName, isDialectName } from "../../database/dialect.ts";
import { keyBytes, saltBytes } from "../vault/index.ts";
import { BackupError } from "./backup-error.ts";

/*
 * The header of a backup, in bytes:
 *
 *   16  magic and format version: "platonic backup" and 1
 *   4   length of the facts, big-endian
 *   n   facts, as JSON
 *   32  check value, derived from the key: recognizes the passphrase
 *   32  SHA-256 of all of the above: distinguishes damage from a wrong passphrase
 *
 * The content follows. Each of its chunks authenticates the header.
 */
const name = Buffer.from("platonic backup", "latin1");
const format = 1;
const factsAt = name.length + 1 + 4;
const factsMax = 4_096;
const digestBytes = 32;

/** Most bytes of a header. */
export const headerMax = factsAt + factsMax + keyBytes + digestBytes;

/** Facts of a backup that can be read without its passphrase. */
export interface Facts {
  readonly kind: DialectName;
  readonly createdAt: Date;
  /** Version of the service that made the backup. */
  readonly serviceVersion: string;
  /** PBKDF2 iterations and salt of the passphrase, and the salt of this file. */
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly fileSalt: Uint8Array;
  /** The last batch of the ledger when the backup began; undefined if the ledger was empty, and in older backups. */
  readonly head?: ChainHead | undefined;
  /** The last record of the audit log when the backup began; undefined if it was empty, and in older backups. */
  readonly auditHead?: ChainHead | undefined;
}

/** The heads of the chains when a backup began, which its content includes. */
export type Heads = Pick<Facts, "head" | "auditHead">;

/** The last batch of a ledger, or the last record of an audit log. */
export interface ChainHead {
  readonly number: number;
  /** SHA-256: 32 bytes. */
  readonly hash: Uint8Array;
}

export interface Header {
  readonly facts: Facts;
  readonly check: Uint8Array;
  /** The header in its encoded form. */
  readonly bytes: Uint8Array;
}

export function encodeHeader(facts: Facts, check: Uint8Array): Buffer {
  const { kind, createdAt, serviceVersion, iterations, salt, fileSalt, head, auditHead } = facts;
  const text = JSON.stringify({
    kind,
    createdAt: createdAt.toISOString(),
    serviceVersion,
    iterations,
    salt: Buffer.from(salt).toString("base64"),
    fileSalt: Buffer.from(fileSalt).toString("base64"),
    ...(head && { head: spelledHead(head) }),
    ...(auditHead && { auditHead: spelledHead(auditHead) }),
  });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  const signed = Buffer.concat([name, Buffer.of(format), length, Buffer.from(text), check]);
  return Buffer.concat([signed, sha256(signed)]);
}

function spelledHead({ number, hash }: ChainHead): object {
  return { number, hash: Buffer.from(hash).toString("base64") };
}

/**
 * Reads the header at the beginning of a file.
 *
 * @throws BackupError "not-a-backup", "newer-format" or "damaged"
 */
export function readHeader(start: Buffer): Header {
  if (!start.subarray(0, name.length).equals(name) || start.length < factsAt) throw new BackupError("not-a-backup");
  const length = start.readUInt32BE(factsAt - 4);
  const end = factsAt + length + keyBytes + digestBytes;
  if (length > factsMax || end > start.length) throw new BackupError("damaged");
  const signed = start.subarray(0, end - digestBytes);
  if (!timingSafeEqual(sha256(signed), start.subarray(end - digestBytes, end))) throw new BackupError("damaged");
  if (start.readUInt8(name.length) !== format) throw new BackupError("newer-format");
  const facts = readFacts(signed.subarray(factsAt, factsAt + length));
  return { facts, check: signed.subarray(factsAt + length), bytes: start.subarray(0, end) };
}

function readFacts(bytes: Buffer): Facts {
  const { kind, createdAt, serviceVersion, iterations, salt, fileSalt, head, auditHead } = parse(bytes);
  const read = {
    kind: kind as DialectName,
    createdAt: new Date(String(createdAt)),
    serviceVersion: String(serviceVersion),
    iterations: Number(iterations),
    salt: Buffer.from(String(salt), "base64"),
    fileSalt: Buffer.from(String(fileSalt), "base64"),
    head: readHead(head as SpelledHead | undefined),
    auditHead: readHead(auditHead as SpelledHead | undefined),
  };
  const isWhole =
    isDialectName(kind) &&
    !Number.isNaN(read.createdAt.getTime()) &&
    Number.isSafeInteger(iterations) &&
    read.salt.length === saltBytes &&
    read.fileSalt.length === saltBytes;
  if (!isWhole) throw new BackupError("damaged");
  return read;
}

interface SpelledHead {
  readonly number?: unknown;
  readonly hash?: unknown;
}

function readHead(head: SpelledHead | undefined): ChainHead | undefined {
  if (head === undefined) return undefined;
  const [number, hash] = [Number(head?.number), Buffer.from(String(head?.hash), "base64")];
  if (!Number.isSafeInteger(number) || hash.length !== digestBytes) throw new BackupError("damaged");
  return { number, hash };
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
  } catch {
    throw new BackupError("damaged");
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
