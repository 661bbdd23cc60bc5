import { sha256 } from "../../../../core/sha256.ts";
import type { PendingTransfer } from "../../domain/entry/entry.ts";
import type { Acknowledged } from "./acknowledged.ts";

/** A line of a journal. */
export type Line =
  | { readonly kind: "acknowledged"; readonly acknowledged: Acknowledged }
  /** Ids of losses that an administrator has dismissed. */
  | { readonly kind: "dismissed"; readonly ids: readonly string[] };

/** Lines of a journal, and the positions of unreadable ones. */
export interface ReadLines {
  readonly lines: readonly Line[];
  /** Offsets of damaged lines, from the beginning of the bytes. */
  readonly damaged: readonly number[];
  /** Length up to the end of the last complete line. The rest was never finished, and so never acknowledged. */
  readonly end: number;
}

/** Encodes a line: 16 hexadecimal digits of the SHA-256 of its JSON, a space, the JSON, a line feed. */
export function lineOf(line: Line): Buffer {
  const json = JSON.stringify(
    line.kind === "dismissed" ? { dismissed: line.ids } : acknowledgedJson(line.acknowledged),
  );
  return Buffer.from(`${checksum(json)} ${json}\n`);
}

/** Reads lines. A line without its line feed is the unfinished one of a process that was killed. */
export function readLines(bytes: Buffer): ReadLines {
  const lines: Line[] = [];
  const damaged: number[] = [];
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    const line = lineIn(bytes.toString("utf8", start, end));
    if (line === undefined) damaged.push(start);
    else lines.push(line);
    start = end + 1;
  }
  return { lines, damaged, end: start };
}

const lineFeed = 10;
const checksumDigits = 16;

function checksum(json: string): string {
  return sha256(json).toString("hex", 0, checksumDigits / 2);
}

function lineIn(text: string): Line | undefined {
  const json = text.slice(checksumDigits + 1);
  if (text[checksumDigits] !== " " || text.slice(0, checksumDigits) !== checksum(json)) return undefined;
  const read = JSON.parse(json) as DismissedJson | AcknowledgedJson;
  if ("dismissed" in read) return { kind: "dismissed", ids: read.dismissed };
  return { kind: "acknowledged", acknowledged: readAcknowledged(read) };
}

interface DismissedJson {
  readonly dismissed: readonly string[];
}

/** Bytes are in base64. */
interface AcknowledgedJson {
  readonly batch?: { readonly number: number; readonly hash: string };
  readonly entries: readonly string[];
  readonly pending: readonly PendingJson[];
}

type PendingJson = Omit<PendingTransfer, "amount" | "fee" | "order" | "signature"> &
  Readonly<Record<"amount" | "fee" | "order" | "signature", string>>;

function acknowledgedJson({ batch, entries, pending }: Acknowledged): AcknowledgedJson {
  return {
    ...(batch !== undefined && { batch: { number: batch.number, hash: base64(batch.hash) } }),
    entries: entries.map(base64),
    pending: pending.map(({ amount, fee, order, signature, ...others }) => ({
      ...others,
      amount: String(amount),
      fee: String(fee),
      order: base64(order),
      signature: base64(signature),
    })),
  };
}

function readAcknowledged({ batch, entries, pending }: AcknowledgedJson): Acknowledged {
  return {
    batch: batch && { number: batch.number, hash: Buffer.from(batch.hash, "base64") },
    entries: entries.map((text) => Buffer.from(text, "base64")),
    pending: pending.map(({ amount, fee, order, signature, ...others }) => ({
      ...others,
      amount: BigInt(amount),
      fee: BigInt(fee),
      order: Buffer.from(order, "base64"),
      signature: Buffer.from(signature, "base64"),
    })),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}
