import { type DescField, ScalarType } from "@bufbuild/protobuf";

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Returns the JSON value for a field of text in a path, query or header. Numbers and booleans are written as in JSON;
 * any other text stays text, which the reader refuses as in a body.
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
