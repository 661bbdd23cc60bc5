import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { isWrapperDesc } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";

type Init = Record<string, unknown>;

/** Init objects of a message type for `create`, with fields of all kinds, nested up to `depth` messages. */
export function initsOf(desc: DescMessage, depth = 3): fc.Arbitrary<Init> {
  return fc.subarray([...desc.members], { maxLength: Math.min(desc.members.length, 8) }).chain((members) => {
    const values: Record<string, fc.Arbitrary<unknown>> = {};
    for (const member of members) {
      values[member.localName] = member.kind === "oneof" ? choicesOf(member, depth) : valuesOf(member, depth);
    }
    return fc.record(values);
  });
}

function choicesOf({ fields }: DescMessage["oneofs"][number], depth: number): fc.Arbitrary<unknown> {
  return fc
    .constantFrom(...fields)
    .chain((field) => itemsOf(field, depth).map((value) => ({ case: field.localName, value })));
}

function valuesOf(field: DescField, depth: number): fc.Arbitrary<unknown> {
  if (field.fieldKind === "list") return fc.array(itemsOf(field, depth), { maxLength: 12 });
  if (field.fieldKind === "map") return fc.dictionary(keysOf(field.mapKey), itemsOf(field, depth), { maxKeys: 3 });
  const isUnwrapped = field.fieldKind === "message" && field.oneof === undefined && isWrapperDesc(field.message);
  return isUnwrapped ? scalarsOf(field.message.fields[0]?.scalar as ScalarType) : itemsOf(field, depth);
}

function keysOf(type: ScalarType): fc.Arbitrary<string> {
  if (type === ScalarType.STRING) return fc.oneof(fc.constantFrom("__proto__", "constructor", "7", ""), texts);
  return scalarsOf(type).map(String);
}

function itemsOf(field: DescField, depth: number): fc.Arbitrary<unknown> {
  if (field.enum !== undefined) return field.enum.open ? fc.constantFrom(0, 1, -5, 7) : fc.constantFrom(0, 1, -5);
  if (field.message === undefined) return scalarsOf(field.scalar as ScalarType);
  if (field.message.typeName === "google.protobuf.Struct" && field.parent.typeName !== "google.protobuf.Value") {
    return fc.dictionary(fc.oneof(fc.constantFrom("__proto__", "$typeName"), texts), fc.jsonValue(), { maxKeys: 3 });
  }
  if (depth === 0) return fc.constant({});
  if (field.message.typeName === "google.protobuf.Timestamp") {
    return fc.record({ seconds: fc.bigInt(-62135596801n, 253402300801n), nanos: nanoseconds });
  }
  if (field.message.typeName === "google.protobuf.Duration") {
    return fc.record({ seconds: fc.bigInt(-2n, 2n), nanos: nanoseconds });
  }
  if (field.message.typeName === "google.protobuf.FieldMask") {
    return fc.record({ paths: fc.array(fc.constantFrom("a", "b_c", "d.e_f", "G", "h__i"), { maxLength: 2 }) });
  }
  return initsOf(field.message, depth - 1);
}

const nanoseconds = fc.oneof(fc.constantFrom(0, 1, 5000, 6_000_000, -7, 999_999_999), fc.nat(999_999_999));
const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom('"', "\\", '\\"', "{", ":", "\u2028", "\ufeffmark"),
);

function scalarsOf(type: ScalarType): fc.Arbitrary<unknown> {
  switch (type) {
    case ScalarType.STRING:
      return texts;
    case ScalarType.BYTES:
      return fc.uint8Array();
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.DOUBLE:
      return fc.oneof(fc.constantFrom(0, -0, 1e21, 1e-7), fc.double());
    case ScalarType.FLOAT:
      return fc.float();
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return fc.oneof(fc.nat(200), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer());
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return fc.oneof(fc.bigInt(0n, 200n), fc.bigInt(0n, 2n ** 64n - 1n));
    default:
      return fc.oneof(fc.bigInt(-200n, 200n), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n));
  }
}
