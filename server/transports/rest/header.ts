import { type DescField, type DescMessage, getOption, hasOption } from "@bufbuild/protobuf";
import { header as headerOption } from "#contract/rest/v1/rest_pb.js";
import { isObject } from "../../rpc/codec/dialect/json.ts";
import { textValue } from "./text-value.ts";

/** A header that can hold the value of a field. */
export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  readonly field: DescField;
}

/** Returns the fields of a request that may be sent as headers. */
export function compileHeaders(input: DescMessage): HeaderField[] {
  return input.fields
    .filter((field) => hasOption(field, headerOption))
    .map((field) => ({ name: getOption(field, headerOption), field }));
}

/** Adds the values of headers to a request's JSON, except for fields that its body holds. */
export function placeHeaders(json: unknown, headers: readonly HeaderField[], values: readonly string[]): void {
  for (const [index, { field }] of headers.entries()) {
    const text = values[index] ?? "";
    if (text !== "" && isObject(json)) json[field.name] ??= textValue(text, field);
  }
}
