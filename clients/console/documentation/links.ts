import { posix } from "node:path";
import { allPages } from "./contents.ts";

/** Addresses that the service answers beside the pages of the documentation. */
const served = ["/", "/docs/api", "/openapi.json", "/asyncapi.json", "/contract.binpb"];

export function isServed(path: string): boolean {
  return served.includes(path);
}

/** A link of a page: to an address, or to a file that only the repository has. */
export type Link =
  | { readonly kind: "address"; readonly href: string }
  | { readonly kind: "file"; readonly file: string };

/** Reads a link as it stands in the file `source` of the repository. */
export function readLink(href: string, source: string): Link {
  if (/^[a-z]+:/i.test(href) || href.startsWith("#") || isServed(href)) return { kind: "address", href };
  const [path = "", anchor] = href.split("#", 2);
  const from = path.startsWith("/") ? "." : posix.dirname(source);
  const file = posix.join(from, decodeURI(path));
  const page = allPages.find((each) => each.source === file);
  if (page === undefined) return { kind: "file", file };
  return { kind: "address", href: anchor === undefined ? page.path : `${page.path}#${anchor}` };
}
