import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener, request } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { onTestFinished } from "vitest";

/** Opens a port that forwards to a service, until the test ends; returns its URL. */
export type OpenForwarder = (url: string) => Promise<string>;

/** A proxy of HTTP/1.1 that calls the service by the service's own host and port, and adds nothing. */
export const openProxy: OpenForwarder = async (url) => {
  const { hostname, port, host } = new URL(url);
  const forward: RequestListener = (incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const outgoing = request({ hostname, port, method, path, headers: { ...headers, host } }, (received) => {
      answer.writeHead(received.statusCode as number, received.headers);
      pipeline(received, answer, () => {});
    });
    outgoing.on("error", () => answer.destroy());
    pipeline(incoming, outgoing, () => {});
  };
  const server = createHttpServer(forward);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Forwards bytes, and knows nothing of what they mean. */
export const openTunnel: OpenForwarder = async (url) => {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const service = connect(Number(port), hostname);
    for (const socket of [caller, service]) sockets.add(socket);
    pipeline(caller, service, caller, () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server[Symbol.asyncDispose]();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
