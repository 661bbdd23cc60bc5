import type { Options } from "minisearch";

/** A part of a page in the search index. */
export interface SearchedSection {
  readonly id: number;
  readonly page: string;
  readonly heading: string;
  readonly words: string;
  /** Names in its tables, such as error codes and settings. */
  readonly names: string;
  /** Address of the heading. */
  readonly address: string;
}

/** Words of questions that occur in every page. */
const fillers = new Set(
  "a an and are as at be by can do does for from has have how i in is it my of on or that the there this to was what when where which who why with you".split(
    " ",
  ),
);

/** Options for building and reading the index: both must split words the same way. */
export const searchOptions: Options<SearchedSection> = {
  fields: ["page", "heading", "words", "names"],
  storeFields: ["page", "heading", "words", "address"],
  // Names such as RATE_LIMIT_EXCEEDED match by their parts, and better as a whole.
  tokenize: (text) => [
    ...text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""),
    ...(text.match(/[\p{L}\p{N}]+(?:[_.-][\p{L}\p{N}]+)+/gu) ?? []),
  ],
  processTerm: (term) => {
    const word = term.toLowerCase();
    return fillers.has(word) ? null : word.replace(/(?<=\w{3})(?:e?s|ed|ing)$/, "");
  },
  searchOptions: {
    boost: { page: 4, heading: 3, names: 2 },
    // The beginning of a page says what the page is for.
    boostDocument: (_, __, stored) => (String(stored?.["address"]).includes("#") ? 1 : 1.6),
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    weights: { prefix: 0.6, fuzzy: 0.3 },
  },
};
