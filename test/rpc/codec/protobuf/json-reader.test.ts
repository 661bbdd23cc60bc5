import { deepStrictEqual } from "node:assert";
import {
  create,
  type DescField,
  type DescMessage,
  fromJsonString,
  type Message,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { ListValueSchema, StringValueSchema, StructSchema } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { expect, test } from "vitest";
import { GeometricObjectSchema, VectorSchema } from "#contract/geocode/v1/geometry_pb.js";
import { TransformRequestSchema } from "#contract/geocode/v1/requests_pb.js";
import { compileJsonReader } from "../../../../server/rpc/codec/protobuf/json-reader.ts";
import { law } from "../../../support/laws/law.ts";
import { everyKind } from "./every-kind.ts";
import { outcomeOf } from "./outcome.ts";
import { types } from "./types.ts";
import { initsOf } from "./values.ts";

/** Changes, removes or adds one character, or removes all from one on. */
const changes = fc
  .tuple(fc.nat(), fc.constantFrom('"', ":", ",", "{", "}", "[", "]", "\\", "0", "-", "e", " ", "\ud800", "\u0000"))
  .chain(([place, character]) =>
    fc.constantFrom("change", "lose", "add", "cut").map((kind) => (text: string) => {
      const at = place % (text.length + 1);
      const here = kind === "change" || kind === "add" ? character : "";
      return text.slice(0, at) + here + (kind === "cut" ? "" : text.slice(kind === "add" ? at : at + 1));
    }),
  );

/** Values that are valid, or nearly valid, for some field. */
const oddities = [
  ...["null", "true", "false", "0", "-0", "1", "1.5", "1e2", "1e999", "-1e999", "3.5e38", "1e39", "2147483647"],
  ...["2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9223372036854775807", "1e19", "7"],
  ...['""', '"1"', '" 1"', '"1 "', '"1e2"', '"0x10"', '"-5"', '"1.0"', '"NaN"', '"Infinity"', '"-Infinity"', '"nan"'],
  ...['"9223372036854775807"', '"9223372036854775808"', '"18446744073709551616"', '"-0"', '"007"', '"1e999"'],
  ...['"WORD_ONE"', '"WORD_NEW"', '"GEOMETRY_CUBE"', '"NULL_VALUE"', '"AQ=="', '"AQ"', '"-_8"', '"+/8="', '"A"'],
  ...['"AQ==AQ=="', '"a b"', '"*"', '"\\ud800"', '"\\ud83d\\ude00"', '"true"', '"2020-02-30T00:00:00Z"', '"a,bC"'],
  ...['"2024-01-01T00:00:00Z"', '"2024-01-01T00:00:00.5+01:00"', '"0000-01-01T00:00:00Z"', '"1.5s"', '"-0.5s"', '"1s"'],
  ...["[]", "{}", "[null]", "[1]", "[[]]", "[{}]", '["x"]', '{"a":null}', '{"a":1}', '{"1":"x"}', '{"01":"x","1":"y"}'],
  ...['{"true":"x"}', '{"__proto__":1}', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '[{"a":{"b":1 ,"b":2}}]'],
];
const oddValues = fc.constantFrom(...oddities);

/** Objects with a type's fields by either name, valid and invalid values, unknown and duplicate names. */
function objectsOf(desc: DescMessage, depth: number): fc.Arbitrary<string> {
  if (desc.fields.length === 0 || depth === 0) return oddValues;
  const field = fc.constantFrom(...desc.fields);
  const member = field.chain((own) =>
    fc
      .tuple(fc.constantFrom(own.name, own.jsonName, own.jsonName, own.jsonName), fieldValuesOf(own, depth))
      .map(([name, value]) => `${JSON.stringify(name)}:${value}`),
  );
  const unknown = fc
    .tuple(fc.constantFrom('"unknown"', '"constructor"', '"__proto__"', '"toString"', '"[a.b]"'), oddValues)
    .map(([name, value]) => `${name} : ${value}`);
  const anyMember = fc.oneof({ arbitrary: member, weight: 9 }, { arbitrary: unknown, weight: 1 });
  return fc.array(anyMember, { maxLength: 3 }).map((members) => `{${members.join(",")}}`);
}

function fieldValuesOf(field: DescField, depth: number): fc.Arbitrary<string> {
  const item = field.message === undefined ? oddValues : objectsOf(field.message, depth - 1);
  if (field.fieldKind === "list")
    return fc.oneof(
      fc.array(item, { maxLength: 3 }).map((list) => `[${list}]`),
      oddValues,
    );
  if (field.fieldKind !== "map") return fc.oneof(item, oddValues);
  const entry = fc
    .tuple(oddValues, item)
    .map(([name, value]) => `${JSON.stringify(name.replaceAll('"', ""))}:${value}`);
  return fc.oneof(
    fc.array(entry, { maxLength: 3 }).map((entries) => `{${entries}}`),
    oddValues,
  );
}

function byLibrary(desc: DescMessage, text: string): Message {
  return fromJsonString(desc, text);
}

/**
 * Whether Node 24 reads the names correctly: V8 misreads a name with an escaped quote (`"\""` as `"\\"`) if an earlier
 * object has the other name at the same place. Then both readers get a wrong name; ours, which counts names, refuses.
 */
function isReadRight(text: string): boolean {
  return !/\\"(?:[^"\\]|\\.)*"\s*:/.test(text);
}

