import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import MiniSearch from "minisearch";
import { searchOptions } from "../src/documentation/search-options.ts";
import { allPages, type ContentsPage } from "./contents.ts";
import { type RenderedPage, renderMarkdown } from "./markdown.ts";
import { framedPage } from "./page.ts";
import { drawPicture } from "./pictures/pictures.ts";

const root = join(import.meta.dirname, "../../..");

/** Page of the documentation with what it says. */
export interface Documented {
  readonly page: ContentsPage;
  readonly rendered: RenderedPage;
}

/** Files of the documentation within the build, with the paths at which the service answers them. */
export type DocumentationFiles = ReadonlyMap<string, readonly string[]>;

/** Reads all pages of the repository that are in the contents. */
export function readDocumentation(): Documented[] {
  return allPages.flatMap((page) => {
    if (page.source === undefined) return [];
    const markdown = readFileSync(join(root, page.source), "utf8");
    return [{ page, rendered: renderMarkdown(markdown, page.source, drawPicture) }];
  });
}

/** Returns the index of all sections of the pages, as JSON. */
export function searchIndexOf(documentation: readonly Documented[]): string {
  const index = new MiniSearch(searchOptions);
  const sections = documentation.flatMap(({ page, rendered }) =>
    rendered.sections.map(({ level, id, text, words }) => ({
      page: page.title,
      heading: level === 1 ? "" : text,
      words,
      address: level === 1 ? page.path : `${page.path}#${id}`,
    })),
  );
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return JSON.stringify(index);
}

/** Writes the documentation into the folder of a build, from the template that Vite has put there. */
export function writeDocumentation(folder: string): DocumentationFiles {
  const template = readFileSync(join(folder, "documentation.html"), "utf8");
  rmSync(join(folder, "documentation.html"));
  const documentation = readDocumentation();
  const index = searchIndexOf(documentation);
  const indexFile = `assets/search-${createHash("sha256").update(index).digest("hex").slice(0, 8)}.json`;
  writeFileSync(join(folder, indexFile), index);
  const files = documentation.map(({ page, rendered }) => {
    const file = page.path === "/docs" ? "docs/index.html" : `${page.path.slice(1)}.html`;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), framedPage(template, page, rendered, `/${indexFile}`));
    return [file, [page.path]] as const;
  });
  return new Map(files);
}
