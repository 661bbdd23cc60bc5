import { describe, expect, test } from "vitest";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { openSockets } from "../../support/http/resource-baseline.ts";
import { sharedProgram } from "../../support/program.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { until } from "../../support/until.ts";
import { endHeaders, endStream, FrameConnection, frame, frameType, number32, requestHeaders } from "./frames.ts";
import { legal, path } from "./requests.ts";

const { data, headers, reset, goAway } = frameType;
const rpc = "/geocode.v1.GeocodeService/Transform";
const goAwayFrame = frame(goAway, 0, 0, Buffer.concat([number32(0), number32(0)]));

/** Ways of cancelling a stream that has begun, or the whole connection. */
const cancellations: [string, (connection: FrameConnection, begun: Buffer) => void][] = [
  ["reset without an error", (connection, begun) => connection.send(begun, frame(reset, 0, 1, number32(0)))],
  ["cancelled", (connection, begun) => connection.send(begun, frame(reset, 0, 1, number32(8)))],
  ["refused a moment later", (connection, begun) => sendLater(connection, begun, frame(reset, 0, 1, number32(7)))],
  ["reset a moment later", (connection, begun) => sendLater(connection, begun, frame(reset, 0, 1, number32(0)))],
  ["closed after GOAWAY", (connection, begun) => connection.socket.end(Buffer.concat([begun, goAwayFrame]))],
  ["closed", (connection, begun) => connection.socket.end(begun)],
  ["reset by TCP", (connection, begun) => connection.socket.write(begun, () => connection.socket.resetAndDestroy())],
];

function sendLater(connection: FrameConnection, begun: Buffer, end: Buffer): void {
  connection.socket.write(begun, () => setImmediate(() => connection.socket.write(end)));
}

describe("cancelled streams of HTTP/2 do not end the server:", () => {
  const running = sharedProgram();

  /** Requests that are answered at once, after the look-up of a key, or after the body. */
  const requests: [string, { readonly [name: string]: string }][] = [
    ["health", { ":path": "/healthz", ":method": "GET" }],
    ["readiness", { ":path": "/readyz" }],
    ["an unknown path", { ":path": "/nothing" }],
    ["a preflight", { ":method": "OPTIONS", origin: "http://localhost", "access-control-request-method": "POST" }],
    ["a wrong verb", { ":path": rpc, ":method": "PUT" }],
    ["a wrong content type", { ":path": rpc, "content-type": "text/plain" }],
    ["no credentials", { authorization: "" }],
    ["an unknown key", { authorization: "Bearer unknown" }],
    ["REST", {}],
    ["Connect", { ":path": rpc }],
    ["gRPC", { ":path": rpc, "content-type": "application/grpc" }],
    ["gRPC-Web", { ":path": rpc, "content-type": "application/grpc-web" }],
    ["a deadline", { ":path": rpc, "connect-timeout-ms": "1" }],
  ];
  /** Parts of a request that are sent before the cancellation. */
  const parts: [string, (head: Buffer) => Buffer][] = [
    ["after a whole request without a body", (head) => frame(headers, endHeaders | endStream, 1, head)],
    ["after the headers", (head) => frame(headers, endHeaders, 1, head)],
    [
      "within the body",
      (head) => Buffer.concat([frame(headers, endHeaders, 1, head), frame(data, 0, 1, Buffer.from(legal.slice(0, 9)))]),
    ],
    [
      "after the body",
      (head) => Buffer.concat([frame(headers, endHeaders, 1, head), frame(data, endStream, 1, Buffer.from(legal))]),
    ],
  ];

  test.each(requests)("%s", async (_, request) => {
    const program = await running();
    const head = requestHeaders(request);
    for (const [, begin] of parts) {
      const connections = await Promise.all(cancellations.map(() => FrameConnection.open(program.url)));
      for (const [index, [, cancel]] of cancellations.entries()) {
        cancel(connections[index] as FrameConnection, begin(head));
      }
      await Promise.all(
        connections.map(async (connection, index) => {
          if ((cancellations[index] as (typeof cancellations)[0])[0].startsWith("closed")) return;
          await connection.settled();
          connection.socket.destroy();
        }),
      );
    }
    await program.expectRunning();
  });
});

describe("cancelled calls release their concurrency slots:", () => {
  const server = sharedServer();
  /** More than the concurrent calls of the plan. */
  const times = 30;

  async function called(secret: string) {
    const connection = await RawConnection.open(server().url);
    connection.write(requestText("POST", path, legal, { Authorization: `Bearer ${secret}` }));
    const answer = await connection.answer();
    connection.socket.destroy();
    return [answer?.status, answer?.body];
  }

  /** Expects a call to be answered once the server has noticed what was cancelled. */
  async function expectFree(secret: string): Promise<void> {
    await expect.poll(() => called(secret)).toEqual([200, expect.stringContaining("transformed_data")]);
  }

  const rows = [path, rpc].flatMap((where) =>
    cancellations.map(([name, cancel]) => [`${where}, ${name}`, where, cancel] as const),
  );
  test.each(rows)("%s", async (_, where, cancel) => {
    const { secret } = await server().createKey("developer");
    // The first call caches the key, so that later calls are authenticated without delay.
    await expectFree(secret);
    const before = openSockets();
    const head = requestHeaders({ ":path": where, authorization: `Bearer ${secret}` });
    const connections = await Promise.all(Array.from({ length: times }, () => FrameConnection.open(server().url)));
    for (const connection of connections) {
      cancel(connection, frame(headers, endHeaders, 1, head));
      if (!connection.socket.writableEnded) await connection.settled();
    }
    for (const { socket } of connections) socket.destroy();
    await until(() => openSockets() <= before);
    await expectFree(secret);
  });

  test.each([
    ["closed", (connection: RawConnection) => connection.socket.end()],
    ["reset by TCP", (connection: RawConnection) => connection.socket.resetAndDestroy()],
  ])("within a body of HTTP/1.1, %s", async (_, cancel) => {
    const { secret } = await server().createKey("developer");
    await expectFree(secret);
    const before = openSockets();
    const connections = await Promise.all(Array.from({ length: times }, () => RawConnection.open(server().url)));
    for (const connection of connections) {
      const text = requestText("POST", path, legal, { Authorization: `Bearer ${secret}` }).slice(0, -1);
      await new Promise((resolve) => connection.socket.write(text, resolve));
      cancel(connection);
    }
    await until(() => openSockets() <= before);
    await expectFree(secret);
  });
});
