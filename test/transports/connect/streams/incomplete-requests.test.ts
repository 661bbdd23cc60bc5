import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer();

test("a stream over HTTP/1.1 that is refused before its request is complete is told why", async () => {
  const { outgoing } = startWatch();
  // A message said to be compressed, without an encoding.
  outgoing.write(Buffer.from([1, 0, 0, 0, 0]));
  expect(await bodyOf(outgoing)).toContain("grpc-status: 13\r\n");
});

test("the rest of a refused request is discarded, and its connection serves the next one", async () => {
  const { agent, outgoing } = startWatch();
  outgoing.write(Buffer.from([0, 255, 255, 255, 255]));
  expect(await bodyOf(outgoing)).toContain("grpc-status: 8\r\n");
  outgoing.end(Buffer.alloc(1_000_000));
  await once(outgoing, "finish");
  const next = request(`${server().url}/healthz`, { agent }).end();
  expect(await bodyOf(next)).toBe('{"status":"ok"}');
  expect(next.reusedSocket).toBe(true);
});

/** Begins a call of gRPC-Web over HTTP/1.1 whose request has no length. */
function startWatch() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const headers = { "Content-Type": "application/grpc-web+proto" };
  const url = `${server().url}/grpc.health.v1.Health/Watch`;
  return { agent, outgoing: request(url, { method: "POST", agent, headers }) };
}

async function bodyOf(outgoing: ClientRequest): Promise<string> {
  const [answer]: IncomingMessage[] = await once(outgoing, "response");
  return (await buffer(answer as IncomingMessage)).toString();
}
