import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brokenLinks } from "./broken-links.ts";
import { readDocumentation } from "./documented.ts";
import { framedPage } from "./page.ts";
import { referencePage } from "./reference/page.ts";
import { searchIndexOf } from "./search-index.ts";

/** Files of the documentation within the build, with the paths at which the service answers them. */
export type DocumentationFiles = ReadonlyMap<string, readonly string[]>;

const openApiFile = join(import.meta.dirname, "../../../gen/openapi/openapi.json");

/** Writes the documentation into the folder of a build, from the template that Vite has put there. */
export function writeDocumentation(folder: string): DocumentationFiles {
  const template = readFileSync(join(folder, "documentation.html"), "utf8");
  rmSync(join(folder, "documentation.html"));
  const documentation = readDocumentation();
  for (const broken of brokenLinks(documentation)) process.stderr.write(`\n${broken}\n`);
  const index = searchIndexOf(documentation);
  const indexFile = `assets/search-${createHash("sha256").update(index).digest("hex").slice(0, 8)}.json`;
  writeFileSync(join(folder, indexFile), index);
  const files = documentation.map(({ page, rendered }) => {
    const file = page.path === "/docs" ? "docs/index.html" : `${page.path.slice(1)}.html`;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), framedPage(template, page, rendered, `/${indexFile}`));
    // The first page has the name of its file, too, by which people look for it.
    return [file, page.path === "/docs" ? ["/docs", "/docs/quick-start"] : [page.path]] as const;
  });
  for (const image of documentation.flatMap(({ rendered }) => rendered.images)) {
    mkdirSync(dirname(join(folder, image)), { recursive: true });
    copyFileSync(join(import.meta.dirname, "../../..", image), join(folder, image));
  }
  writeFileSync(join(folder, "docs/api.html"), referencePage(JSON.parse(readFileSync(openApiFile, "utf8"))));
  return new Map([...files, ["docs/api.html", ["/docs/api"]] as const]);
}
