import MiniSearch from "minisearch";
import { searchOptions } from "../src/documentation/search-options.ts";
import type { Documented } from "./documented.ts";

/** Returns the index of all sections of the pages, as JSON. */
export function searchIndexOf(documentation: readonly Documented[]): string {
  const index = new MiniSearch(searchOptions);
  const sections = documentation.flatMap(({ page, rendered }) =>
    rendered.sections.map(({ level, id, text, words, names }) => ({
      page: page.title,
      heading: level === 1 ? "" : text,
      words,
      names,
      address: level === 1 ? page.path : `${page.path}#${id}`,
    })),
  );
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return JSON.stringify(index);
}
