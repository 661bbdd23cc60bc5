import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { compileFieldWriter } from "../codec/dialect/writer.ts";

/**
 * Returns the value at the path of a parameter in a request, in the REST dialect. Returns `found`, the value given with
 * the error, if the message has none there: a value of a wrong type is not in the message.
 *
 * Never repeats a secret: null replaces every field that the contract declares as `debug_redact`.
 */
export type ReceivedValue = (message: object, path: string, found: unknown) => unknown;

/** Compiles the reader of received values of a request type. Fields are compiled when an error first names them. */
export function compileReceivedValue(input: DescMessage): ReceivedValue {
  const secrets = secretNames(input, new Set());
  const writers = new Map<string, (message: object) => string>();
  return (message, path, found) => {
    const [name = ""] = path.split(/[.[]/, 1);
    const field = input.fields.find((candidate) => candidate.name === name);
    if (field === undefined) return found;
    if (path.split(/[.[]/).some((segment) => secrets.has(segment))) return null;
    const value = valueAt(fieldValue(field, message, writers), path.slice(name.length)) ?? found;
    return secrets.size === 0 ? value : withoutSecrets(value, secrets);
  };
}

/**
 * Returns the value of one field; undefined if the dialect cannot write it, such as an integer that a double cannot
 * hold.
 */
function fieldValue(field: DescField, message: object, writers: Map<string, (message: object) => string>): unknown {
  // An absent list is the same message as an empty one, so what was received is unknown.
  const held = (message as { [member: string]: unknown })[field.localName];
  if (Array.isArray(held) && held.length === 0) return undefined;
  try {
    const write = writers.get(field.name) ?? compileFieldWriter(field);
    writers.set(field.name, write);
    return JSON.parse(write(message));
  } catch {
    return undefined;
  }
}

/**
 * Returns the value at the rest of a path, such as `.vertices[2]`. Map keys may contain dots and brackets: the longest
 * match wins.
 */
function valueAt(json: unknown, rest: string): unknown {
  if (rest === "") return json;
  const index = /^\[(\d+)\]/.exec(rest);
  if (index !== null)
    return Array.isArray(json) ? valueAt(json[Number(index[1])], rest.slice(index[0].length)) : undefined;
  if (typeof json !== "object" || json === null) return undefined;
  const path = rest.slice(1);
  const name = Object.keys(json)
    .filter((key) => path.startsWith(key) && ["", ".", "["].includes(path.charAt(key.length)))
    .reduce<string | undefined>((longest, key) => (key.length >= (longest?.length ?? 0) ? key : longest), undefined);
  if (name === undefined) return undefined;
  return valueAt((json as { [name: string]: unknown })[name], path.slice(name.length));
}

function secretNames(message: DescMessage, seen: Set<DescMessage>): Set<string> {
  const names = new Set<string>();
  if (seen.has(message)) return names;
  seen.add(message);
  for (const field of message.fields) {
    if (field.proto.options?.debugRedact) names.add(field.name);
    if (field.message !== undefined) for (const name of secretNames(field.message, seen)) names.add(name);
  }
  return names;
}

function withoutSecrets(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, secrets));
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, held]) => [name, secrets.has(name) ? null : withoutSecrets(held, secrets)]),
  );
}
