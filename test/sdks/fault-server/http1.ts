import { type Agent, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import type { Answer } from "./answer.ts";
import type { Passage } from "./passage.ts";

/** A request by HTTP/1.1. */
export function http1Passage(request: IncomingMessage, response: ServerResponse, upstream: URL, agent: Agent): Passage {
  return {
    path: request.url ?? "",
    contentType: request.headers["content-type"] ?? "",
    userAgent: request.headers["user-agent"] ?? "",
    traceparent: request.headers["traceparent"] as string | undefined,
    body: request,

    forward: (body) =>
      new Promise<Answer>((resolve, reject) => {
        const { method, url: path } = request;
        const outgoing = ask({
          host: upstream.hostname,
          port: upstream.port,
          agent,
          method,
          path,
          headers: headersOf(request),
        });
        outgoing.once("error", reject);
        // A request that the caller gives up is given up at the service, too.
        response.once("close", () => outgoing.destroy());
        outgoing.once("response", (incoming) => {
          incoming.on("error", () => {});
          resolve({
            status: incoming.statusCode as number,
            headers: incoming.headers as Record<string, string>,
            body: incoming,
            trailers: () => ({}),
          });
        });
        if (body instanceof Readable) body.pipe(outgoing);
        else outgoing.end(body);
      }),

    answer({ status, headers, body }, half) {
      const { connection: _, "keep-alive": __, ...kept } = headers;
      response.writeHead(status, kept);
      if (half === undefined) {
        body.pipe(response);
        body.once("error", () => response.destroy());
        return;
      }
      body.once("data", (chunk: Buffer) => {
        response.write(chunk.subarray(0, chunk.length >> 1), () => half === "cut" && response.destroy());
      });
    },

    refuse: ({ status, headers, body }) => void response.writeHead(status, headers).end(body),
    close: () => void request.socket.destroy(),
    reset: () => void request.socket.destroy(),
  };
}

function headersOf({ headers }: IncomingMessage) {
  const { connection: _, ...kept } = headers;
  return kept;
}

/** Passes a WebSocket on, byte by byte. Returns the connection to the service. */
export function passUpgrade(request: IncomingMessage, socket: Socket, head: Buffer, upstream: URL): Socket {
  const service = connect(Number(upstream.port), upstream.hostname);
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
  }
  service.write(`${lines.join("\r\n")}\r\n\r\n`);
  service.write(head);
  socket.pipe(service).pipe(socket);
  for (const [one, other] of [
    [socket, service],
    [service, socket],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
  return service;
}
