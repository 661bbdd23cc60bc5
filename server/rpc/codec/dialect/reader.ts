import { create, type DescEnum, type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import { wordOf } from "../../dialect-options.ts";
import { oncePerType } from "../../once-per-type.ts";
import { type Issue, memberPath, phases } from "../../validation/issue.ts";
import { expectedWords, rangeOf } from "../../validation/rules.ts";
import { holdsSecrets, unknownMember } from "../unknown-member.ts";
import { isObject } from "./json.ts";
import { type JsonForm, jsonFormOf, longRange, membersOf, scalarFormOf } from "./json-form.ts";
import type { Shape } from "./untagged-oneof.ts";

/** Converts a JSON value to the value that a message holds. Adds issues and returns undefined if it cannot. */
export type Read = (json: unknown, path: string, issues: Issue[]) => unknown;

/** Reads a whole request. Members that cannot be read are left out of the message and reported as issues. */
export type MessageReader = (json: unknown, issues: Issue[]) => Message;

/**
 * Compiles the REST dialect of a message type into a function from JSON values to messages. The type's descriptor is
 * read once, here. Throws at start-up for a type that the dialect cannot express.
 */
export function compileReader(message: DescMessage): MessageReader {
  const read = compileMessage(message);
  return (json, issues) => (read(json, "", issues) as Message | undefined) ?? create(message);
}

const compileMessage = oncePerType((message): Read => {
  const form = jsonFormOf(message);
  switch (form.kind) {
    case "free-form":
      return readFreeForm;
    case "untagged":
      return compileUntagged(message, form);
    case "inline":
      return compileInline(message, form.field);
    // No request contains a time: the OpenAPI document could not describe it.
    case "timestamp":
    case "object":
      return compileObject(message);
  }
}, "the dialect cannot express");

function compileObject(message: DescMessage): Read {
  const members = membersOf(message).map((field) => ({
    name: field.name,
    localName: field.localName,
    read: compileField(field),
  }));
  const known = new Set(members.map(({ name }) => name));
  const isSecret = holdsSecrets(message);
  return (json, path, issues) => {
    if (!isObject(json)) return wrongType(json, path, "must be an object", issues);
    const result = create(message) as unknown as { [member: string]: unknown };
    for (const { name, localName, read } of members) {
      const value = json[name];
      if (value === undefined || value === null) continue;
      const held = read(value, memberPath(path, name), issues);
      if (held !== undefined) result[localName] = held;
    }
    for (const name in json) {
      if (!known.has(name)) {
        issues.push(unknownMember({ path, name, value: isSecret ? undefined : json[name] }, known));
      }
    }
    return result;
  };
}

function compileInline(message: DescMessage, field: DescField): Read {
  const read = compileField(field);
  const { localName } = field;
  return (json, path, issues) => {
    const held = read(json, path, issues);
    if (held === undefined) return undefined;
    const result = create(message) as unknown as { [member: string]: unknown };
    result[localName] = held;
    return result;
  };
}

/** Compiles the alternatives of a oneof, which are distinguished by their JSON shape. */
function compileUntagged(message: DescMessage, { oneof, alternatives, marker }: JsonForm & { kind: "untagged" }): Read {
  const shapes: { [shape: string]: { name: string; read: Read } } = {};
  for (const [shape, field] of alternatives) {
    shapes[shape] = { name: field.localName, read: compileSingle(field) };
  }
  const tagged = alternatives.get("tagged-object");
  const own = new Set(tagged?.message?.fields.map(({ name }) => name));
  const expected = `must be ${(Object.keys(shapes) as Shape[]).map((shape) => nameOf(shape, marker)).join(", or ")}`;
  return (json, path, issues) => {
    const shape = jsonShape(json, marker);
    const alternative = shapes[shape];
    if (alternative === undefined) return wrongType(json, path, expected, issues);
    const before = issues.length;
    const value = alternative.read(json, path, issues);
    if (value === undefined) {
      const found = issues[before];
      const isMeantTagged = shape === "object" && [...own].some((name) => isAt(found, memberPath(path, name)));
      if (isMeantTagged && isObject(json)) issues.splice(before, 1, unmarked(json, path, marker));
      return undefined;
    }
    const result = create(message) as unknown as { [member: string]: unknown };
    result[oneof.localName] = { case: alternative.name, value };
    return result;
  };
}

/**
 * Returns the issue of an object that has members of the marked alternative but lacks the marker. It was read as the
 * other kind of object, so its own errors would be about entries.
 */
function unmarked(json: { readonly [member: string]: unknown }, path: string, marker: string): Issue {
  const here = memberPath(path, marker);
  if (Object.hasOwn(json, marker))
    return { ...issueOf(json[marker], here, "must be a list of lists"), phase: phases.type };
  return { phase: phases.presence, path: here, message: `${here} is required in an object with ${among(json)}` };
}

function isAt(issue: Issue | undefined, path: string): boolean {
  return issue?.path === path || issue?.path.startsWith(`${path}[`) === true;
}

function among(json: { readonly [member: string]: unknown }): string {
  return Object.keys(json).slice(0, 5).join(", ");
}

/** Returns the name of a shape in error messages. */
function nameOf(shape: Shape, marker: string): string {
  switch (shape) {
    case "list-of-lists":
      return "a list of lists";
    case "tagged-object":
      return `an object with ${marker}`;
    case "object":
      return "an object";
    default:
      return `a ${shape}`;
  }
}

function jsonShape(json: unknown, marker: string): Shape | "none" {
  if (typeof json === "number") return "number";
  if (typeof json === "string") return "text";
  if (Array.isArray(json)) return Array.isArray(json[0]) ? "list-of-lists" : "list";
  if (!isObject(json)) return "none";
  const marked = Object.hasOwn(json, marker) ? json[marker] : undefined;
  return Array.isArray(marked) && (marked.length === 0 || Array.isArray(marked[0])) ? "tagged-object" : "object";
}

function compileField(field: DescField): Read {
  switch (field.fieldKind) {
    case "list":
      return compileList(field);
    case "map":
      return compileMap(field);
    default:
      return compileSingle(field);
  }
}

function compileList(field: DescField & { fieldKind: "list" }): Read {
  if (field.scalar === ScalarType.DOUBLE) return readNumbers;
  const read = compileSingle(field);
  return (json, path, issues) => {
    if (!Array.isArray(json)) return wrongType(json, path, "must be a list", issues);
    const items: unknown[] = [];
    const before = issues.length;
    for (let i = 0; i < json.length; i++) {
      items.push(read(json[i], `${path}[${i}]`, issues));
      // One invalid entry is enough to refuse the request; the others are not reported.
      if (issues.length > before) return undefined;
    }
    return items;
  };
}

/** Hot path of most requests: a list of numbers is used as it was parsed. */
function readNumbers(json: unknown, path: string, issues: Issue[]): unknown {
  if (!Array.isArray(json)) return wrongType(json, path, "must be a list of numbers", issues);
  for (let i = 0; i < json.length; i++) {
    if (typeof json[i] !== "number") return wrongType(json[i], `${path}[${i}]`, "must be a number", issues);
  }
  return json;
}

function compileMap(field: DescField & { fieldKind: "map" }): Read {
  if (field.mapKey !== ScalarType.STRING) throw new Error(`${field.toString()}: the keys of a map must be texts`);
  const read = compileSingle(field);
  return (json, path, issues) => {
    if (!isObject(json)) return wrongType(json, path, "must be an object", issues);
    // The object has no prototype, so that every name is data.
    const entries: { [name: string]: unknown } = Object.create(null);
    const before = issues.length;
    for (const name of Object.keys(json)) {
      entries[name] = read(json[name], memberPath(path, name), issues);
      if (issues.length > before) return undefined;
    }
    return entries;
  };
}

function compileSingle(field: DescField): Read {
  if (field.message !== undefined) return compileMessage(field.message);
  if (field.enum !== undefined) return compileEnum(field.enum);
  switch (scalarFormOf(field)) {
    case "number":
      return compileNumber(field);
    case "integer":
      return compileInteger(field);
    case "long":
      return readLong;
    case "boolean":
      return (json, path, issues) =>
        typeof json === "boolean" ? json : wrongType(json, path, "must be true or false", issues);
    case "text":
      return (json, path, issues) =>
        typeof json === "string" && json.isWellFormed() ? json : wrongType(json, path, "must be a text", issues);
    case "bytes":
      return readBytes;
  }
}

/** Reads bytes. Only canonical base64 is accepted. */
function readBytes(json: unknown, path: string, issues: Issue[]): unknown {
  const bytes = typeof json === "string" ? Buffer.from(json, "base64") : undefined;
  return bytes !== undefined && bytes.toString("base64") === json
    ? bytes
    : wrongType(json, path, "must be bytes as base64", issues);
}

function compileEnum(declared: DescEnum): Read {
  const numbers = new Map(declared.values.map((value) => [wordOf(value), value.number]));
  numbers.delete(undefined);
  const expected = expectedWords(declared);
  return (json, path, issues) => {
    if (typeof json !== "string") return wrongType(json, path, expected, issues);
    const number = numbers.get(json);
    if (number === undefined) issues.push({ ...issueOf(json, path, expected), phase: phases.range });
    return number;
  };
}

function compileNumber(field: DescField): Read {
  const range = rangeOf(field);
  return (json, path, issues) =>
    typeof json === "number" ? json : wrongType(json, path, "must be a number", issues, range);
}

function compileInteger(field: DescField): Read {
  const range = rangeOf(field);
  return (json, path, issues) => {
    if (typeof json !== "number" || !Number.isInteger(json)) {
      return wrongType(json, path, "must be an integer", issues, range);
    }
    if ((json | 0) === json) return json + 0;
    const expected =
      range === undefined ? "must be a smaller integer" : `must be an integer from ${range[0]} to ${range[1]}`;
    issues.push({ ...issueOf(json, path, expected), phase: phases.range, ...(range && { validRange: range }) });
    return undefined;
  };
}

/** Reads an int64. Only integers that a double holds exactly are accepted, since most programs read numbers as doubles. */
function readLong(json: unknown, path: string, issues: Issue[]): unknown {
  if (typeof json !== "number" || !Number.isInteger(json)) {
    return wrongType(json, path, "must be an integer", issues, longRange);
  }
  if (Number.isSafeInteger(json)) return BigInt(json);
  const expected = `must be an integer from ${longRange[0]} to ${longRange[1]}`;
  issues.push({ ...issueOf(json, path, expected), phase: phases.range, validRange: longRange });
  return undefined;
}

function readFreeForm(json: unknown, path: string, issues: Issue[]): unknown {
  return isObject(json) ? json : wrongType(json, path, "must be an object", issues);
}

function wrongType(
  json: unknown,
  path: string,
  expected: string,
  issues: Issue[],
  validRange?: readonly [number, number],
): undefined {
  issues.push({ ...issueOf(json, path, expected), phase: phases.type, ...(validRange && { validRange }) });
  return undefined;
}

function issueOf(
  provided: unknown,
  path: string,
  expected: string,
): { path: string; message: string; provided: unknown } {
  return { path, message: `${path === "" ? "the request" : path} ${expected}`, provided };
}
