import { sha256 } from "../../core/sha256.ts";
import type { Exchange, HeaderList } from "./exchange.ts";

/** A public document that the port answers at a path of its own, to anybody. */
export interface HttpDocument {
  readonly mediaType: string;
  /** Further headers of the answer. */
  readonly headers?: HeaderList;
  readonly read: () => Promise<Content>;
}

interface Content {
  readonly body: string | Uint8Array;
  /** Changes with the body (RFC 9110, section 8.8.3). */
  readonly entityTag: string;
}

/** Makes a document that never changes while the process runs. */
export function fixedDocument(mediaType: string, body: string | Uint8Array, headers: HeaderList = []): HttpDocument {
  const content = { body, entityTag: entityTagOf(body) };
  return { mediaType, headers, read: async () => content };
}

/** Makes a document that is read again for each request. */
export function changingDocument(mediaType: string, read: () => Promise<string>): HttpDocument {
  return {
    mediaType,
    read: async () => {
      const body = await read();
      return { body, entityTag: entityTagOf(body) };
    },
  };
}

/** Answers GET and HEAD; a caller that names the entity tag of what it has gets 304 without a body. */
export async function replyDocument(exchange: Exchange, document: HttpDocument): Promise<void> {
  const { mediaType, headers = [] } = document;
  const { body, entityTag } = await document.read();
  const caching = ["Cache-Control", "max-age=300", "ETag", entityTag, ...headers];
  if (isNamed(exchange.headers["if-none-match"], entityTag)) {
    exchange.reply(304, caching);
  } else {
    // A copy, because the memory of an answer may be freed once it is sent.
    const copy = typeof body === "string" ? body : new Uint8Array(body);
    exchange.reply(200, ["Content-Type", mediaType, ...caching], copy);
  }
}

function entityTagOf(body: string | Uint8Array): string {
  return `"${sha256(body).toString("base64url")}"`;
}

/** Whether a header names the entity tag, by weak comparison (RFC 9110, section 13.1.2). */
function isNamed(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  const named = header.split(",").map((one) => one.trim().replace(/^W\//, ""));
  return named.includes(entityTag) || named.includes("*");
}
