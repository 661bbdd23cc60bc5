import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createHttp2Server, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, onTestFinished } from "vitest";

/** Removes the standard variables around each test of a file: the exporters read them from the environment. */
export function withoutStandardVariables(): void {
  const clear = () => {
    for (const name of Object.keys(process.env)) if (name.startsWith("OTEL_")) delete process.env[name];
  };
  beforeEach(clear);
  afterEach(clear);
}

/** A request over OTLP. */
export interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** Starts a collector of OpenTelemetry over HTTP for one test, which answers with a status. */
export async function startReceiver(answer?: { status: number }) {
  const receiver = await openReceiver(answer);
  onTestFinished(receiver.close);
  return receiver;
}

/** Starts a collector of OpenTelemetry over HTTP until it is closed. */
export async function openReceiver(answer: { status: number } = { status: 200 }) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url, headers: request.headers, body: await buffer(request) });
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end("{}");
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: await listening(server), received, close };
}

/** Starts a collector of OpenTelemetry over gRPC, which accepts everything and notes the paths of its calls. */
export async function startGrpcReceiver() {
  const paths: unknown[] = [];
  const server = createHttp2Server();
  server.on("stream", (stream, headers) => {
    paths.push(headers[":path"]);
    stream.resume();
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(Buffer.alloc(5));
  });
  const sessions: { destroy(): void }[] = [];
  server.on("session", (session) => sessions.push(session));
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { url: await listening(server), paths };
}

async function listening(server: Server | Http2Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
