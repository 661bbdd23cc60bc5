import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allPages, type ContentsPage } from "./contents.ts";
import { type RenderedPage, renderMarkdown } from "./markdown.ts";
import { drawPicture } from "./pictures/pictures.ts";

const root = join(import.meta.dirname, "../../..");

/** Page of the documentation with what it says. */
export interface Documented {
  readonly page: ContentsPage;
  readonly rendered: RenderedPage;
}

/** Reads all pages of the repository that are in the contents. */
export function readDocumentation(): Documented[] {
  return allPages.flatMap((page) => {
    if (page.source === undefined) return [];
    const markdown = readFileSync(join(root, page.source), "utf8");
    return [{ page, rendered: renderMarkdown(markdown, page.source, drawPicture) }];
  });
}