for (const desc of types) {
  const read = compileJsonReader(desc);
  const texts = initsOf(desc)
    .map((init) => outcomeOf(() => toJsonString(desc, create(desc, init))))
    .map((outcome) => (outcome === "refused" ? "{}" : outcome.value));

  law(`compileJsonReader() reads ${desc.typeName} as protobuf does`, texts.filter(isReadRight), (text) => {
    const expected = outcomeOf(() => byLibrary(desc, text));
    const outcome = outcomeOf(() => read(text));
    deepStrictEqual(outcome, expected);
    if (outcome === "refused" || expected === "refused") return;
    expect(Buffer.from(toBinary(desc, outcome.value)).equals(toBinary(desc, expected.value))).toBe(true);
  });

  const damaged = fc.oneof(
    fc.tuple(texts, changes).map(([text, change]) => change(text)),
    objectsOf(desc, 3),
    objectsOf(desc, 3),
    fc.tuple(objectsOf(desc, 2), changes).map(([text, change]) => change(text)),
    fc.json(),
  );
  law(`compileJsonReader() reads damaged ${desc.typeName} when protobuf does`, damaged.filter(isReadRight), (text) => {
    deepStrictEqual(
      outcomeOf(() => read(text)),
      outcomeOf(() => byLibrary(desc, text)),
    );
  });
}

test("compileJsonReader() reads each odd value in each field as protobuf does", { tags: ["slow/exhaustive"] }, () => {
  for (const desc of everyKind) {
    const read = compileJsonReader(desc);
    for (const field of desc.fields) {
      const member = (field.oneof ?? field).localName as keyof Message;
      for (const value of oddities) {
        const inside = field.fieldKind === "list" ? `[${value}]` : field.fieldKind === "map" ? `{"1":${value}}` : value;
        const text = `{${JSON.stringify(field.jsonName)}:${inside}}`;
        deepStrictEqual(
          outcomeOf(() => read(text)[member]),
          outcomeOf(() => byLibrary(desc, text)[member]),
          text,
        );
      }
    }
  }
});

test("compileJsonReader() reads odd and duplicate keys as protobuf does", () => {
  const names = [
    "1",
    "01",
    "-1",
    "-01",
    "0",
    "00",
    "-0",
    "+1",
    " 1",
    "0x1",
    "1e0",
    "",
    "true",
    "false",
    "__proto__",
    "x",
  ];
  for (const desc of everyKind) {
    const read = compileJsonReader(desc);
    for (const field of desc.fields.filter(({ name }) => /^by/.test(name))) {
      for (const first of names) {
        for (const second of names.filter((name) => name !== first)) {
          const text = JSON.stringify({ [field.jsonName]: { [first]: "a", [second]: "b" } });
          const member = field.localName as keyof Message;
          deepStrictEqual(
            outcomeOf(() => read(text)[member]),
            outcomeOf(() => byLibrary(desc, text)[member]),
            text,
          );
        }
      }
    }
  }
});

