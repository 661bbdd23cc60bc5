import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  batchHash,
  confirmationCode,
  entryBytes,
  entryDigest,
  firstPreviousHash,
  readEntry,
} from "../../../../../server/modules/ledger/domain/entry/chain.ts";
import { asEntryDigest, asRequestDigest } from "../../../../../server/modules/ledger/domain/entry/digests.ts";
import type { Entry } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { UnreadableEntry } from "../../../../../server/modules/ledger/domain/entry/reader.ts";
import { law } from "../../../../support/laws/law.ts";
import { anyEntry } from "../arbitraries.ts";

const plain: Entry = {
  sequence: 1,
  id: "019b0000-0000-7000-8000-000000000001",
  kind: 1,
  owner: "anna",
  counterparty: "ben",
  asset: "TOKEN_STANDARD",
  amount: 150_000_000n,
  fee: 150_000n,
  outcome: 0,
  requestDigest: asRequestDigest(new Uint8Array(32).fill(1)),
  order: Uint8Array.of(1, 2, 3),
  keyId: "key",
  signature: new Uint8Array(64).fill(2),
  description: "Mittagessen für zwei",
  exchanged: undefined,
  atMs: 1_768_478_400_000,
};

describe("the canonical bytes of an entry", () => {
  law("are read back as the same entry", anyEntry, (entry) => {
    expect(normal(readEntry(entryBytes(entry)))).toEqual(normal(entry));
  });

  it.each([0, 1, 3_000, 4_000, 4_100, 16_000, 16_400, 70_000])(
    "and their digest cover an order of %i bytes",
    (length) => {
      const entry = { ...plain, order: Buffer.alloc(length, "order"), amount: 2n ** 53n + 1n, fee: 2n ** 53n - 1n };
      const bytes = entryBytes(entry);
      expect(normal(readEntry(bytes))).toEqual(normal(entry));
      const digest = createHash("sha256").update("platonic ledger entry v1").update(bytes).digest();
      expect(Buffer.compare(entryDigest(bytes), digest)).toBe(0);
      // The next entry takes none of its bytes.
      entryBytes(plain);
      expect(normal(readEntry(bytes))).toEqual(normal(entry));
    },
  );

  law("differ for different entries", fc.tuple(anyEntry, anyEntry), ([a, b]) => {
    fc.pre(!isSame(a, b));
    expect(Buffer.compare(entryBytes(a), entryBytes(b))).not.toBe(0);
  });

  law("change with any one member", fc.tuple(anyEntry, anyEntry, fc.nat()), ([entry, other, choice]) => {
    const names = Object.keys(entry) as (keyof Entry)[];
    const name = names[choice % names.length] as keyof Entry;
    const changed = { ...entry, [name]: other[name] };
    fc.pre(!isSame(entry, changed));
    expect(Buffer.compare(entryBytes(entry), entryBytes(changed))).not.toBe(0);
  });

  law(
    "are the only encoding: what can be read from changed bytes is encoded as these",
    fc.tuple(anyEntry, fc.nat(), fc.nat(255)),
    ([entry, place, value]) => {
      const bytes = Buffer.from(entryBytes(entry));
      bytes[place % bytes.length] = value;
      const read = readable(bytes);
      if (read !== undefined) expect(Buffer.compare(entryBytes(read), bytes)).toBe(0);
    },
  );

  law("are refused when they are truncated", fc.tuple(anyEntry, fc.nat()), ([entry, place]) => {
    const bytes = entryBytes(entry);
    expect(() => readEntry(bytes.subarray(0, place % bytes.length))).toThrow(UnreadableEntry);
  });

  law(
    "are refused with trailing bytes",
    fc.tuple(anyEntry, fc.uint8Array({ minLength: 1, maxLength: 9 })),
    ([entry, more]) => {
      expect(() => readEntry(Buffer.concat([entryBytes(entry), more]))).toThrow(UnreadableEntry);
    },
  );

  law("are the only bytes that can be read: no random bytes", fc.uint8Array({ maxLength: 200 }), (bytes) => {
    const read = readable(bytes);
    if (read !== undefined) expect(Buffer.compare(entryBytes(read), bytes)).toBe(0);
  });

  it.each([
    ["another version", 0, 2, "of another version"],
    ["an unknown kind", 1, 0x40, "of no known kind or outcome"],
    ["an unknown outcome", 2, 0x40, "of no known kind or outcome"],
    ["links that are missing", 3, 128, "cut short"],
    ["a quote without an exchange", 3, 32, "optional fields that no entry has"],
    ["a sequence number beyond safe integers", 4, 0x20, "a number beyond its range"],
    ["an amount below zero", 20, 0x80, "an amount below zero"],
    ["a text that is not UTF-8", 70, 0xff, "a text that is no UTF-8"],
  ])("are refused with %s", (_, place, bits, reason) => {
    const bytes = Buffer.from(entryBytes(plain));
    bytes[place] = (bytes[place] as number) | bits;
    expect(() => readEntry(bytes)).toThrow(new UnreadableEntry(reason));
  });

  it.each([0, 4, 255])("are refused with the bits %i of links", (bits) => {
    const bytes = Buffer.from(entryBytes({ ...plain, linked: { failed: "" } }));
    bytes[bytes.length - 3] = bits;
    expect(() => readEntry(bytes)).toThrow(new UnreadableEntry("links that no entry has"));
  });

  it("are refused with a byte too many or too few, each with its own reason", () => {
    const bytes = entryBytes(plain);
    expect(() => readEntry(Buffer.concat([bytes, Buffer.alloc(1)]))).toThrow(
      new UnreadableEntry("bytes after its end"),
    );
    expect(() => readEntry(bytes.subarray(0, -1))).toThrow(new UnreadableEntry("cut short"));
  });

  it("may contain texts of three bytes per character", () => {
    const text = "€".repeat(500);
    const amounts = { sourceAmount: 7n, fee: 1n, targetAmount: 9n, networkFee: 0n, rate: 5n, rateAtMs: 6 };
    const exchanged = { ...amounts, source: text, target: text, rateSource: text, quoteId: text };
    const texts = { id: text, owner: text, asset: text, description: text, counterparty: text, keyId: text };
    const entry = { ...plain, ...texts, exchanged };
    expect(normal(readEntry(entryBytes(entry)))).toEqual(normal(entry));
  });

  it.each<[string, Partial<Entry>, string]>([
    ["a lone surrogate", { description: "\ud800" }, "lone surrogates"],
    ["a text that is too long", { description: "x".repeat(65_536) }, "too long"],
    ["an amount below zero", { amount: -1n }, "is negative"],
    ["an amount beyond 64 bits", { fee: 2n ** 63n }, "out of range"],
    ["a time that is not an integer", { atMs: 0.5 }, "0.5 is not a non-negative safe integer"],
    ["a sequence number below zero", { sequence: -1 }, "-1 is not a non-negative safe integer"],
    [
      "a digest of 31 bytes",
      { requestDigest: asRequestDigest(new Uint8Array(31)) },
      `the digest of ${plain.id} is not SHA-256`,
    ],
  ])("cannot be made of %s", (_, change, reason) => {
    const encode = () => entryBytes({ ...plain, ...change });
    expect(encode).toThrow(RangeError);
    expect(encode).toThrow(reason);
  });

  it("may have a text of 65,535 bytes", () => {
    const entry = { ...plain, description: "x".repeat(65_535) };
    expect(readEntry(entryBytes(entry)).description).toBe(entry.description);
  });

  it("have the recorded digests, codes and batch hash", () => {
    const rate = { rate: 1_500_000_000_000n, rateSource: "table", rateAtMs: 1_768_478_000_000, quoteId: "q" };
    const amounts = { sourceAmount: 7n, fee: 1n, targetAmount: 9n, networkFee: 0n };
    const exchanged = { source: "TOKEN_MICRO", target: "TOKEN_STANDARD", ...amounts, ...rate };
    const digests = [plain, { ...plain, exchanged }].map((entry) => entryDigest(entryBytes(entry)));
    expect(digests.map((digest) => Buffer.from(digest).toString("hex"))).toMatchInlineSnapshot(`
      [
        "6dad6f0159414d6ed456db6339e2b52268db20d15e6b85b265a4ce0f9c9ab399",
        "bb40ae8b0f8531f202a8cb38315d77f624b0073e0fc5fc47f9b8b98d8fe9864f",
      ]
    `);
    expect(digests.map(confirmationCode)).toMatchInlineSnapshot(`
      [
        "DPPP-Y0AS-856P-XN2P",
        "QD0A-X2RF-GMRZ-40N8",
      ]
    `);
    expect(Buffer.from(batchHash(1, firstPreviousHash, digests)).toString("hex")).toMatchInlineSnapshot(
      `"b104363e3b6421fea5b47f4bec7249f0d6aa2ad30852a943375e86fc88758e19"`,
    );
  });
});

