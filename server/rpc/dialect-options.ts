import { type DescEnumValue, type DescField, type DescMessage, getOption, hasOption } from "@bufbuild/protobuf";
import { inline, marked_by, untagged, word } from "#contract/rest/v1/rest_pb.js";

/** Returns the word of an enum value in the REST dialect; undefined if it cannot be written there. */
export function wordOf(value: DescEnumValue): string | undefined {
  return hasOption(value, word) ? getOption(value, word) : undefined;
}

/** Returns the only field of an inline message, which is written as that list or map; undefined for other messages. */
export function inlineField(message: DescMessage): DescField | undefined {
  if (!hasOption(message, inline)) return undefined;
  const field = message.fields[0];
  if (message.members.length !== 1 || (field?.fieldKind !== "list" && field?.fieldKind !== "map")) {
    throw new Error(`${message.typeName} is inline and must have exactly one field, a list or a map`);
  }
  return field;
}

/** Returns the oneof of a message that is written as one of its alternatives; undefined for other messages. */
export function untaggedOneof(message: DescMessage): DescMessage["oneofs"][number] | undefined {
  const oneof = message.oneofs.find((candidate) => hasOption(candidate, untagged));
  if (oneof !== undefined && message.members.length !== 1) {
    throw new Error(`${message.typeName} has an untagged oneof and must have no other field`);
  }
  return oneof;
}

/** Returns the member that marks an object as this alternative of an untagged oneof. */
export function markerOf(field: DescField): string | undefined {
  return hasOption(field, marked_by) ? getOption(field, marked_by) : undefined;
}
