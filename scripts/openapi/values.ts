import { type DescEnum, type DescField, ScalarType } from "@bufbuild/protobuf";
import { longRange, scalarFormOf } from "../../server/rpc/codec/dialect/json-form.ts";
import { wordOf } from "../../server/rpc/dialect-options.ts";
import type { Bounds } from "../../server/rpc/validation/rules.ts";
import { defined, type JsonObject } from "./json.ts";

/** Canonical base64 with padding, the only form that the codec reads. */
const base64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";
const int32Range = [-(2 ** 31), 2 ** 31 - 1] as const;

/** Returns the schema of one value that is neither a message nor an enum, within its bounds. */
export function scalarSchema(field: DescField, bounds: Bounds | undefined): JsonObject {
  switch (scalarFormOf(field)) {
    case "number":
      return numberSchema({ type: "number", format: "double" }, bounds);
    case "integer":
      return numberSchema({ type: "integer", format: "int32" }, bounds, int32Range);
    case "long":
      return numberSchema({ type: "integer", format: "int64" }, bounds, longRange);
    case "boolean":
      return { type: "boolean" };
    case "text":
      return textSchema(bounds);
    case "bytes":
      return bytesSchema(bounds);
  }
}

function numberSchema(type: JsonObject, bounds: Bounds | undefined, range?: readonly [number, number]): JsonObject {
  const { low, high } =
    bounds?.kind === "number" ? bounds : { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return defined({
    ...type,
    minimum: finite(Math.max(low, range?.[0] ?? low)),
    maximum: finite(Math.min(high, range?.[1] ?? high)),
  });
}

function textSchema(bounds: Bounds | undefined): JsonObject {
  if (bounds?.kind !== "text") return { type: "string" };
  const { low, high, pattern } = bounds;
  return defined({ type: "string", minLength: positive(low), maxLength: finite(high), pattern });
}

/** Returns the schema of bytes. Lengths are those of the text: 4 characters for every 3 bytes. */
function bytesSchema(bounds: Bounds | undefined): JsonObject {
  const { low, high } = bounds?.kind === "bytes" ? bounds : { low: 0, high: Number.POSITIVE_INFINITY };
  return defined({
    type: "string",
    contentEncoding: "base64",
    minLength: positive(4 * Math.ceil(low / 3)),
    maxLength: finite(4 * Math.ceil(high / 3)),
    pattern: base64,
  });
}

/** Returns the bounds of a list or of the entries of a map. */
export function sizeSchema(bounds: Bounds | undefined, isRequired: boolean, names: [string, string]): JsonObject {
  const { low, high } = bounds?.kind === "list" ? bounds : { low: 0, high: Number.POSITIVE_INFINITY };
  return defined({ [names[0]]: positive(Math.max(low, isRequired ? 1 : 0)), [names[1]]: finite(high) });
}

/** Returns the words of an enum that the bounds allow. */
export function wordsOf(declared: DescEnum, bounds: Bounds | undefined): string[] {
  return declared.values
    .filter(({ number }) => bounds?.kind !== "enum" || bounds.legal.has(number))
    .map(wordOf)
    .filter((word) => word !== undefined);
}

/** Returns the default that the contract declares, as JSON; undefined if there is none. */
export function defaultOf(field: DescField): unknown {
  if (field.fieldKind === "enum") {
    const number = field.getDefaultValue();
    return number === undefined ? undefined : wordOf(field.enum.value[number] as DescEnum["values"][number]);
  }
  if (field.fieldKind !== "scalar") return undefined;
  const value = field.getDefaultValue();
  return field.scalar === ScalarType.INT64 && value !== undefined ? Number(value) : value;
}

function finite(bound: number): number | undefined {
  return Number.isFinite(bound) ? bound : undefined;
}

function positive(bound: number): number | undefined {
  return bound > 0 ? bound : undefined;
}
