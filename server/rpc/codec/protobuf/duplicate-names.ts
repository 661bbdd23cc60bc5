import { areFinite } from "./finite.ts";

/**
 * Whether an object in a JSON text has two members of one name. `JSON.parse` silently keeps the last one, so that the value
 * has fewer members than the text has names.
 *
 * @param parsed result of `JSON.parse`
 */
export function hasDuplicateNames(text: string, parsed: unknown): boolean {
  return namesIn(text) !== membersOf(parsed);
}

/** Counts the names by searching for quotes, which is fast: most of a long text is numbers. */
function namesIn(text: string): number {
  let names = 0;
  for (let open = text.indexOf('"'); open !== -1; ) {
    const close = closingQuote(text, open);
    if (isFollowedByColon(text, close)) names++;
    open = text.indexOf('"', close + 1);
  }
  return names;
}

function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close;
}

/** Whether an odd number of backslashes precedes a quote. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === 0x5c) first--;
  return (at - first) % 2 === 1;
}

function isFollowedByColon(text: string, close: number): boolean {
  let at = close + 1;
  // The whitespace of JSON (space, tab, line feed, carriage return) is at most 0x20.
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === 0x3a;
}

/** Counts the members, without recursion because a text may nest deeper than the stack. */
function membersOf(parsed: unknown): number {
  let members = 0;
  const open = isBranch(parsed) ? [parsed] : [];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    if (Array.isArray(branch)) {
      if (areFinite(branch)) continue;
      for (const item of branch) if (isBranch(item)) open.push(item);
      continue;
    }
    // Parsed objects inherit no enumerable members.
    for (const name in branch) {
      members++;
      const value = (branch as { [name: string]: unknown })[name];
      if (isBranch(value)) open.push(value);
    }
  }
  return members;
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
