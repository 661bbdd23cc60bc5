import { sha256 } from "../../../core/sha256.ts";

/** Facts of an act that is not recorded yet. */
export interface Act {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Name of a method, or of an act of the service. */
  readonly action: string;
  readonly result: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly protocol: string;
  readonly requestId: string;
  /** Ids that were acted upon. */
  readonly targets: readonly string[];
  /** Values that say nothing of a person. */
  readonly values: Readonly<Record<string, string>>;
  readonly origin: Origin;
}

/** The sealed part of a record, which says something of a person. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
  /** Texts of the caller, by their fields. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A row of `audit_records`, before it has a place in the chain. */
export interface Draft {
  readonly id: string;
  readonly atMs: number;
  readonly action: string;
  readonly result: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly protocol: string;
  readonly requestId: string;
  /** A JSON array of texts. */
  readonly targets: string;
  /** A JSON object of texts. */
  readonly plain: string;
  readonly sealed: Uint8Array;
}

/** A row of `audit_records`. */
export interface StoredRecord extends Draft {
  readonly number: number;
  readonly hash: Uint8Array;
}

/** A place in the chain: the number of a record, and its hash. Before the first record: 0, and zeros. */
export interface Link {
  readonly number: number;
  readonly hash: Uint8Array;
}

const domain = Buffer.from("platonic audit record v1", "ascii");

/** Computes the hash of a record, which covers the one before it and thereby all of them. */
export function recordHash(previous: Link, draft: Draft): Uint8Array {
  const { id, atMs, action, result, actorKind, actorId, protocol, requestId, targets, plain, sealed } = draft;
  const texts = [id, action, result, actorKind, actorId, protocol, requestId, targets, plain];
  const place = Buffer.alloc(16);
  place.writeBigInt64BE(BigInt(previous.number + 1), 0);
  place.writeBigInt64BE(BigInt(atMs), 8);
  const parts = [...texts.map((text) => Buffer.from(text, "utf8")), sealed];
  return sha256(Buffer.concat([domain, place, previous.hash, ...parts.flatMap(withLength)]));
}

function withLength(part: Uint8Array): Uint8Array[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return [length, part];
}

/** Returns the value of a record by which it is the result of the act that another record says has begun. */
export function begunValue(number: number): Record<string, string> {
  return { begun: String(number) };
}

/** Action of the record that says up to which one old records were removed. */
export const removalAction = "service.remove-audit-records";

/** Returns what that record says: the anchor of the chain that is left. */
export function removalValues({ number, hash }: Link): Record<string, string> {
  return { number: String(number), hash: Buffer.from(hash).toString("hex") };
}
