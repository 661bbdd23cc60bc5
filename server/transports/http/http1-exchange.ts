import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { limits } from "../../core/limits.ts";
import { releaseBytes, releasedBytesMin } from "../../core/release-bytes.ts";
import { serviceVersion } from "../../core/service-version.ts";
import { type Addressee, addresseeOf } from "./addressee.ts";
import {
  collectBody,
  type Exchange,
  type ExchangeContext,
  type HeaderList,
  type MeasuredExchange,
} from "./exchange.ts";
import { requestIdOf } from "./request-id.ts";

const unanswered = Symbol("unanswered requests");

interface PipelinedSocket extends Socket {
  [unanswered]?: number;
}

/**
 * Closes a connection whose caller has closed its side, a moment later if an answer is still owed: such a caller may be
 * waiting for it, or may have gone, and both look the same.
 */
export function boundHalfClosed(socket: PipelinedSocket): void {
  socket.once("end", () => {
    const end = setTimeout(() => {
      if ((socket[unanswered] ?? 0) > 0) socket.destroy();
    }, limits.halfClosedMs);
    socket.once("close", () => clearTimeout(end));
  });
}

/** An exchange over HTTP/1.1. */
export class Http1Exchange implements Exchange, MeasuredExchange {
  readonly isHttp2 = false;
  readonly path: string;
  readonly query: string;
  readonly requestId: string;
  readonly common: HeaderList;
  route: string | undefined = undefined;
  isHandedOver = false;
  /** Number of unanswered requests on the connection, including this one. */
  readonly pipelined: number;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #context: ExchangeContext;
  readonly #isContinueExpected: boolean;

  /** @param isContinueExpected whether the caller waits for 100 Continue before it sends the body */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    context: ExchangeContext,
    isContinueExpected = false,
  ) {
    this.#isContinueExpected = isContinueExpected;
    this.#request = request;
    this.#response = response;
    this.#context = context;
    const url = originForm(request.url as string);
    const question = url.indexOf("?");
    this.path = question === -1 ? url : url.slice(0, question);
    this.query = question === -1 ? "" : url.slice(question + 1);
    this.requestId = requestIdOf(request.headers);
    const socket: PipelinedSocket = request.socket;
    this.pipelined = (socket[unanswered] ?? 0) + 1;
    socket[unanswered] = this.pipelined;
    this.common = [
      "X-Request-Id",
      this.requestId,
      "Platonic-Version",
      serviceVersion,
      "X-Content-Type-Options",
      "nosniff",
    ];
  }

  get verb(): string {
    return this.#request.method as string;
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.headers;
  }

  get addressee(): Addressee {
    return addresseeOf(this.#request);
  }

  get address(): string {
    return this.#context.callerAddress(this.#request.socket.remoteAddress ?? "", this.headers);
  }

  readBody(bytesMax: number): Promise<Buffer> {
    const declared = this.#request.headers["content-length"];
    const body = collectBody(this.#request, declared, bytesMax, this.#context.turn);
    if (Number(declared ?? 0) <= bytesMax) this.#continue();
    return body;
  }

  reply(status: number, headers: HeaderList, body?: Uint8Array | string): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    const socket: PipelinedSocket = this.#request.socket;
    socket[unanswered] = (socket[unanswered] as number) - 1;
    // Text is sent in one write with the headers, bytes in a second one; ASCII text needs no encoding.
    const length = typeof body === "string" ? Buffer.byteLength(body) : (body?.length ?? 0);
    const list = this.common.concat(headers);
    // Neither status has a body; with 304, `Content-Length: 0` would claim that the omitted body is empty.
    if (status !== 204 && status !== 304) list.push("Content-Length", String(length));
    if (this.#context.isClosing()) list.push("Connection", "close");
    response.writeHead(status, list);
    if (length === 0 || this.verb === "HEAD") response.end();
    else if (length === body?.length && typeof body === "string") response.end(body, "latin1");
    else if (typeof body === "string" || length < releasedBytesMin) response.end(body);
    else response.end(body, () => releaseBytes(body as Uint8Array));
    this.#discardUnread();
  }

  onGone(listener: () => void): void {
    if (this.#response.destroyed) {
      if (!this.#response.headersSent) listener();
      return;
    }
    this.#response.once("close", () => {
      if (!this.#response.headersSent) listener();
    });
  }

  get status(): number | undefined {
    return this.#response.headersSent ? this.#response.statusCode : undefined;
  }

  onEnd(listener: () => void): void {
    this.#response.on("close", listener);
  }

  /** Does nothing: an HTTP/1.1 connection answers one request after the other. */
  leave(): () => void {
    return () => {};
  }

  handOver(handler: (request: IncomingMessage, response: ServerResponse) => void): void {
    this.isHandedOver = true;
    const socket: PipelinedSocket = this.#request.socket;
    // Streams of the library may be silent for longer. Node sets the timeout again with the next request.
    socket.setTimeout(0);
    this.#response.once("close", () => {
      socket[unanswered] = (socket[unanswered] as number) - 1;
    });
    // A reader that stops early would destroy the request, and the connection would read nothing more.
    const iterate = () => {
      this.#continue();
      return this.#request.iterator({ destroyOnReturn: false });
    };
    Object.defineProperty(this.#request, Symbol.asyncIterator, { value: iterate });
    this.#response.once("finish", () => this.#discardUnread());
    for (let i = 0; i < this.common.length; i += 2) {
      this.#response.setHeader(this.common[i] as string, this.common[i + 1] as string);
    }
    if (this.#context.isClosing()) this.#response.setHeader("Connection", "close");
    handler(this.#request, this.#response);
  }

  /** Asks for the body of a caller that expects to be asked (RFC 9110, section 10.1.1). */
  #continue(): void {
    if (this.#isContinueExpected && !this.#response.headersSent) this.#response.writeContinue();
  }

  /**
   * Discards the unread part of the request's body, so that the caller reads the answer and the connection can be
   * reused. The request timeout bounds it. An abandoned iterator would block it.
   */
  #discardUnread(): void {
    if (!this.#request.complete) this.#request.removeAllListeners("readable").resume();
  }
}

/** Returns the path and query of a request target, which may be an absolute URL (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const [, path] = /^https?:\/\/[^/?]*(.*)$/i.exec(target) ?? [];
  return path ?? target;
}
