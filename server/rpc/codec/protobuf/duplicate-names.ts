import { areFinite } from "./finite.ts";

/**
 * Whether an object in a JSON text has two members of one name. `JSON.parse` keeps the last one and does not tell, but
 * then it has made fewer members than the text has names.
 *
 * @param parsed what `JSON.parse` made of the text
 */
export function hasDuplicateNames(text: string, parsed: unknown): boolean {
  return namesIn(text) !== membersOf(parsed);
}

/** Goes from quote to quote, which the engine finds fast: most of a long text is numbers. */
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

/** By an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === 0x5c) first--;
  return (at - first) % 2 === 1;
}

function isFollowedByColon(text: string, close: number): boolean {
  let at = close + 1;
  // Space, and the three kinds of line feed and tabulator that JSON knows, are all up to 0x20.
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === 0x3a;
}

/** Not by recursion, because a text may nest deeper than the stack. */
function membersOf(parsed: unknown): number {
  let members = 0;
  const open = isBranch(parsed) ? [parsed] : [];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    if (Array.isArray(branch)) {
      if (areFinite(branch)) continue;
      for (const item of branch) if (isBranch(item)) open.push(item);
      continue;
    }
    // What JSON.parse makes inherits no name that would be found here.
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
