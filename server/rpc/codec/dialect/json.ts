import { isUtf8 } from "node:buffer";
import { limits } from "../../../core/limits.ts";

/** Reason why a body is refused: one sentence for the caller. */
export class JsonProblem extends Error {}

/**
 * Parses a body strictly. In addition to JSON.parse, it refuses text that is not UTF-8, deep nesting, duplicate members
 * (of which parsers keep one or the other), and members that can pollute an object's prototype: `__proto__`, and
 * `constructor` with a `prototype` inside.
 */
export function parseJson(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw new JsonProblem("must be UTF-8");
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which must not be repeated.
    throw new JsonProblem("must be well-formed JSON");
  }
  if (countMembers(json) !== countNames(text)) throw new JsonProblem("must not name a member twice");
  return json;
}

/** Counts the members of all objects in a value, duplicates once. */
function countMembers(json: unknown): number {
  return typeof json === "object" && json !== null ? countWithin(json, 1) : 0;
}

function countWithin(value: object, depth: number): number {
  if (depth > limits.jsonDepthMax) throw new JsonProblem(`must not nest deeper than ${limits.jsonDepthMax} levels`);
  let count = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      if (typeof item === "object" && item !== null) count += countWithin(item, depth + 1);
    }
    return count;
  }
  // Parsed objects have only own members, including `__proto__`.
  for (const name in value) {
    const member = (value as { readonly [member: string]: unknown })[name];
    count++;
    if (isPrototypeLike(name, member)) throw new JsonProblem(`must not have a member ${name}`);
    if (typeof member === "object" && member !== null) count += countWithin(member, depth + 1);
  }
  return count;
}

function isPrototypeLike(name: string, value: unknown): boolean {
  if (name === "__proto__") return true;
  return name === "constructor" && typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
}

/**
 * Counts the member names in well-formed JSON text: the strings before a colon, duplicates included. It searches from quote
 * to quote, so that long lists of numbers cost next to nothing.
 */
function countNames(text: string): number {
  let count = 0;
  let start = text.indexOf('"');
  while (start !== -1) {
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    let next = end + 1;
    while (isSpace(text.charCodeAt(next))) next++;
    if (text.charCodeAt(next) === 0x3a) count++;
    start = text.indexOf('"', next);
  }
  return count;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whether a JSON value is an object, neither a list nor null. */
export function isObject(json: unknown): json is { [member: string]: unknown } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
