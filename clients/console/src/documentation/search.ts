import MiniSearch, { type SearchResult } from "minisearch";
import { type SearchedSection, searchOptions } from "./search-options.ts";

/** A found section, with the words around the first match. */
export interface Found {
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly excerpt: readonly Piece[];
}

/** A piece of an excerpt, marked if it matches. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

export type Search = (question: string) => readonly Found[];

const resultsMax = 12;
const excerptLength = 180;

/** Reads the index made by the build. */
export function readIndex(json: string): Search {
  const index = MiniSearch.loadJSON<SearchedSection>(json, searchOptions);
  return (question) => index.search(question).slice(0, resultsMax).map(foundOf);
}

function foundOf(result: SearchResult): Found {
  const { address, page, heading, words } = result as SearchResult & SearchedSection;
  return { address, page, heading, excerpt: excerptOf(words, result.terms) };
}

/** Returns the excerpt of a text around the first of these words, and marks the words. */
export function excerptOf(text: string, words: readonly string[]): Piece[] {
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const marks = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})[\\p{L}\\p{N}]*`, "giu");
  const first = words.length === 0 ? 0 : Math.max(text.search(marks), 0);
  const from = first < 60 ? 0 : text.lastIndexOf(" ", first - 50) + 1;
  const until = endOfExcerpt(text, from, first);
  const cut = `${from > 0 ? "… " : ""}${text.slice(from, until)}${until < text.length ? " …" : ""}`;
  if (words.length === 0) return [{ text: cut, isMarked: false }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of cut.matchAll(marks)) {
    pieces.push({ text: cut.slice(end, match.index), isMarked: false }, { text: match[0], isMarked: true });
    end = match.index + match[0].length;
  }
  return [...pieces, { text: cut.slice(end), isMarked: false }].filter((piece) => piece.text !== "");
}

/** Returns the end of an excerpt that begins at `from`: the end of a word, if that is after the `first` match. */
function endOfExcerpt(text: string, from: number, first: number): number {
  if (from + excerptLength >= text.length) return text.length;
  const space = text.lastIndexOf(" ", from + excerptLength);
  return space > first ? space : from + excerptLength;
}
