import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from "node:http2";
import { operatorKey } from "../../support/server.ts";

export interface Http2Answer {
  /** Undefined when the stream ended without an answer. */
  readonly status: number | undefined;
  readonly headers: { readonly [name: string]: unknown };
  readonly body: string;
  /** Code of RST_STREAM; 0 without an error. */
  readonly resetCode: number;
}

export async function openSession(url: string, options: SecureClientSessionOptions = {}): Promise<ClientHttp2Session> {
  // Node counts the unsent part of a refused body as session memory, of which the default is 10 MiB.
  const session = connect(url, { maxSessionMemory: 1000, ...options });
  session.on("error", () => {});
  await once(session, "connect");
  return session;
}

/** Opens a stream with the operator's key by default. The caller writes the body, if there is one. */
export function openStream(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  hasBody = true,
): ClientHttp2Stream {
  const own = { ":method": "POST", "content-type": "application/json", authorization: `Bearer ${operatorKey}` };
  return session.request({ ...own, ...headers }, { endStream: !hasBody });
}

/** Returns the answer to a stream once it is closed in both directions. */
export function answerOf(stream: ClientHttp2Stream): Promise<Http2Answer> {
  return new Promise((resolve) => {
    let headers: { readonly [name: string]: unknown } = {};
    let body = "";
    stream.setEncoding("utf8");
    stream.on("response", (received) => {
      headers = received;
    });
    stream.on("data", (text: string) => {
      body += text;
    });
    stream.on("error", () => {});
    stream.on("close", () => {
      resolve({ status: headers[":status"] as number | undefined, headers, body, resetCode: stream.rstCode });
    });
  });
}

export function exchange(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body: string | Uint8Array = "",
): Promise<Http2Answer> {
  const stream = openStream(session, headers, body.length > 0);
  const answer = answerOf(stream);
  if (body.length > 0) stream.end(body);
  return answer;
}
