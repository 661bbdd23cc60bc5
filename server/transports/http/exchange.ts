import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { releaseBytes } from "../../core/release-bytes.ts";
import type { Addressee } from "./addressee.ts";
import type { CallerAddress } from "./caller-address.ts";
import type { EventLoopTurn } from "./event-loop-turn.ts";
import type { HeaderNames } from "./header-names.ts";

/** Alternating names and values, the form that node:http writes fastest. */
export type HeaderList = string[];

/** One request and its answer over either HTTP version: everything that transports know of HTTP. */
export interface Exchange {
  readonly verb: string;
  /** Raw path, without the query. */
  readonly path: string;
  /** Text after the question mark; empty if there is none. */
  readonly query: string;
  readonly isHttp2: boolean;
  /** Headers by lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** Host that the request is addressed to. */
  readonly addressee: Addressee;
  /** IP address of the caller; empty if it is gone already. */
  readonly address: string;
  /** Request id, which is logged and sent in the answer. */
  readonly requestId: string;
  /** Headers of every answer to this request. */
  readonly common: HeaderList;
  /** Template of the paths to which this one belongs; undefined until one is found. */
  route: string | undefined;

  /**
   * Returns the whole body. Must be called at most once.
   *
   * @throws BodyTooLarge, at once if the caller declares more than the bound; BodyCut if the caller goes away
   */
  readBody(bytesMax: number): Promise<Buffer>;
  /**
   * Sends the answer. Further answers, and answers to a caller that is gone, are ignored. Trailers need HTTP/2. The bytes
   * of a body must not be used again: their memory may be freed once they are sent.
   */
  reply(status: number, headers: HeaderList, body?: Uint8Array | string, trailers?: HeaderList): void;
  /** Calls the listener if the caller goes away before its answer. */
  onGone(listener: () => void): void;
  /**
   * Releases the slot of the exchange on its connection while it only waits. Returns a function that takes it again.
   *
   * @throws Fault RATE_LIMIT_EXCEEDED if too many others of the connection wait
   */
  leave(): () => void;
  /** Passes request and response to a library that needs Node's own objects. */
  handOver(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
}

/** An exchange as it is measured. */
export interface MeasuredExchange extends Pick<Exchange, "verb" | "route"> {
  /** Status that was sent; undefined before, and if the caller went away. */
  readonly status: number | undefined;
  /** Whether the exchange was handed over, as streams are, which may last for days. */
  readonly isHandedOver: boolean;
  /** Calls the listener when the answer is sent or the caller gone. */
  onEnd(listener: () => void): void;
}

/** State of a port that all of its exchanges share. */
export interface ExchangeContext {
  readonly turn: EventLoopTurn;
  readonly headerNames: HeaderNames;
  readonly callerAddress: CallerAddress;
  /** Whether the port is closing, so that a connection ends with its answer. */
  readonly isClosing: () => boolean;
}

/** The body has more bytes than the bound. */
export class BodyTooLarge extends Error {}

/** The caller went away before its body was complete. */
export class BodyCut extends Error {}

/** Part of a request stream that is needed to read its body; the same for both HTTP versions. */
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
  // Past events are not emitted again.
  if (source.readableEnded) return Promise.resolve(noBytes);
  if (source.destroyed) return Promise.reject(new BodyCut());
  return new Promise((resolve, reject) => {
    // Chunks are copied together: separate one-byte chunks would cost a hundred times their size.
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
          // Memory grows with what has arrived, not with the length that the caller declares.
          const wider = Buffer.allocUnsafeSlow(Math.max(length, Math.min(expected, Math.max(1024, 8 * start))));
          const narrower = first ?? all;
          narrower.copy(wider, 0, 0, start);
          releaseBytes(narrower);
          first = undefined;
          all = wider;
        }
        chunk.copy(all, start);
        releaseBytes(chunk);
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