test("compileJsonReader() reads two members of a oneof as protobuf does", () => {
  const [desc] = everyKind as [DescMessage];
  const read = compileJsonReader(desc);
  const values = ["null", "1", '"1"', "{}", '"1s"'];
  for (const { jsonName } of desc.oneofs[0]?.fields ?? []) {
    for (const value of values) {
      for (const other of ['"chosenBool":true', '"chosenBool":null', '"chosenWord":null', '"chosenEverything":null']) {
        const text = `{${JSON.stringify(jsonName)}:${value},${other}}`;
        const reversed = `{${other},${JSON.stringify(jsonName)}:${value}}`;
        for (const json of [text, reversed]) {
          deepStrictEqual(
            outcomeOf(() => read(json)),
            outcomeOf(() => byLibrary(desc, json)),
            json,
          );
        }
      }
    }
  }
});

test.each([
  ['{"sourceDimensions":3,"sourceDimensions":3}', "a name twice"],
  ['{"sourceDimensions":3,"source\\u0044imensions":3}', "a name twice, once escaped"],
  ['{"sourceDimensions":3,"source_dimensions":3}', "a field by both names"],
  ['{"sourceDimensions":null,"source_dimensions":3}', "a field by both names, once null"],
  ['{"unknown":{"a":1,"a":2}}', "a name twice in an unknown field"],
  ['{"unknown":[[{"__proto__":1,"__proto__":2}]]}', "__proto__ twice in an unknown field"],
])("compileJsonReader() refuses %s: %s", (text) => {
  expect(() => compileJsonReader(TransformRequestSchema)(text)).toThrow();
});

test.each([
  '{"unknown":"a\\":1,\\"a\\":2"}',
  '{"unknown":"\\\\" , "b\\\\":"\\\\\\""}',
  '{ "a" : ":" , "b" \n\r\t: [ "c" , "c" , "c" ] }',
])("compileJsonReader() finds no duplicate name in %s", (text) => {
  expect(compileJsonReader(StructSchema)(text)).toEqual(byLibrary(StructSchema, text));
});

test.each([
  ['{"sourceDimension":3}', "sourceDimension is no member of its message; the nearest is sourceDimensions"],
  ['{"x":1}', "x is no member of its message"],
  ['{"data":{"value":[1]}}', "data.value is no member of its message; the nearest is values"],
  ['{"precision":"PRECISION_HIHG"}', "precision must be a value of its enum; the nearest is PRECISION_HIGH"],
])("compileJsonReader() refuses %s and says what is not known", (text, message) => {
  expect(() => compileJsonReader(TransformRequestSchema)(text)).toThrow(message);
});

test("compileJsonReader() has protobuf's depth limit", () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  for (const levels of [1, 90, 97, 98, 99, 100, 101, 102, 5000]) {
    for (const [desc, text] of [
      [StructSchema, nested(levels)],
      [ListValueSchema, `${"[".repeat(levels)}${"]".repeat(levels)}`],
      [GeometricObjectSchema, `{"properties":${nested(levels)}}`],
    ] as [DescMessage, string][]) {
      deepStrictEqual(
        outcomeOf(() => compileJsonReader(desc)(text)),
        outcomeOf(() => byLibrary(desc, text)),
      );
    }
  }
});

test("compileJsonReader() counts the levels of free-form values within messages", () => {
  const [desc] = everyKind as [DescMessage];
  const read = compileJsonReader(desc);
  for (const levels of [95, 96, 97, 98, 99, 100]) {
    for (const value of ['"onevalue":1', '"onevalue":[[1]]', '"onestruct":{"a":{"b":1}}', '"onetimestamp":"x"', ""]) {
      const text = `${'{"oneeverything":'.repeat(levels)}{${value}}${"}".repeat(levels)}`;
      deepStrictEqual(
        outcomeOf(() => read(text)),
        outcomeOf(() => byLibrary(desc, text)),
        text,
      );
    }
  }
});

test("compileJsonReader() reads types that are not objects", () => {
  expect(compileJsonReader(StringValueSchema)('"x"')).toEqual(create(StringValueSchema, { value: "x" }));
  expect(compileJsonReader(StringValueSchema)("null")).toEqual(create(StringValueSchema));
});

test("compileJsonReader() reads long lists", () => {
  const values = Array.from({ length: 100_000 }, (_, i) => i / 7 - 5000);
  const read = compileJsonReader(VectorSchema);
  expect(read(JSON.stringify({ values }))).toEqual(create(VectorSchema, { values }));
  expect(read(JSON.stringify({ values: values.map(String) }))).toEqual(create(VectorSchema, { values }));
});
