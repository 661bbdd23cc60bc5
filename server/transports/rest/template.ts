/** One step of a path: certain text as written and percent-encoded, any one segment, or all that is left. */
export type Segment = { readonly literal: string; readonly encoded: string } | "*" | "**";

/** A part of a path that is the value of a field. */
export interface Variable {
  /** From the request down, such as `book.name`. */
  readonly field: string;
  /** Its first segment. */
  readonly from: number;
  /** The segment after its last; Infinity when it takes all that is left. */
  readonly to: number;
}

/** A path template of google.api.http as it was written; nothing here knows the fields that it names. */
export interface Template {
  readonly segments: readonly Segment[];
  readonly variables: readonly Variable[];
  /** What follows the colon at the end; empty when nothing does. */
  readonly colonVerb: string;
}

/** Why a spelling of google.api.http cannot be served: one sentence for whoever wrote the contract. */
export class RouteProblem extends Error {}

/**
 * Reads the grammar that google/api/http.proto documents. Literal text is what a URL path may hold, with a colon
 * standing only before a verb and an asterisk only for a wildcard.
 *
 * @throws RouteProblem
 */
export function parseTemplate(path: string): Template {
  if (!path.startsWith("/")) throw new RouteProblem("the path must begin with /");
  const colon = colonOf(path);
  const segments: Segment[] = [];
  const variables: Variable[] = [];
  for (const part of partsOf(colon === -1 ? path : path.slice(0, colon))) {
    if (isVariable(part)) variables.push(addVariable(part.slice(1, -1), segments));
    else segments.push(segmentOf(part));
  }
  const rest = segments.indexOf("**");
  if (rest !== -1 && rest !== segments.length - 1) throw new RouteProblem("** must be the last segment");
  return { segments, variables, colonVerb: colon === -1 ? "" : colonVerbOf(path.slice(colon + 1)) };
}

/** Where the colon of the verb is: in the last segment and within no variable. */
function colonOf(path: string): number {
  const colon = path.lastIndexOf(":");
  return colon > path.lastIndexOf("}") && colon > path.lastIndexOf("/") ? colon : -1;
}

/** The text between slashes; those within braces do not count. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
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
      parts.push(path.slice(start, at));
      start = at + 1;
    }
  }
  if (isWithin) throw new RouteProblem("a { has no } after it");
  parts.push(path.slice(start));
  return parts;
}

function isVariable(part: string): boolean {
  return part.startsWith("{") && part.indexOf("}") === part.length - 1;
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
  for (const part of within.split("/")) segments.push(segmentOf(part));
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

/** With everything percent-encoded that may be: the other spelling in which callers may send the same text. */
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
