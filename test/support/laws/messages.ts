import { create, type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import fc from "fast-check";

/**
 * Messages of a type with fields randomly set or unset, and with values on both sides of the bounds that contracts use.
 * Free-form values are left unset.
 */
export function messagesOf(desc: DescMessage): fc.Arbitrary<Message> {
  return membersOf(desc).map((members) => {
    const message = create(desc) as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(members)) if (value !== undefined) message[name] = value;
    return message as unknown as Message;
  });
}

function membersOf(desc: DescMessage): fc.Arbitrary<Record<string, unknown>> {
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const member of desc.members) {
    if (member.kind === "oneof") {
      const alternatives = member.fields.map((field) =>
        valuesOf(field).map((value) => ({ case: field.localName, value })),
      );
      members[member.localName] = fc.oneof(fc.constant({ case: undefined }), ...alternatives);
    } else if (!member.message?.typeName.startsWith("google.protobuf.")) {
      members[member.localName] = fieldOf(member);
    }
  }
  return fc.record(members);
}

function fieldOf(field: DescField): fc.Arbitrary<unknown> {
  if (field.fieldKind === "list") return fc.array(valuesOf(field), { maxLength: 3 });
  if (field.fieldKind === "map") return fc.dictionary(fc.constantFrom("a", "b", "constructor"), valuesOf(field));
  return fc.option(valuesOf(field), { nil: undefined, freq: 4 });
}

function valuesOf(field: DescField): fc.Arbitrary<unknown> {
  if (field.message !== undefined) return messagesOf(field.message);
  if (field.enum !== undefined) return fc.integer({ min: -1, max: 8 });
  switch (field.scalar) {
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.INT32:
      return fc.oneof(fc.integer({ min: -2, max: 15 }), fc.integer({ min: 99, max: 102 }), fc.integer());
    case ScalarType.INT64:
      return fc.oneof(fc.bigInt(-2n, 2n), fc.bigInt(-(2n ** 53n) + 1n, 2n ** 53n - 1n));
    case ScalarType.BYTES:
      return fc.oneof(
        fc.uint8Array(),
        fc.constantFrom(64, 128, 129, 4096, 4097).map((length) => new Uint8Array(length)),
      );
    case ScalarType.DOUBLE:
      return fc.oneof(fc.constantFrom(-0, 0, 1, 0.5, 1.0000000000000002, 1e300), fc.double());
    case ScalarType.STRING:
      return fc.oneof(
        fc.constantFrom("", "*", "geocode:*", "geocode:transform", "Geocode:x", "a:", "😀".repeat(64), "x".repeat(101)),
        fc.string(),
      );
    default:
      throw new Error(`no values for ${field.toString()}`);
  }
}
