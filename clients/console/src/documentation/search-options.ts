import type { Options } from "minisearch";

/** What the search finds: a part of a page. */
export interface SearchedSection {
  readonly id: number;
  readonly page: string;
  readonly heading: string;
  readonly words: string;
  /** Address of the heading. */
  readonly address: string;
}

/** Words of questions that stand in every page. */
const fillers = new Set(
  "a an and are as at be by can do does for from has have how i in is it my of on or that the there this to was what when where which who why with you".split(
    " ",
  ),
);

/** How the build makes the index and the page reads it: both must split words the same way. */
export const searchOptions: Options<SearchedSection> = {
  fields: ["page", "heading", "words"],
  storeFields: ["page", "heading", "words", "address"],
  processTerm: (term) => {
    const word = term.toLowerCase();
    return fillers.has(word) ? null : word.replace(/(?<=\w{3})(?:e?s|ed|ing)$/, "");
  },
  searchOptions: {
    boost: { page: 4, heading: 3 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    weights: { prefix: 0.6, fuzzy: 0.3 },
  },
};
