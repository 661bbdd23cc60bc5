import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entryBytes } from "../../../../../server/modules/ledger/domain/entry/chain.ts";
import { type Line, lineOf, readLines } from "../../../../../server/modules/ledger/engine/journal/lines.ts";
import { anyCharacter } from "../../../../support/laws/characters.ts";
import { law } from "../../../../support/laws/law.ts";
import { anyEntry } from "../../domain/arbitraries.ts";

const text = fc.string({ unit: anyCharacter, maxLength: 20 });
const bytes = fc.uint8Array({ maxLength: 40 }).map((one) => Buffer.from(one));
const amount = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });

const transfer = fc.record(
  {
    id: text,
    sender: text,
    recipient: text,
    asset: text,
    amount,
    fee: amount,
    description: text,
    order: bytes,
    keyId: text,
    signature: bytes,
    createdAtMs: fc.nat(),
  },
  { noNullPrototype: true },
);

const line: fc.Arbitrary<Line> = fc.oneof(
  fc.array(text, { maxLength: 3 }).map((ids) => ({ kind: "dismissed" as const, ids })),
  fc
    .record({
      batch: fc.option(fc.record({ number: fc.nat(), hash: bytes }, { noNullPrototype: true }), { nil: undefined }),
      entries: fc.array(
        anyEntry.map((entry) => Buffer.from(entryBytes(entry))),
        { maxLength: 3 },
      ),
      pending: fc.array(transfer, { maxLength: 2 }),
    })
    .map((acknowledged) => ({ kind: "acknowledged" as const, acknowledged: { ...acknowledged } })),
);

const lines = fc.array(line, { minLength: 1, maxLength: 5 });

describe("the lines of a journal", () => {
  law("are read as they were written", lines, (written) => {
    const file = Buffer.concat(written.map(lineOf));
    expect(readLines(file)).toEqual({ lines: written, damaged: [], end: file.length });
  });

  law(
    "up to where a process was killed are whole, and the unfinished one is none",
    fc.tuple(lines, fc.nat()),
    (input) => {
      const [written, cut] = input;
      const encoded = written.map(lineOf);
      const file = Buffer.concat(encoded);
      const length = cut % (file.length + 1);
      const read = readLines(file.subarray(0, length));
      const ends = encoded.map((_, index) => Buffer.concat(encoded.slice(0, index + 1)).length);
      const whole = ends.filter((end) => end <= length);
      expect(read).toEqual({ lines: written.slice(0, whole.length), damaged: [], end: whole.at(-1) ?? 0 });
    },
  );

  law("are reported where a byte is changed, and all others are read", fc.tuple(lines, fc.nat(), fc.nat()), (input) => {
    const [written, at, change] = input;
    const encoded = [...written, ...written].map(lineOf);
    const file = Buffer.concat(encoded);
    // Without its last line feed the last line is an unfinished one.
    const place = at % (file.length - 1);
    file[place] = (file[place] as number) ^ (1 + (change % 255));
    const { lines: read, damaged } = readLines(file);
    expect(damaged.length).toBeGreaterThan(0);
    // A line feed that is gone joins two lines.
    expect(read.length).toBeGreaterThanOrEqual(encoded.length - 2);
    const texts = new Set(encoded.map(String));
    for (const one of read) expect(texts).toContain(String(lineOf(one)));
  });

  test("are JSON after a checksum", () => {
    expect(lineOf({ kind: "dismissed", ids: ["a"] }).toString()).toMatch(/^[0-9a-f]{16} \{"dismissed":\["a"\]\}\n$/);
  });
});
