import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { decodeRecords, encodeRecord, type RowRecord, type Value } from "../../server/database/snapshot/row-records.ts";
import { decryptChunks, encryptChunks } from "../../server/modules/backup/chunks.ts";
import { openEncrypted } from "../../server/modules/backup/encrypted-file.ts";
import { encodeHeader, type Facts, readHeader } from "../../server/modules/backup/header.ts";
import { fileKeys, knownBackupRoot } from "../../server/modules/backup/keys.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { quickStretching } from "../support/vault/constants.ts";
import { goldenVectors, hex } from "./vectors.ts";

interface BackupVectors {
  readonly passphrase: string;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly fileSalt: Uint8Array;
  readonly keys: { readonly root: Uint8Array; readonly check: Uint8Array; readonly content: Uint8Array };
  readonly headers: readonly {
    readonly facts: Omit<Facts, "createdAt"> & { readonly createdAt: string };
    readonly check: Uint8Array;
    readonly bytes: Uint8Array;
  }[];
  readonly chunks: readonly { readonly size: number; readonly length: number; readonly sha256: string }[];
  readonly records: readonly { readonly record: SpelledRecord; readonly bytes: Uint8Array }[];
  readonly file: { readonly bytes: Uint8Array; readonly plain: Uint8Array };
}

type SpelledRecord =
  | Exclude<RowRecord, { readonly type: "row" }>
  | { readonly type: "row"; readonly values: readonly SpelledValue[] };
type SpelledValue = null | { readonly integer: bigint } | { readonly text: string } | { readonly bytes: Uint8Array };

const { passphrase, salt, iterations, fileSalt, keys, headers, chunks, records, file } = goldenVectors<BackupVectors>(
  "backup",
  ["salt", "fileSalt", "root", "check", "content", "hash", "bytes", "plain"],
  ["integer"],
);
const derived = fileKeys(
  await knownBackupRoot(Buffer.from(passphrase), { salt, iterations }, quickStretching),
  fileSalt,
);
const factsOf = ({ createdAt, ...facts }: (typeof headers)[number]["facts"]): Facts => {
  return { ...facts, createdAt: new Date(createdAt) };
};

async function* streamOf(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

test("a passphrase and its salts derive these keys", async () => {
  const root = await knownBackupRoot(Buffer.from(passphrase), { salt, iterations }, quickStretching);
  expect([root.key.export(), derived.check, derived.content.export()].map(hex)).toEqual(Object.values(keys).map(hex));
});

test.each(headers)("a header of $facts.kind is written and read as these bytes", ({ facts, check, bytes }) => {
  expect(hex(encodeHeader(factsOf(facts), check))).toBe(hex(bytes));
  const read = readHeader(Buffer.concat([bytes, Buffer.from("content")]));
  expect(read.facts).toEqual({ head: undefined, ...factsOf(facts) });
  expect([read.check, read.bytes].map(hex)).toEqual([check, bytes].map(hex));
});

test.each(chunks)("$size bytes are encrypted as these chunks", async ({ size, length, sha256 }) => {
  const header = headers[0]?.bytes as Uint8Array;
  const content = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) & 255));
  const encrypted = await buffer(encryptChunks(derived.content, header, streamOf(content)));
  expect([encrypted.length, createHash("sha256").update(encrypted).digest("hex")]).toEqual([length, sha256]);
  const opened = await buffer(decryptChunks(derived.content, header, streamOf(encrypted)));
  expect(opened.equals(content)).toBe(true);
});

function recordOf(spelled: SpelledRecord): RowRecord {
  if (spelled.type !== "row") return spelled;
  const values = spelled.values.map((value): Value => (value === null ? null : (Object.values(value)[0] as Value)));
  return { type: "row", values };
}

test("records of rows are written and read as these bytes", async () => {
  expect(records.map(({ record }) => hex(encodeRecord(recordOf(record))))).toEqual(
    records.map(({ bytes }) => hex(bytes)),
  );
  const read = await Readable.from(decodeRecords(streamOf(...records.map(({ bytes }) => bytes)))).toArray();
  expect(read).toEqual(records.map(({ record }) => recordOf(record)));
});

test("a recorded file opens", async () => {
  const path = join(temporaryDirectory(), "file");
  writeFileSync(path, file.bytes);
  const { facts, content, close } = await openEncrypted(path, Buffer.from(passphrase), quickStretching);
  expect(hex(await buffer(content))).toBe(hex(file.plain));
  expect(facts.head?.number).toBe(41);
  await close();
});
