import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence, isWrapperDesc } from "@bufbuild/protobuf/wkt";

/**
 * Whether the compiled readers and writers know all that a type may hold. They leave to the library what no message of
 * this service uses: extensions, groups, required fields and 64 bits held as texts.
 */
export function isCompilable(message: DescMessage): boolean {
  return [...typesWithin(message)].every(
    ({ proto, fields }) => proto.extensionRange.length === 0 && fields.every(isPlainField),
  );
}

/** A message type and all the types that its values may hold. */
export function typesWithin(message: DescMessage, found = new Set<DescMessage>()): Set<DescMessage> {
  if (found.has(message)) return found;
  found.add(message);
  for (const field of message.fields) if (field.message !== undefined) typesWithin(field.message, found);
  return found;
}

/** As a field of any message but a Value, a Struct is held as the plain object that it stands for. */
export function isHeldAsJson(field: DescField): boolean {
  return field.message?.typeName === "google.protobuf.Struct" && field.parent.typeName !== "google.protobuf.Value";
}

/** A wrapper is held as the value that it wraps, unless in a list, a map or a oneof. */
export function isHeldUnwrapped(field: DescField): field is DescField & { fieldKind: "message"; oneof: undefined } {
  return field.fieldKind === "message" && field.oneof === undefined && isWrapperDesc(field.message);
}

function isPlainField(field: DescField): boolean {
  const isGroup = "delimitedEncoding" in field && field.delimitedEncoding;
  const isLongText = "longAsString" in field && field.longAsString;
  return !isGroup && !isLongText && field.presence !== FeatureSet_FieldPresence.LEGACY_REQUIRED;
}
