/** The minimum on Node: parse, call the domain, write. There is no authentication, limit, validation or log. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
