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
  /** 0 when nothing went wrong with the stream. */
  readonly resetCode: number;
}

export async function openSession(url: string, options: SecureClientSessionOptions = {}): Promise<ClientHttp2Session> {
  // What this client has not sent of a refused body stays on its own account, of which it has 10 MiB by default.
  const session = connect(url, { maxSessionMemory: 1000, ...options });
  session.on("error", () => {});
  await once(session, "connect");
  return session;
}

/** Opens a stream with good credentials unless told otherwise; its body, if it has one, is still to be written. */
export function openStream(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  hasBody = true,
): ClientHttp2Stream {
  const own = { ":method": "POST", "content-type": "application/json", authorization: `Bearer ${operatorKey}` };
  return session.request({ ...own, ...headers }, { endStream: !hasBody });
}

/** What a stream is answered, once it is closed in both directions. */
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
