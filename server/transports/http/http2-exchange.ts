import type { IncomingMessage, ServerResponse } from "node:http";
import {
  constants,
  Http2ServerRequest,
  Http2ServerResponse,
  type Http2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { Fault } from "../../core/fault.ts";
import { limits } from "../../core/limits.ts";
import { serviceVersion } from "../../core/service-version.ts";
import type { Addressee } from "./addressee.ts";
import {
  BodyCut,
  collectBody,
  type Exchange,
  type ExchangeContext,
  type HeaderList,
  type MeasuredExchange,
} from "./exchange.ts";
import type { HeaderNames } from "./header-names.ts";
import { requestIdOf } from "./request-id.ts";

/** Number of waiting exchanges of each connection. */
const waiting = new WeakMap<Http2Session, number>();

/** An exchange over one HTTP/2 stream. */
export class Http2Exchange implements Exchange, MeasuredExchange {
  readonly isHttp2 = true;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  readonly common: HeaderList;
  route: string | undefined = undefined;
  isHandedOver = false;
  readonly #stream: ServerHttp2Stream;
  readonly #context: ExchangeContext;
  #isTimed = false;

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, context: ExchangeContext) {
    this.#stream = stream;
    this.#context = context;
    this.headers = headers;
    const url = headers[":path"] ?? "";
    const question = url.indexOf("?");
    this.path = question === -1 ? url : url.slice(0, question);
    this.query = question === -1 ? "" : url.slice(question + 1);
    this.requestId = requestIdOf(headers);
    this.common = [
      "x-request-id",
      this.requestId,
      "platonic-version",
      serviceVersion,
      "x-content-type-options",
      "nosniff",
    ];
    // A reset by the peer ends only this stream.
    stream.on("error", ignore);
  }

  get verb(): string {
    return this.headers[":method"] as string;
  }

  get addressee(): Addressee {
    const { headers } = this;
    const hosts = [headers[":authority"], headers.host].filter((host) => typeof host === "string");
    return { hosts, port: this.#stream.session?.socket.localPort, verb: this.verb, headers };
  }

  get address(): string {
    return this.#context.callerAddress(this.#stream.session?.socket.remoteAddress ?? "", this.headers);
  }

  readBody(bytesMax: number): Promise<Buffer> {
    if (this.#stream.closed) return Promise.reject(new BodyCut());
    if (this.#stream.endAfterHeaders) return Promise.resolve(Buffer.alloc(0));
    const { turn } = this.#context;
    const body = collectBody(this.#stream, this.headers["content-length"], bytesMax, turn);
    if (Number(this.headers["content-length"] ?? 0) <= bytesMax) this.#continue();
    turn.atEnd(() => {
      // The whole body has nearly always arrived by now.
      if (!this.#stream.readableEnded) this.#waitForBody();
    });
    return body;
  }

  reply(status: number, headers: HeaderList, body?: Uint8Array | string, trailers?: HeaderList): void {
    const stream = this.#stream;
    if (stream.headersSent || stream.destroyed) return;
    if (stream.closed) {
      // The peer has reset the stream; what it sent before may still be unread.
      stream.destroy();
      return;
    }
    const outgoing = [":status", String(status)];
    addLowerCase(outgoing, this.common, this.#context.headerNames);
    addLowerCase(outgoing, headers, this.#context.headerNames);
    const length = this.verb === "HEAD" ? 0 : (body?.length ?? 0);
    if (trailers !== undefined) {
      stream.respond(outgoing, { waitForTrailers: true });
      stream.once("wantTrailers", () => {
        if (!stream.closed) stream.sendTrailers(trailersOf(trailers));
      });
      stream.end(body);
    } else if (length === 0) {
      stream.respond(outgoing, { endStream: true });
    } else {
      stream.respond(outgoing);
      stream.end(body);
    }
    // An unread body would keep the stream, and a closing session, open.
    if (!stream.endAfterHeaders && !stream.readableEnded) this.#endUnread();
    this.#waitForPeer();
  }

  /** Sends 100 Continue if the caller expects it (RFC 9110, section 10.1.1). */
  #continue(): void {
    const stream = this.#stream;
    if (!isContinueExpected(this.headers) || stream.headersSent || stream.endAfterHeaders) return;
    stream.additionalHeaders({ ":status": 100 });
  }

  /** Bounds the time until the body is complete, even if its bytes arrive steadily. Node does the same for HTTP/1.1. */
  #waitForBody(): void {
    this.#waitForPeer();
    const stream = this.#stream;
    const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limits.requestTimeoutMs);
    stream.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  }

  /** Bounds how long a stream waits for its body or for a peer that does not read the answer. */
  #waitForPeer(): void {
    if (this.#isTimed) return;
    this.#isTimed = true;
    const stream = this.#stream;
    stream.setTimeout(limits.inactivityTimeoutMs, () => stream.close(constants.NGHTTP2_CANCEL));
  }

  #endUnread(): void {
    const stream = this.#stream;
    stream.resume();
    stream.close(constants.NGHTTP2_NO_ERROR);
  }

  onGone(listener: () => void): void {
    if (this.#stream.closed) {
      if (!this.#stream.headersSent) listener();
      return;
    }
    this.#stream.once("close", () => {
      if (!this.#stream.headersSent) listener();
    });
  }

  get status(): number | undefined {
    const status = this.#stream.sentHeaders?.[":status"];
    return status === undefined ? undefined : Number(status);
  }

  onEnd(listener: () => void): void {
    this.#stream.on("close", listener);
  }

  leave(): () => void {
    const { session } = this.#stream;
    if (session === undefined) return ignore;
    const count = waiting.get(session) ?? 0;
    if (count >= limits.waitsPerSessionMax) {
      const message = `The connection has ${count} calls and streams that wait; open another one for more.`;
      throw new Fault("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds: 1 });
    }
    waiting.set(session, count + 1);
    return () => waiting.set(session, (waiting.get(session) as number) - 1);
  }

  handOver(handler: (request: IncomingMessage, response: ServerResponse) => void): void {
    if (this.#stream.closed) {
      this.#stream.destroy();
      return;
    }
    this.isHandedOver = true;
    // Streams of the library may be silent for longer.
    this.#stream.setTimeout(0);
    const request = new Http2ServerRequest(this.#stream, this.headers, {}, []);
    const response = new Http2ServerResponse(this.#stream);
    // A caller that does not end its side would keep the stream, and a closing session, open. A reset would overtake
    // the trailers, which the library's listener submits now, so it waits for them to be sent.
    this.#stream.once("wantTrailers", () => {
      const late = setTimeout(() => {
        if (!this.#stream.readableEnded) this.#endUnread();
      }, limits.trailersMs);
      this.#stream.once("close", () => clearTimeout(late));
    });
    for (let i = 0; i < this.common.length; i += 2) {
      response.setHeader(this.common[i] as string, this.common[i + 1] as string);
    }
    this.#continue();
    handler(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  }
}

function isContinueExpected({ expect }: IncomingHttpHeaders): boolean {
  return typeof expect === "string" && expect.toLowerCase() === "100-continue";
}

function addLowerCase(outgoing: string[], list: HeaderList, names: HeaderNames): void {
  for (let i = 0; i < list.length; i += 2) {
    outgoing.push(names.lowerCase(list[i] as string), list[i + 1] as string);
  }
}

/** Converts a header list to trailers; repeated names become lists. */
function trailersOf(list: HeaderList): OutgoingHttpHeaders {
  const trailers: OutgoingHttpHeaders = {};
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string;
    const value = list[i + 1] as string;
    const present = trailers[name];
    trailers[name] = present === undefined ? value : ([] as string[]).concat(present as string | string[], value);
  }
  return trailers;
}

function ignore(): void {}