describe("the digest", () => {
  law(
    "changes with every byte",
    fc.tuple(anyEntry, fc.nat(), fc.integer({ min: 1, max: 255 })),
    ([entry, place, by]) => {
      const bytes = Buffer.from(entryBytes(entry));
      const digest = entryDigest(bytes);
      bytes[place % bytes.length] = (bytes[place % bytes.length] as number) ^ by;
      expect(Buffer.compare(entryDigest(bytes), digest)).not.toBe(0);
    },
  );

  it.each([0, 1, 3_900, 4_095, 4_096, 4_097, 4_120, 4_121, 60_000])("is SHA-256 of its use and %i bytes", (length) => {
    const bytes = Buffer.alloc(length, 7);
    const expected = createHash("sha256").update("platonic ledger entry v1").update(bytes).digest();
    expect(Buffer.compare(entryDigest(bytes), expected)).toBe(0);
  });
});

describe("the chain", () => {
  const digest = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(asEntryDigest);

  it("begins with 32 zero bytes, and hashes its use, the number, the previous hash and the digests", () => {
    const expected = createHash("sha256").update("platonic ledger batch v1");
    expected
      .update(Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 2))
      .update(new Uint8Array(32))
      .update(plain.requestDigest);
    expect(
      Buffer.compare(batchHash(258, firstPreviousHash, [asEntryDigest(plain.requestDigest)]), expected.digest()),
    ).toBe(0);
  });

  law(
    "has another hash for other digests, another order, number or previous hash",
    fc.array(digest, { maxLength: 5 }),
    (all) => {
      const hash = batchHash(1, firstPreviousHash, all);
      const [first, second] = all;
      if (first !== undefined) expect(batchHash(1, firstPreviousHash, all.slice(1))).not.toEqual(hash);
      if (first !== undefined && second !== undefined && Buffer.compare(first, second) !== 0) {
        expect(batchHash(1, firstPreviousHash, [second, first, ...all.slice(2)])).not.toEqual(hash);
      }
      expect(batchHash(2, firstPreviousHash, all)).not.toEqual(hash);
      expect(batchHash(1, hash, all)).not.toEqual(hash);
    },
  );
});

describe("a confirmation code", () => {
  law(
    "has the first 80 bits of the digest",
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map(asEntryDigest),
    (digest) => {
      const code = confirmationCode(digest);
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
      const bits = [...code.replaceAll("-", "")].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"));
      const expected = [...digest.subarray(0, 10)].map((byte) => byte.toString(2).padStart(8, "0"));
      expect(bits.join("")).toBe(expected.join(""));
    },
  );
});

function readable(bytes: Uint8Array): Entry | undefined {
  try {
    return readEntry(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableEntry);
    return undefined;
  }
}

/** Replaces bytes by hexadecimal text, so that a Buffer equals a Uint8Array. */
function normal(entry: Entry): Record<string, unknown> {
  const hex = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value);
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, hex(value)]));
}

function isSame(a: Entry, b: Entry): boolean {
  return isDeepStrictEqual(normal(a), normal(b));
}
