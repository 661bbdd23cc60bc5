import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** Names and values in turn, as node:http takes them fastest. */
export type HeaderList = string[];

/** One request and its answer over either HTTP version: all that the doors know of HTTP. */
export interface Exchange {
  readonly verb: string;
  /** As it came, without the query. */
  readonly path: string;
  /** What follows the question mark, if anything. */
  readonly query: string;
  readonly isHttp2: boolean;
  /** By lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** Under which the request is logged and answered. */
  readonly requestId: string;
  /** Headers of whatever answer is given. */
  readonly common: HeaderList;

  /**
   * The whole body; asked for once at most.
   *
   * @throws BodyTooLarge, at once when the caller declares more than the bound; BodyCut when the caller goes away
   */
  readBody(bytesMax: number): Promise<Buffer>;
  /** Gives the answer; a second one is ignored, and so is one to a caller that is gone. Trailers need HTTP/2. */
  reply(status: number, headers: HeaderList, body?: Uint8Array | string, trailers?: HeaderList): void;
  /** Tells when the caller goes away before its answer. */
  onGone(listener: () => void): void;
  /** Leaves request and answer to a library that wants Node's own objects. */
  handOver(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
}

/** The body has more bytes than are read. */
export class BodyTooLarge extends Error {}

/** The caller went away before the end of its body. */
export class BodyCut extends Error {}

/** The events of a request that reading its body needs, the same for both HTTP versions. */
interface BodySource {
  on(event: string, listener: (chunk: Buffer) => void): unknown;
  off(event: string, listener: (chunk: Buffer) => void): unknown;
  pause(): unknown;
}

/** Collects a body of at most so many bytes. */
export function collectBody(source: BodySource, declared: string | undefined, bytesMax: number): Promise<Buffer> {
  if (declared !== undefined && Number(declared) > bytesMax) return Promise.reject(new BodyTooLarge());
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > bytesMax) {
        source.off("data", onData);
        source.pause();
        reject(new BodyTooLarge());
      } else if (first === undefined) {
        first = chunk;
      } else if (rest === undefined) {
        rest = [first, chunk];
      } else {
        rest.push(chunk);
      }
    };
    let isWhole = false;
    source.on("data", onData);
    source.on("end", () => {
      isWhole = true;
      resolve(rest === undefined ? (first ?? noBytes) : Buffer.concat(rest, length));
    });
    source.on("close", () => {
      if (!isWhole) reject(new BodyCut());
    });
  });
}

const noBytes = Buffer.alloc(0);
