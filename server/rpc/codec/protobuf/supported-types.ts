import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence, isWrapperDesc } from "@bufbuild/protobuf/wkt";

/**
 * Whether the compiled readers and writers support a type. Features that no message of this service uses are left to the
 * library: extensions, groups, required fields and 64-bit integers held as text.
 */
export function isCompilable(message: DescMessage): boolean {
  return [...typesWithin(message)].every(
    ({ proto, fields }) => proto.extensionRange.length === 0 && fields.every(isPlainField),
  );
}

/** Returns a message type and all types that its values may hold. */
export function typesWithin(message: DescMessage, found = new Set<DescMessage>()): Set<DescMessage> {
  if (found.has(message)) return found;
  found.add(message);
  for (const field of message.fields) if (field.message !== undefined) typesWithin(field.message, found);
  return found;
}

/** Whether a field is a Struct that is held as a plain object, which is so in any message but a Value. */
export function isHeldAsJson(field: DescField): boolean {
  return field.message?.typeName === "google.protobuf.Struct" && field.parent.typeName !== "google.protobuf.Value";
}

/** Whether a field is a wrapper that is held as its value, which is so except in a list, a map or a oneof. */
export function isHeldUnwrapped(field: DescField): field is DescField & { fieldKind: "message"; oneof: undefined } {
  return field.fieldKind === "message" && field.oneof === undefined && isWrapperDesc(field.message);
}

function isPlainField(field: DescField): boolean {
  const isGroup = "delimitedEncoding" in field && field.delimitedEncoding;
  const isLongText = "longAsString" in field && field.longAsString;
  return !isGroup && !isLongText && field.presence !== FeatureSet_FieldPresence.LEGACY_REQUIRED;
}
