import {
  type DescEnum,
  type DescField,
  type DescMessage,
  getOption,
  type Message,
  ScalarType,
} from "@bufbuild/protobuf";
import { Recorded, recorded as recordedOption } from "#contract/access/v1/access_pb.js";
import { uuid as uuidOption } from "#contract/call/v1/call_pb.js";
import { word as wordOption } from "#contract/rest/v1/rest_pb.js";
import type { ActFacts } from "./audit-log.ts";

/** The part of a request that its record holds. */
export type RequestFacts = Pick<ActFacts, "targets" | "values" | "texts">;

/** Most characters of a value, and most ids. */
const charactersMax = 512;
const idsMax = 20;

/**
 * Compiles the reading of requests: ids are targets; words, switches and numbers are values; of the other fields those
 * that declare `access.v1.recorded` are held, as they say.
 */
export function compileRequestFacts(input: DescMessage): (request: Message) => RequestFacts {
  const fields = input.fields.map((field) => ({ field, place: placeOf(field) }));
  const held = fields.filter(({ place }) => place !== undefined);
  return (request) => {
    const [targets, values, texts]: [string[], Record<string, string>, Record<string, string>] = [[], {}, {}];
    for (const { field, place } of held) {
      const value = (request as unknown as Record<string, unknown>)[field.localName];
      const read = textsOf(field, value);
      if (read.length === 0) continue;
      if (place === "target") targets.push(...read.slice(0, idsMax));
      else (place === "plain" ? values : texts)[field.name] = read.join(" ").slice(0, charactersMax);
    }
    return { targets: targets.map((id) => id.slice(0, 128)), values, texts };
  };
}

function placeOf(field: DescField): "target" | "plain" | "sealed" | undefined {
  if (field.proto.options?.debugRedact === true) return undefined;
  const recorded = getOption(field, recordedOption);
  if (recorded !== Recorded.UNSPECIFIED) return recorded === Recorded.PLAIN ? "plain" : "sealed";
  if (getOption(field, uuidOption)) return "target";
  const isPlain = field.fieldKind === "enum" || (field.fieldKind === "scalar" && plainTypes.has(field.scalar));
  return isPlain ? "plain" : undefined;
}

const plainTypes: ReadonlySet<ScalarType> = new Set([ScalarType.BOOL, ScalarType.INT32, ScalarType.INT64]);

function wordOf(declared: DescEnum, number: number): string {
  const value = declared.value[number];
  return value === undefined ? String(number) : getOption(value, wordOption) || value.name;
}

function textsOf(field: DescField, value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (value === undefined || value === "") return [];
  if (field.fieldKind === "enum") return [wordOf(field.enum, value as number)];
  if (typeof value !== "object") return [String(value)];
  // An amount of money: a number in one of several forms.
  const { form } = value as { readonly form?: { readonly value?: unknown } };
  return form?.value === undefined ? [] : [String(form.value)];
}
