import { createHash } from "node:crypto";
import { create, toJson } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { type LedgerBatch, LedgerBatchSchema } from "#contract/admin/v1/ledger_pb.js";
import { blockOfBatch, linkOf } from "../../../clients/console/src/ledger/block.ts";
import { type ChainPart, emptyChain, extended } from "../../../clients/console/src/ledger/chain.ts";
import { readEntry } from "../../../clients/console/src/ledger/entry.ts";
import { batchesOfFile } from "../../../clients/console/src/ledger/export-file.ts";
import vectors from "../../vectors/ledger.json" with { type: "json" };

const fromHex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** Five entries of the vectors in three batches, with the numbers, times and hashes that a ledger would give them. */
function batches(): LedgerBatch[] {
  let previousHash: Uint8Array = new Uint8Array(32);
  return [
    [0, 1],
    [1, 3],
    [3, 5],
  ].map(([from = 0, to = 0], index) => {
    const atMs = 1_768_478_400_000 + index * 1_000;
    const entries = vectors.entries.slice(from, to).map(({ bytes }, place) => {
      const entry = Buffer.from(bytes, "hex");
      entry.writeBigInt64BE(BigInt(from + place + 1), 4);
      entry.writeBigInt64BE(BigInt(atMs), 12);
      return Uint8Array.from(entry);
    });
    const number = Buffer.alloc(8);
    number.writeBigInt64BE(BigInt(index + 1));
    const digests = entries.map((entry) => sha256(Buffer.from("platonic ledger entry v1"), entry));
    const hash = Uint8Array.from(sha256(Buffer.from("platonic ledger batch v1"), number, previousHash, ...digests));
    const batch = create(LedgerBatchSchema, {
      number: BigInt(index + 1),
      firstSequence: BigInt(from + 1),
      lastSequence: BigInt(to),
      previousHash,
      hash,
      writtenAt: timestampFromMs(atMs),
      entries,
    });
    previousHash = hash;
    return batch;
  });
}

const findingsOf = async (changed: readonly LedgerBatch[]) => (await extended(emptyChain, changed)).findings;

test("a ledger is whole, read in one part or in several", async () => {
  const whole = await extended(emptyChain, batches());
  expect(whole.findings).toEqual([]);
  expect([whole.batches, whole.entries]).toEqual([3, 5]);
  let chain = emptyChain;
  for (const batch of batches()) chain = await extended(chain, [batch]);
  expect(chain).toEqual(whole);
});

test("the batches of the vectors have the hashes that the page computes", async () => {
  for (const { number, from, to, previous, hash } of vectors.batches) {
    const batch = create(LedgerBatchSchema, {
      number: BigInt(number),
      previousHash: fromHex(previous),
      hash: fromHex(hash),
      entries: vectors.entries.slice(from, to).map(({ bytes }) => fromHex(bytes)),
    });
    expect((await blockOfBatch(batch)).findings).not.toContain("its hash is not that of its entries");
  }
});

test("every entry of the vectors is read as it was written", () => {
  for (const { entry, bytes } of vectors.entries) {
    const { kind, sequence, timeMs, id, owner, description, isDone } = readEntry(fromHex(bytes));
    expect(vectors.kinds[kind as keyof typeof vectors.kinds]).toBe(entry.kind);
    expect({ sequence: Number(sequence), atMs: timeMs, id, owner, description, isDone }).toEqual({
      sequence: entry.sequence,
      atMs: entry.atMs,
      id: entry.id,
      owner: entry.owner,
      description: entry.description,
      isDone: entry.outcome === 0,
    });
  }
});

test("amounts are decimals, and those of currencies in their smallest units", () => {
  const amounts = vectors.entries.map(({ bytes }) => readEntry(fromHex(bytes)).amount);
  expect(amounts[0]).toBe("1000 standard");
  expect(amounts).toContain("134 smallest units of EUR");
});

test("each changed bit of an entry is found, at every place", async () => {
  for (const [index, { entries }] of batches().entries()) {
    for (const [place, bytes] of entries.entries()) {
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = batches();
        const entry = (changed[index] as LedgerBatch).entries[place] as Uint8Array;
        entry[at] = (entry[at] as number) ^ (1 << (at % 8));
        const found = (await findingsOf(changed)).join();
        expect(found, `byte ${at} of entry ${place} in batch ${index + 1}`).toContain(
          "hash is not that of its entries",
        );
      }
    }
  }
});

test.each<[string, (all: LedgerBatch[]) => readonly LedgerBatch[], string]>([
  ["a batch that is missing", (all) => all.toSpliced(1, 1), "batches between"],
  ["two batches in another order", (all) => [all[1], all[0]] as LedgerBatch[], "does not follow"],
  ["a batch that comes twice", (all) => [...all, all.at(-1) as LedgerBatch], "does not follow"],
  ["another hash", (all) => withHash(all, new Uint8Array(32)), "hash is not that of its entries"],
  ["another hash before the first", (all) => withPrevious(all, new Uint8Array(32).fill(1)), "does not follow"],
  ["another time", (all) => withTime(all), "its time is not"],
  ["a sequence that begins elsewhere", (all) => withSequence(all), "not in their sequence"],
])("%s is found", async (_, change, finding) => {
  expect((await findingsOf(change(batches()))).join()).toContain(finding);
});

test("a block of which the one before is not known is apart, and none of it is called wrong", async () => {
  const { blocks, findings } = await extended(emptyChain, batches().slice(1));
  expect(findings).toEqual([]);
  expect(blocks.map((block, index) => linkOf(block, blocks[index - 1]))).toEqual(["apart", "linked"]);
});

test("a file of batches is read, and a line that is none is named", async () => {
  const lines = batches().map((batch) => JSON.stringify(toJson(LedgerBatchSchema, batch)));
  const whole = batchesOfFile(new Blob([`${lines.join("\n")}\n`]));
  expect(await partsOf(whole)).toEqual([{ batches: batches(), read: 1 }]);
  const many = batchesOfFile(new Blob([Array(250).fill(lines[0]).join("\n")]));
  expect((await partsOf(many)).map(({ read }) => read)).toEqual([0.4, 0.8, 1]);
  const cut = batchesOfFile(new Blob([`${lines[0]}\n${lines[1]?.slice(0, -5)}`]));
  await expect(cut.next()).rejects.toThrow(/^Line 2 is no batch of a ledger: /);
  await expect(batchesOfFile(new Blob([])).next()).rejects.toThrow("The file is empty");
});

async function partsOf(chain: AsyncIterable<ChainPart>): Promise<ChainPart[]> {
  const parts: ChainPart[] = [];
  for await (const part of chain) parts.push(part);
  return parts;
}

function withHash(all: LedgerBatch[], hash: Uint8Array): LedgerBatch[] {
  return all.map((batch, index) => (index === 1 ? { ...batch, hash } : batch));
}
function withPrevious(all: LedgerBatch[], previousHash: Uint8Array): LedgerBatch[] {
  return all.map((batch, index) => (index === 0 ? { ...batch, previousHash } : batch));
}
function withTime(all: LedgerBatch[]): LedgerBatch[] {
  return all.map((batch, index) => (index === 1 ? { ...batch, writtenAt: timestampFromMs(1) } : batch));
}
function withSequence(all: LedgerBatch[]): LedgerBatch[] {
  return all.map((batch, index) => (index === 1 ? { ...batch, firstSequence: 9n } : batch));
}
