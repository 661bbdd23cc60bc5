import { type DescField, ScalarType } from "@bufbuild/protobuf";

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * What text in a path or a query says in JSON for a field of this type. Numbers and truth values are spelled there as
 * in JSON; text that says none stays text, which the reader then refuses as it does in a body.
 */
export function textValue(text: string, field: DescField): unknown {
  switch (field.scalar) {
    case ScalarType.DOUBLE:
    case ScalarType.INT32:
    case ScalarType.INT64:
      return jsonNumber.test(text) ? Number(text) : text;
    case ScalarType.BOOL:
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}
