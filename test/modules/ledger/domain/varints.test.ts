import { describe, expect, test } from "vitest";
import {
  UnreadablePacking,
  VarintReader,
  VarintWriter,
} from "../../../../server/modules/ledger/domain/accounts/varints.ts";

function written(write: (writer: VarintWriter) => void): string {
  const writer = new VarintWriter();
  write(writer);
  return Buffer.from(writer.take()).toString("hex");
}

const readerOf = (hex: string) => new VarintReader(Buffer.from(hex, "hex"));
const numberOf = (hex: string) => readerOf(hex).number();
const bigOf = (hex: string) => readerOf(hex).big();

describe("a packed integer", () => {
  test.each([
    [0, "00"],
    [126, "7e"],
    [127, "7f"],
    [128, "8001"],
    [16_383, "ff7f"],
    [16_384, "808001"],
    [2 ** 53 - 1, "ffffffffffffff0f"],
  ])("%d has the bytes of LEB128", (value, bytes) => {
    expect(written((writer) => writer.number(value))).toBe(bytes);
    expect(numberOf(bytes)).toBe(value);
  });

  test.each([
    [0n, "00"],
    [-1n, "01"],
    [1n, "02"],
    [63n, "7e"],
    [-64n, "7f"],
    [64n, "8001"],
    [2n ** 52n - 1n, "feffffffffffff0f"],
    [2n ** 52n, "8080808080808010"],
    [-(2n ** 52n), "ffffffffffffff0f"],
    [-(2n ** 52n) + 1n, "fdffffffffffff0f"],
    [2n ** 63n - 1n, "feffffffffffffffff01"],
    [-(2n ** 63n), "ffffffffffffffffff01"],
  ])("%d with a sign has it in the lowest bit", (value, bytes) => {
    expect(written((writer) => writer.big(value))).toBe(bytes);
    expect(bigOf(bytes)).toBe(value);
  });

  test("is refused if it has more bits than it may have", () => {
    expect(() => numberOf("8080808080808010")).toThrow(new UnreadablePacking("a number has more than 53 bits"));
    expect(() => bigOf("ffffffffffffffffffff01")).toThrow(new UnreadablePacking("an amount has more than 64 bits"));
  });

  test("is refused if its bytes end early, whatever follows the part", () => {
    const early = new UnreadablePacking("they end within an integer");
    expect(early.name).toBe("UnreadablePacking");
    expect(() => numberOf("80")).toThrow(early);
    expect(() => bigOf("")).toThrow(early);
    expect(() => new VarintReader(Buffer.from("8001", "hex"), 0, 1).number()).toThrow(early);
  });
});

test("bytes that are passed over must be there", () => {
  const reader = readerOf("0102");
  reader.skip(2);
  expect(reader.isAtEnd).toBe(true);
  expect(() => readerOf("0102").skip(3)).toThrow(new UnreadablePacking("they end within a part"));
});

test("a writer grows with what it is given, and begins anew when it is taken", () => {
  const writer = new VarintWriter();
  const values = Array.from({ length: 3_000 }, (_, index) =>
    index % 2 === 0 ? 2n ** 62n + BigInt(index) : -(2n ** 62n),
  );
  for (const value of values) writer.big(value);
  writer.bytes(Buffer.alloc(100_000, 7));
  writer.number(5);
  const reader = new VarintReader(writer.take());
  for (const value of values) expect(reader.big()).toBe(value);
  reader.skip(100_000);
  expect([reader.number(), reader.isAtEnd]).toEqual([5, true]);
  expect(writer.take()).toHaveLength(0);
});

test.each([1_013, 1_014, 1_015, 1_023, 1_024])("an integer after %d bytes is whole", (length) => {
  const writer = new VarintWriter();
  writer.bytes(Buffer.alloc(length));
  writer.big(2n ** 63n - 1n);
  writer.number(2 ** 53 - 1);
  const reader = new VarintReader(writer.take());
  reader.skip(length);
  expect([reader.big(), reader.number(), reader.isAtEnd]).toEqual([2n ** 63n - 1n, 2 ** 53 - 1, true]);
});
