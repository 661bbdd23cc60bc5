import { sha256 } from "../../core/sha256.ts";
import type { Exchange, HeaderList } from "./exchange.ts";
import { chooseCoding } from "./header-value.ts";

/** A public document that the port serves at its path, without credentials. */
export interface HttpDocument {
  readonly mediaType: string;
  /** Further headers of the answer. */
  readonly headers?: HeaderList;
  /** Value of `Cache-Control`; five minutes by default. */
  readonly caching?: string;
  readonly read: () => Promise<Content>;
}

interface Content {
  readonly body: string | Uint8Array;
  /** The body in content codings such as `br`, the preferred one first. */
  readonly coded?: ReadonlyMap<string, Uint8Array>;
  /** Changes with the body (RFC 9110, section 8.8.3). */
  readonly entityTag: string;
}

type FixedOptions = Pick<HttpDocument, "headers" | "caching"> & Pick<Content, "coded">;

/** Makes a document that never changes while the process runs. */
export function fixedDocument(
  mediaType: string,
  body: string | Uint8Array,
  { coded = new Map(), ...options }: FixedOptions = {},
): HttpDocument {
  const content = { body, coded, entityTag: entityTagOf(body) };
  return { mediaType, ...options, read: async () => content };
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

/** Answers GET and HEAD; a caller that sends the present entity tag gets 304 without a body. */
export async function replyDocument(exchange: Exchange, document: HttpDocument, status = 200): Promise<void> {
  const { mediaType, headers = [], caching = "max-age=300" } = document;
  const content = await document.read();
  const { coding, body } = codedFor(exchange.headers["accept-encoding"], content);
  // Each coding is a separate representation with its own entity tag (RFC 9110, section 8.8.3.3).
  const entityTag = coding === undefined ? content.entityTag : content.entityTag.replace(/"$/, `-${coding}"`);
  const described = ["Cache-Control", caching, "ETag", entityTag, ...headers];
  if (content.coded !== undefined && content.coded.size > 0) described.push("Vary", "Accept-Encoding");
  if (status === 200 && isNamed(exchange.headers["if-none-match"], entityTag)) {
    exchange.reply(304, described);
  } else {
    // A copy, because the memory of an answer may be freed once it is sent.
    const copy = typeof body === "string" ? body : new Uint8Array(body);
    if (coding !== undefined) described.push("Content-Encoding", coding);
    exchange.reply(status, ["Content-Type", mediaType, ...described], copy);
  }
}

/** Returns the body in the coding that the caller prefers, or uncoded. */
function codedFor(header: string | undefined, { body, coded = new Map() }: Content) {
  const coding = chooseCoding(header, coded.keys());
  return coding === undefined ? { coding, body } : { coding, body: coded.get(coding) as Uint8Array };
}

function entityTagOf(body: string | Uint8Array): string {
  return `"${sha256(body).toString("base64url")}"`;
}

/** Whether a header contains the entity tag, by weak comparison (RFC 9110, section 13.1.2). */
function isNamed(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  const named = header.split(",").map((one) => one.trim().replace(/^W\//, ""));
  return named.includes(entityTag) || named.includes("*");
}
