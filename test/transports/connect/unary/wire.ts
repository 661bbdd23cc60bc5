import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { type ClientHttp2Session, connect, constants } from "node:http2";

export type HttpVersion = "1.1" | "2";

export interface WireRequest {
  readonly verb: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  /** If absent, the request ends with its headers. */
  readonly body?: Uint8Array;
}

export interface WireAnswer {
  readonly version: HttpVersion;
  readonly status: number;
  /** Values by lower-case names. */
  readonly headers: { readonly [name: string]: string };
  readonly trailers: { readonly [name: string]: string };
  readonly body: Buffer;
  /** Whether one block of headers opened and ended the answer; HTTP/2 only. */
  readonly isHeadersOnly: boolean;
}

/** Sends requests over either HTTP version, on connections that are reused. */
export class Wire {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  readonly #session: ClientHttp2Session;

  constructor(url: string) {
    this.#url = url;
    this.#session = connect(url, { maxSessionMemory: 1000 });
    this.#session.on("error", () => {});
  }

  send(version: HttpVersion, wireRequest: WireRequest): Promise<WireAnswer> {
    return version === "1.1" ? this.#sendHttp1(wireRequest) : this.#sendHttp2(wireRequest);
  }

  close(): void {
    this.#agent.destroy();
    this.#session.destroy();
  }

  #sendHttp1({ verb: method, path, headers, body }: WireRequest): Promise<WireAnswer> {
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const options = { method, agent: this.#agent, headers: { ...length, ...headers } };
    return new Promise((resolve, reject) => {
      const sent = request(this.#url + path, options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          resolve({
            version: "1.1",
            status: response.statusCode as number,
            headers: plain(response.headers),
            trailers: plain(response.trailers),
            body: Buffer.concat(chunks),
            isHeadersOnly: false,
          });
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  #sendHttp2({ verb, path, headers, body }: WireRequest): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request(
        { ":method": verb, ":path": path, ...headers },
        { endStream: body === undefined },
      );
      const chunks: Buffer[] = [];
      let responseHeaders: IncomingHttpHeaders = {};
      let trailers: IncomingHttpHeaders = {};
      let isHeadersOnly = false;
      stream.on("response", (received, flags) => {
        responseHeaders = received;
        isHeadersOnly = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      });
      stream.on("trailers", (received) => {
        trailers = received;
      });
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", reject);
      stream.on("close", () => {
        const status = Number((responseHeaders as { readonly [name: string]: unknown })[":status"]);
        if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) reject(new Error(`reset by ${stream.rstCode}`));
        else
          resolve({
            version: "2",
            status,
            headers: plain(responseHeaders),
            trailers: plain(trailers),
            body: Buffer.concat(chunks),
            isHeadersOnly,
          });
      });
      if (body !== undefined) stream.end(body);
    });
  }
}

function plain(headers: IncomingHttpHeaders): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
