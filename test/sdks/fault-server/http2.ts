import {
  type ClientHttp2Session,
  connect,
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { Readable } from "node:stream";
import type { Answer } from "./answer.ts";
import type { Passage } from "./passage.ts";

type Headers = Record<string, string | string[]>;

/** Sessions to the service: one at a time, and a new one after the service was away. */
export class Upstream {
  readonly #url: () => URL;
  #session: ClientHttp2Session | undefined;

  constructor(url: () => URL) {
    this.#url = url;
  }

  get session(): ClientHttp2Session {
    if (this.#session !== undefined && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = connect(this.#url());
    session.on("error", () => {});
    this.#session = session;
    return session;
  }

  close(): void {
    this.#session?.destroy();
  }
}

/** A request by HTTP/2. */
export function http2Passage(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, upstream: Upstream): Passage {
  stream.on("error", () => {});
  return {
    path: headers[":path"] ?? "",
    contentType: headers["content-type"] ?? "",
    userAgent: headers["user-agent"] ?? "",
    traceparent: headers["traceparent"] as string | undefined,
    body: stream,
    forward: (body) => forwarded(stream, headers, body, upstream),

    answer({ status, headers: given, isEnded = false, body, trailers }, half) {
      if (stream.destroyed) return void body.resume();
      // An error of gRPC may be in headers that end the stream, where clients look for it there alone.
      if (isEnded) return void stream.respond({ ":status": status, ...given }, { endStream: true });
      stream.respond({ ":status": status, ...given }, { waitForTrailers: true });
      stream.once("wantTrailers", () => {
        const last = trailers();
        if (Object.keys(last).length > 0) stream.sendTrailers(last);
        else stream.close();
      });
      if (half !== undefined) {
        body.once("data", (chunk: Buffer) => {
          stream.write(chunk.subarray(0, chunk.length >> 1), () => half === "cut" && stream.session?.socket.destroy());
        });
        return;
      }
      body.once("error", () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
      body.pipe(stream);
    },

    refuse({ status, headers: given, body }) {
      stream.respond({ ":status": status, ...given }, { endStream: body === "" });
      if (body !== "") stream.end(body);
    },
    close: () => void stream.session?.destroy(),
    reset: () => void stream.close(constants.NGHTTP2_INTERNAL_ERROR),
  };
}

function forwarded(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  body: Buffer | Readable,
  upstream: Upstream,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = upstream.session.request(headers);
    outgoing.once("error", reject);
    let last: Headers = {};
    outgoing.once("trailers", (trailers) => {
      last = visible(trailers);
    });
    outgoing.once("response", (answer, flags) => {
      outgoing.off("error", reject);
      outgoing.on("error", () => {});
      resolve({
        status: Number(answer[":status"]),
        headers: visible(answer),
        isEnded: (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0,
        body: outgoing,
        trailers: () => last,
      });
    });
    // A request that the caller gives up is given up at the service, too.
    stream.once("close", () => outgoing.close());
    if (body instanceof Readable) body.pipe(outgoing);
    else outgoing.end(body);
  });
}

/** Headers without those of HTTP/2 itself. */
function visible(headers: IncomingHttpHeaders): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":"))) as Headers;
}
