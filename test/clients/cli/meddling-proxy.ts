import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** Returns what the client gets in place of an answer; undefined if the answer is lost with its connection. */
export type Meddler = (path: string, answer: Buffer) => Buffer | undefined;

/** Returns the status that the client gets; undefined if it gets that of the service. */
export type StatusOf = (path: string) => number | undefined;

/** Headers that are about one connection alone. */
const ofConnection = new Set(["host", "connection", "content-length", "transfer-encoding"]);

/** Stands between a client and a service, lets requests through, and returns its address. */
export async function meddlingProxy(
  target: string,
  meddle: Meddler,
  statusOf: StatusOf = () => undefined,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const body = method === "GET" ? undefined : await buffer(request);
    const sent = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
    const answer = await fetch(new URL(path, target), {
      method,
      headers: sent as [string, string][],
      ...(body && { body }),
    });
    const changed = meddle(path, Buffer.from(await answer.arrayBuffer()));
    if (changed === undefined) {
      request.socket.destroy();
      return;
    }
    const kept = [...answer.headers].filter(([name]) => !["content-length", "content-encoding"].includes(name));
    response.writeHead(statusOf(path) ?? answer.status, Object.fromEntries(kept)).end(changed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
