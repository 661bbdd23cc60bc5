import { posix } from "node:path";

/**
 * Relative links in Markdown files that lead to no file, folder or heading, each as `file: target`.
 *
 * @param paths every file that a link may lead to, from the root
 */
export function deadLinks(paths: readonly string[], read: (path: string) => string): string[] {
  const places = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]));
  const anchors = new Map<string, ReadonlySet<string>>();
  const pages = paths.filter((path) => path.endsWith(".md"));
  for (const page of pages) anchors.set(page, anchorsOf(withoutCodeBlocks(read(page))));

  function isDead(page: string, target: string): boolean {
    const [path = "", anchor] = decodeURI(target).split("#", 2);
    const base = path.startsWith("/") ? "." : posix.dirname(page);
    const place = path === "" ? page : posix.join(base, path).replace(/(?<=.)\/$/, "");
    return !places.has(place) || (anchor !== undefined && !anchors.get(place)?.has(anchor));
  }

  return pages.flatMap((page) =>
    linksOf(withoutCodeBlocks(read(page)))
      .filter((target) => !isAddress(target) && isDead(page, target))
      .map((target) => `${page}: ${target}`),
  );
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === path ? [] : [folder, ...foldersOf(folder)];
}

function isAddress(target: string): boolean {
  return /^([a-z][a-z\d+.-]*:|\/\/)/i.test(target);
}

function withoutCodeBlocks(text: string): string {
  return text.replaceAll(/^ *(```+|~~~+).*\n(?:.*\n)*? *\1 *$/gm, "");
}

/** Targets of inline links, images, definitions of links, and HTML. */
function linksOf(text: string): string[] {
  const spanless = text.replaceAll(/(?<!`)(`+)(?!`)(?:(?!\n\s*\n)[\s\S])*?(?<!`)\1(?!`)/g, "");
  const found = spanless.matchAll(/\]\(\s*<?([^)\s>]+)|^ *\[[^\]]+\]: *<?([^\s>]+)|\b(?:href|src)="([^"]+)"/gm);
  return [...found].map(([, inline, definition, html]) => inline ?? definition ?? html ?? "");
}

/** Anchors as GitHub makes them from headings, the same heading again with a number behind it; and those of HTML. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set([...text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id));
  for (const [, heading = ""] of text.matchAll(/^ {0,3}#{1,6}\s+(.*?)(?:\s+#*)?$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = words.replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, "").replaceAll(" ", "-");
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again++) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}
