/**
 * The minimum on Node: parse, call the domain, write. There is no authentication, limit, validation or log.
 *
 *     raw.ts [threads]   by default the main thread serves; from 2 on, so many others share the port
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { answers } from "./answers.ts";
import { announce } from "./listen.ts";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const json = JSON.parse(Buffer.concat(chunks).toString()) as never;
    const body = JSON.stringify({ result: answers[request.url as string]?.(json) });
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  });
});

const threads = Number(process.argv[2] ?? 1);
if (!isMainThread) {
  server.listen({ port: workerData as number, host: "127.0.0.1", reusePort: true }, () =>
    parentPort?.postMessage(port()),
  );
} else if (threads > 1) {
  let shared = 0;
  for (let thread = 0; thread < threads; thread++) {
    const worker = new Worker(new URL(import.meta.url), { workerData: shared });
    [shared] = (await once(worker, "message")) as [number];
  }
  announce(shared);
} else {
  server.listen(0, "127.0.0.1", () => announce(port()));
}

function port(): number {
  return (server.address() as AddressInfo).port;
}
