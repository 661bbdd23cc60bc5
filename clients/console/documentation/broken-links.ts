import { existsSync } from "node:fs";
import { join } from "node:path";
import { contents } from "./contents.ts";
import type { Documented } from "./documented.ts";
import { isServed } from "./links.ts";

const root = join(import.meta.dirname, "../../..");

/** Returns the links of pages to pages, headings or files that are not there, a line each. */
export function brokenLinks(documentation: readonly Documented[]): string[] {
  const anchors = new Map(
    documentation.map(({ page, rendered }) => [page.path, new Set(rendered.sections.map(({ id }) => id))]),
  );
  const paths = new Set(contents.flatMap(({ pages }) => pages.map(({ path }) => path)));
  return documentation.flatMap(({ page, rendered }) => {
    const addresses = rendered.addresses.filter((address) => {
      const [path = "", anchor] = address.split("#", 2);
      const target = path === "" ? page.path : path;
      if (!paths.has(target)) return !isServed(target);
      return anchor !== undefined && anchors.get(target)?.has(decodeURIComponent(anchor)) !== true;
    });
    const files = rendered.files.filter((file) => !existsSync(join(root, file)));
    return [...addresses, ...files].map((broken) => `${page.source} has a link to ${broken}, which is not there`);
  });
}
