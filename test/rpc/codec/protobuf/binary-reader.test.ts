import { deepStrictEqual } from "node:assert";
import { create, type DescMessage, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { expect, test } from "vitest";
import { VectorSchema } from "#contract/geocode/v1/geometry_pb.js";
import { PhiMetricsSchema, TransformResponseSchema } from "#contract/geocode/v1/responses_pb.js";
import { compileBinaryReader } from "../../../../server/rpc/codec/protobuf/binary-reader.ts";
import { law } from "../../../support/laws/law.ts";
import { everyKind } from "./every-kind.ts";
import { outcomeOf } from "./outcome.ts";
import { types } from "./types.ts";
import { initsOf } from "./values.ts";

/** Changes, removes or adds one byte, or removes all from one on. */
const changes = fc
  .tuple(fc.nat(), fc.nat(255), fc.constantFrom("change", "lose", "add", "cut"))
  .map(([place, byte, kind]) => (bytes: Buffer): Uint8Array => {
    const at = place % (bytes.length + 1);
    const behind = kind === "cut" ? [] : bytes.subarray(kind === "add" ? at : at + 1);
    const here = kind === "change" || kind === "add" ? [byte] : [];
    return Buffer.from([...bytes.subarray(0, at), ...here, ...behind]);
  });

const varints = fc.oneof(
  fc.nat(300).map(varint),
  fc.bigInt(0n, 2n ** 64n - 1n).map(varint),
  fc.integer({ min: 0, max: 12 }).map((length) => [...new Array<number>(length).fill(0xff), 1]),
  fc.integer({ min: 0, max: 12 }).map((length) => [...new Array<number>(length).fill(0x80), 0]),
);

for (const desc of types) {
  const read = compileBinaryReader(desc);
  const messages = initsOf(desc).map((init) => toBinary(desc, create(desc, init)));

  law(`compileBinaryReader() reads ${desc.typeName} as protobuf does`, messages, (bytes) => {
    const message = read(bytes);
    deepStrictEqual(message, fromBinary(desc, bytes));
    expect(Buffer.from(toBinary(desc, message)).equals(toBinary(desc, fromBinary(desc, bytes)))).toBe(true);
  });

  const damaged = fc.oneof(
    fc.tuple(messages, messages).map(([first, second]) => Buffer.concat([first, second])),
    fc.tuple(messages, changes).map(([bytes, change]) => change(Buffer.from(bytes))),
    recordsOf(desc, 4),
    fc.uint8Array({ maxLength: 20 }),
  );
  law(`compileBinaryReader() accepts damaged ${desc.typeName} when protobuf does`, damaged, (bytes) => {
    const expected = outcomeOf(() => fromBinary(desc, bytes, { readUnknownFields: false }));
    deepStrictEqual(
      outcomeOf(() => read(bytes)),
      expected,
    );
  });
}

/** Records of known and unknown fields, with valid and invalid wire types and values. */
function recordsOf(desc: DescMessage, depth: number): fc.Arbitrary<Uint8Array> {
  const numbers = desc.fields.map((field) => field.number);
  const number = fc.oneof(
    { arbitrary: fc.constantFrom(1, 2, ...numbers), weight: 9 },
    { arbitrary: fc.constantFrom(0, 19, 2 ** 29 - 1), weight: 1 },
  );
  const anyRecord = number.chain((no) => {
    const inner = desc.fields.find((field) => field.number === no)?.message ?? desc;
    const text = depth > 0 ? recordsOf(inner, depth - 1) : fc.uint8Array({ maxLength: 9 });
    const payload = fc.oneof(text, fc.uint8Array({ maxLength: 9 }), varints.map(Buffer.from));
    return fc.oneof(
      varints.map((value) => [...varint(no * 8), ...value]),
      fc.uint8Array({ minLength: 8, maxLength: 8 }).map((value) => [...varint(no * 8 + 1), ...value]),
      fc.uint8Array({ minLength: 4, maxLength: 4 }).map((value) => [...varint(no * 8 + 5), ...value]),
      payload.map((value) => [...varint(no * 8 + 2), ...varint(value.length), ...value]),
      payload.map((value) => [...varint(no * 8 + 2), ...varint(value.length), ...value]),
      fc.tuple(payload, fc.constantFrom(-1, 1, 2 ** 31)).map(([value, more]) => {
        return [...varint(no * 8 + 2), ...varint(Math.max(0, value.length + more)), ...value];
      }),
      text.map((value) => [...varint(no * 8 + 3), ...value, ...varint(no * 8 + 4)]),
      fc.constantFrom(4, 6, 7).map((wireType) => varint(no * 8 + wireType)),
    );
  });
  return fc.array(anyRecord, { maxLength: 4 }).map((records) => Buffer.from(records.flat()));
}

function varint(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

test("compileBinaryReader() reads long lists, also in pieces and at an unaligned offset", () => {
  const values = Array.from({ length: 100_000 }, (_, i) => i / 7 - 5000);
  const bytes = toBinary(VectorSchema, create(VectorSchema, { values }));
  const shifted = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
  const read = compileBinaryReader(VectorSchema);
  expect(read(shifted)).toEqual(create(VectorSchema, { values }));
  expect(read(Buffer.concat([bytes, bytes]))).toEqual(create(VectorSchema, { values: [...values, ...values] }));
});

test("compileBinaryReader() reads a list of many pieces in linear time, as quadratic time would take hours", () => {
  const piece = toBinary(VectorSchema, create(VectorSchema, { values: [1.5] }));
  const bytes = Buffer.concat(new Array<Uint8Array>(2_000_000).fill(piece));
  expect((compileBinaryReader(VectorSchema)(bytes) as unknown as { values: number[] }).values).toHaveLength(2_000_000);
});

test("compileBinaryReader() has protobuf's depth limit, for messages and for groups", () => {
  const [desc] = everyKind as [DescMessage];
  const self = desc.fields.find(({ name }) => name === "oneeverything")?.number as number;
  const read = compileBinaryReader(desc);
  for (const levels of [0, 1, 97, 98, 99, 100, 101, 300]) {
    for (const groups of [0, 1, 2, 3]) {
      const unknown = [...new Array<number>(groups).fill(0xfb), ...new Array<number>(groups).fill(0xfc)];
      let bytes: Buffer = Buffer.from(unknown.flatMap((tag) => [tag, 0x7f]));
      for (let i = 0; i < levels; i++) bytes = record(self, 2, [...bytes]);
      deepStrictEqual(
        outcomeOf(() => read(bytes)),
        outcomeOf(() => fromBinary(desc, bytes, { readUnknownFields: false })),
      );
    }
  }
});

/** Payloads of fields: numbers, texts, messages and entries of maps, some of them damaged. */
const payloads = [
  [],
  [0],
  [1],
  [0x80, 0],
  [0x80, 0x80, 1],
  [...new Array<number>(9).fill(0xff), 1],
  [...new Array<number>(10).fill(0xff), 1],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x61, 0x62],
  [0xff],
  [1, 2, 3, 4],
  [1, 2, 3, 4, 5, 6, 7, 0x41],
  [1, 2, 3, 4, 5, 6, 7, 0x41, 9],
  [0x08, 5],
  [0x10, 7],
  [0x08, 0xff],
  [0x0a, 1, 0x61],
  [0x0a, 1, 0x61, 0x12, 2, 0x08, 5],
  [0x0a, 1, 0x61, 0x12, 2, 0x08, 5, 0x12, 2, 0x10, 7],
  [0x0a, 1, 0x61, 0x12, 5, 0x0a, 3, 0x0a, 1, 0x62],
  [0x0a, 9, ...Buffer.from("__proto__"), 0x12, 0],
  [0x0a, 5, 0x0a, 1, 0x61, 0x12, 0],
  [0x0a, 7, 0x0a, 1, 0x62, 0x12, 2, 0x20, 1],
  [0x08, 1, 0x10, 7, 0x18, 1],
];

test("compileBinaryReader() reads each odd value in each field, alone and after another, as protobuf does", {
  tags: ["slow/exhaustive"],
}, () => {
  for (const desc of everyKind) {
    const read = compileBinaryReader(desc);
    for (const { number, oneof, localName, message } of desc.fields) {
      const member = (oneof?.localName ?? localName) as keyof Message;
      const texts = payloads.map((payload) => record(number, 2, payload));
      const others = payloads.map((payload, i) => record(number, i % 8, payload));
      // All flavours merge pairs alike, so one of them is enough.
      const merged = message === undefined || desc !== everyKind[0] ? [] : texts.slice(13);
      const pairs = merged.flatMap((first) => merged.map((second) => Buffer.concat([first, second])));
      for (const bytes of [...texts, ...others, ...pairs]) {
        deepStrictEqual(
          outcomeOf(() => read(bytes)[member]),
          outcomeOf(() => fromBinary(desc, bytes, { readUnknownFields: false })[member]),
          bytes.toString("hex"),
        );
      }
    }
  }
});

function record(number: number, wireType: number, payload: readonly number[]): Buffer {
  const length = wireType === 2 ? varint(payload.length) : [];
  return Buffer.from([...varint(number * 8 + wireType), ...length, ...payload]);
}

test("compileBinaryReader() drops unknown fields", () => {
  const message = compileBinaryReader(TransformResponseSchema)(Buffer.from([...varint(99 * 8), 1]));
  expect(message).toEqual(create(TransformResponseSchema));
});

test("compileBinaryReader() leaves absent fields absent", () => {
  const message = compileBinaryReader(PhiMetricsSchema)(new Uint8Array());
  expect(Object.hasOwn(message, "optimizedResonance")).toBe(false);
  expect(message).toMatchObject({ optimizedResonance: 0 });
});
