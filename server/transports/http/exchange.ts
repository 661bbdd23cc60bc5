import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { EventLoopTurn } from "./event-loop-turn.ts";
import type { HeaderNames } from "./header-names.ts";

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
  /** The IP address of the other end; empty when it is gone already. */
  readonly address: string;
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

/** State of a port that all of its exchanges share. */
export interface ExchangeContext {
  readonly turn: EventLoopTurn;
  readonly headerNames: HeaderNames;
  /** Whether the port is closing, so that a connection ends with its answer. */
  readonly isClosing: () => boolean;
}

/** The body has more bytes than the bound. */
export class BodyTooLarge extends Error {}

/** The caller went away before the end of its body. */
export class BodyCut extends Error {}

/** The events of a request that reading its body needs, the same for both HTTP versions. */
interface BodySource {
  on(event: string, listener: (chunk: Buffer) => void): unknown;
  off(event: string, listener: (chunk: Buffer) => void): unknown;
  pause(): unknown;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
}

/** Collects a body of at most `bytesMax`; `declared` is its Content-Length. */
export function collectBody(
  source: BodySource,
  declared: string | undefined,
  bytesMax: number,
  turn: EventLoopTurn,
): Promise<Buffer> {
  if (declared !== undefined && Number(declared) > bytesMax) return Promise.reject(new BodyTooLarge());
  const expected = Number(declared) || bytesMax;
  // What has happened already will not be told again.
  if (source.readableEnded) return Promise.resolve(noBytes);
  if (source.destroyed) return Promise.reject(new BodyCut());
  return new Promise((resolve, reject) => {
    // Pieces are copied together: each of its own would cost a hundred times a single byte.
    let first: Buffer | undefined;
    let all = noBytes;
    let length = 0;
    const onData = (chunk: Buffer) => {
      const start = length;
      length += chunk.length;
      if (length > bytesMax) {
        source.off("data", onData);
        source.pause();
        reject(new BodyTooLarge());
      } else if (start === 0) {
        first = chunk;
      } else {
        if (length > all.length) {
          // What is declared is not believed at once: memory grows with what has come.
          const wider = Buffer.allocUnsafeSlow(Math.max(length, Math.min(expected, Math.max(1024, 8 * start))));
          (first ?? all).copy(wider, 0, 0, start);
          first = undefined;
          all = wider;
        }
        chunk.copy(all, start);
      }
    };
    let isWhole = false;
    source.on("data", onData);
    source.on("end", () => {
      isWhole = true;
      turn.atEnd(() => resolve(first ?? all.subarray(0, length)));
    });
    source.on("close", () => {
      if (!isWhole) reject(new BodyCut());
    });
  });
}

const noBytes = Buffer.alloc(0);
