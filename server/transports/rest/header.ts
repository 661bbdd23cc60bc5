import { type DescField, type DescMessage, getOption, hasOption } from "@bufbuild/protobuf";
import { header as headerOption } from "../../../gen/es/rest/v1/rest_pb.js";
import { isObject } from "../../rpc/codec/dialect/json.ts";
import { textValue } from "./text-value.ts";

/** A header by which a request may say what a field does. */
export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  readonly field: DescField;
}

/** The fields of a request that a header may say. */
export function compileHeaders(input: DescMessage): HeaderField[] {
  return input.fields
    .filter((field) => hasOption(field, headerOption))
    .map((field) => ({ name: getOption(field, headerOption), field }));
}

/** Puts what the headers say into a request's JSON, where its body says nothing about it. */
export function placeHeaders(json: unknown, headers: readonly HeaderField[], values: readonly string[]): void {
  for (const [index, { field }] of headers.entries()) {
    const text = unquoted(values[index] ?? "");
    if (text !== "" && isObject(json)) json[field.name] ??= textValue(text, field);
  }
}

/** An entity tag without its quotes (RFC 9110, section 8.8.3). */
function unquoted(text: string): string {
  return /^"(.*)"$/.exec(text)?.[1] ?? text;
}
