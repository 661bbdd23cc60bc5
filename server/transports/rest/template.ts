/** One segment of a path: a literal (as written and percent-encoded), `*` for any one segment, or `**` for all the rest. */
export type Segment = { readonly literal: string; readonly encoded: string } | "*" | "**";

/** Part of a path that is the value of a field. */
export interface Variable {
  /** Path of the field from the request, such as `book.name`. */
  readonly field: string;
  /** Index of its first segment. */
  readonly from: number;
  /** Index after its last segment; Infinity if it takes all the rest. */
  readonly to: number;
}

/** A parsed path template of google.api.http. The fields that it names are not resolved here. */
export interface Template {
  readonly segments: readonly Segment[];
  readonly variables: readonly Variable[];
  /** Verb after the colon at the end; empty if there is none. */
  readonly colonVerb: string;
}

/** Reason why a binding of google.api.http cannot be served: one sentence for the contract's author. */
export class RouteProblem extends Error {}

/**
 * Parses the grammar that google/api/http.proto documents. Literals hold the characters of a URL path; a colon is allowed
 * only before a verb, an asterisk only as a wildcard.
 *
 * @throws RouteProblem
 */
export function parseTemplate(path: string): Template {
  if (!path.startsWith("/")) throw new RouteProblem("the path must begin with /");
  const colon = colonOf(path);
  const segments: Segment[] = [];
  const variables: Variable[] = [];
  for (const piece of split(colon === -1 ? path : path.slice(0, colon))) {
    if (isVariable(piece)) variables.push(addVariable(piece.slice(1, -1), segments));
    else segments.push(segmentOf(piece));
  }
  const rest = segments.indexOf("**");
  if (rest !== -1 && rest !== segments.length - 1) throw new RouteProblem("** must be the last segment");
  return { segments, variables, colonVerb: colon === -1 ? "" : colonVerbOf(path.slice(colon + 1)) };
}

/** Returns the index of the verb's colon, which is in the last segment and outside variables; -1 if there is none. */
function colonOf(path: string): number {
  const colon = path.lastIndexOf(":");
  return colon > path.lastIndexOf("}") && colon > path.lastIndexOf("/") ? colon : -1;
}

/** Splits a path at slashes, except within braces. */
function split(path: string): string[] {
  const pieces: string[] = [];
  let isWithin = false;
  let start = 1;
  for (let at = 1; at < path.length; at++) {
    const character = path[at];
    if (character === "{") {
      if (isWithin) throw new RouteProblem("a variable must not contain a variable");
      isWithin = true;
    } else if (character === "}") {
      if (!isWithin) throw new RouteProblem("a } has no { before it");
      isWithin = false;
    } else if (character === "/" && !isWithin) {
      pieces.push(path.slice(start, at));
      start = at + 1;
    }
  }
  if (isWithin) throw new RouteProblem("a { has no } after it");
  pieces.push(path.slice(start));
  return pieces;
}

function isVariable(piece: string): boolean {
  return piece.startsWith("{") && piece.indexOf("}") === piece.length - 1;
}

/** Adds the segments of a variable to those of its path. */
function addVariable(text: string, segments: Segment[]): Variable {
  const equals = text.indexOf("=");
  const field = equals === -1 ? text : text.slice(0, equals);
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(field)) {
    throw new RouteProblem(`the variable {${text}} does not begin with the name of a field`);
  }
  const from = segments.length;
  const within = equals === -1 ? "*" : text.slice(equals + 1);
  for (const piece of within.split("/")) segments.push(segmentOf(piece));
  return { field, from, to: segments.at(-1) === "**" ? Number.POSITIVE_INFINITY : segments.length };
}

function segmentOf(text: string): Segment {
  if (text === "*" || text === "**") return text;
  if (text === "") throw new RouteProblem("the path has an empty segment");
  if (!/^([\w.~!$&'()+,;=@-]|%[0-9A-Fa-f]{2})+$/.test(text)) {
    throw new RouteProblem(`the segment ${text} is neither literal text nor a variable nor a wildcard`);
  }
  return { literal: text, encoded: encode(text) };
}

/** Percent-encodes every character that may be encoded: the other form in which callers may send the same text. */
function encode(literal: string): string {
  let text: string;
  try {
    text = decodeURIComponent(literal);
  } catch {
    throw new RouteProblem(`the segment ${literal} is not percent-encoded UTF-8`);
  }
  return encodeURIComponent(text).replace(/[!'()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

function colonVerbOf(text: string): string {
  if (!/^[\w.~-]+$/.test(text)) throw new RouteProblem(`the verb :${text} must be letters, digits, -, ., _ or ~`);
  return text;
}
