import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hasOpenssl, makeCertificate } from "../../support/http/certificate.ts";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { answerOf, exchange, openSession, openStream } from "./http2-client.ts";
import { bytesMax, legal, path } from "./requests.ts";

vi.mock("../../../server/core/limits.ts", async (original) =>
  (await import("../../support/http/lasting-connections.ts")).lastingConnections(original),
);

/** A grace period longer than any test, so that connections end by themselves or the test times out. */
const longGrace = { SHUTDOWN_GRACE_MS: "3600000" };
const shortGrace = { SHUTDOWN_GRACE_MS: "100" };
const connectionPreface = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  Buffer.from("000000040000000000", "hex"),
]);

const openResources: { destroy(): unknown }[] = [];
afterEach(() => {
  for (const resource of openResources.splice(0)) resource.destroy();
});

async function open(server: TestServer, keepOpen = false): Promise<RawConnection> {
  const connection = await RawConnection.open(server.url, keepOpen);
  openResources.push(connection.socket);
  return connection;
}

async function session(server: TestServer) {
  const opened = await openSession(server.url);
  openResources.push(opened);
  return opened;
}

/** Starts a request without its body, and returns when the server has started to handle it. */
async function startRequest(server: TestServer) {
  const connection = await open(server);
  const headers = { Expect: "100-continue" };
  connection.write(requestText("POST", path, legal, headers).slice(0, -legal.length));
  await connection.continued;
  return connection;
}

function isRefused(server: TestServer): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });
}

describe("a shutdown finishes", () => {
  test("a running request of HTTP/1.1, while new connections are refused", async () => {
    const server = await startServer(longGrace);
    const connection = await startRequest(server);
    const closed = server.close();
    await expect.poll(() => isRefused(server)).toBe(true);
    connection.write(legal);
    const answer = await connection.answer();
    expect(answer?.status).toBe(200);
    await closed;
    await connection.closed;
  });

  test("a running request of HTTP/1.1, with Connection: close in its answer", async () => {
    const server = await startServer(longGrace);
    const connection = await startRequest(server);
    const closed = server.close();
    connection.write(legal);
    expect((await connection.answer())?.headers.get("connection")).toBe("close");
    await closed;
  });

  test("an open stream of HTTP/2, while new connections are refused", async () => {
    const server = await startServer(longGrace);
    const client = await session(server);
    const stream = openStream(client, { ":path": path });
    const answer = answerOf(stream);
    await new Promise((resolve) => client.ping(resolve));
    const goneAway = once(client, "goaway");
    const closed = server.close();
    await goneAway;
    await expect.poll(() => isRefused(server)).toBe(true);
    stream.end(legal);
    expect(await answer).toMatchObject({ status: 200, resetCode: 0 });
    await closed;
  });

  test("a large request that a worker thread handles", async () => {
    const server = await startServer(longGrace);
    const client = await session(server);
    const body = JSON.stringify({ data: new Array(100_000).fill(1.5), r_space: "R7", operation: "project" });
    const answer = exchange(client, { ":path": "/v1/geocode/r-space" }, body);
    await new Promise((resolve) => client.ping(resolve));
    const closed = server.close();
    expect((await answer).status).toBe(200);
    await closed;
  });
});

describe("a shutdown does not wait for", () => {
  test("an idle keep-alive connection of HTTP/1.1", async () => {
    const server = await startServer(longGrace);
    const connection = await open(server);
    connection.write(requestText("POST", path, legal));
    expect((await connection.answer())?.status).toBe(200);
    await server.close();
    await connection.closed;
  });

  test("idle connections of an http.Agent", async () => {
    const server = await startServer(longGrace);
    const agent = new Agent({ keepAlive: true });
    openResources.push(agent);
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const [response] = await once(request(`${server.url}/healthz`, { agent }).end(), "response");
        await once(response.resume(), "end");
      }),
    );
    await server.close();
  });

  test("an idle session of HTTP/2", async () => {
    const server = await startServer(longGrace);
    const client = await session(server);
    expect((await exchange(client, { ":path": path }, legal)).status).toBe(200);
    const ended = once(client, "close");
    await server.close();
    await ended;
  });

  test("an idle session on which bodies were refused unread", async () => {
    const server = await startServer(longGrace);
    const client = await session(server);
    const tooLong = Buffer.alloc(bytesMax + 1, 0x20);
    const grpc = { "content-type": "application/grpc", te: "trailers" };
    const rpc = "/geocode.v1.GeocodeService/Transform";
    for (const headers of [{ ":path": path }, { ":path": "/nothing" }, { ":path": rpc, ...grpc }]) {
      await exchange(client, headers, tooLong);
    }
    await server.close();
  });
});

describe("a shutdown ends after the grace period in spite of", () => {
  test("an unfinished request of HTTP/1.1", async () => {
    const server = await startServer(shortGrace);
    const connection = await startRequest(server);
    await server.close();
    await connection.closed;
  });

  test("an unfinished stream of HTTP/2", async () => {
    const server = await startServer(shortGrace);
    const client = await session(server);
    const answer = answerOf(openStream(client, { ":path": path }));
    await new Promise((resolve) => client.ping(resolve));
    await server.close();
    expect((await answer).status).toBeUndefined();
  });

  test.each([
    ["nothing", ""],
    ["half a preface", "PRI * HT"],
    ["half a request", "POST / HTTP/1.1\r\nHo"],
    ["the beginning of HTTP/2", connectionPreface],
  ])("a connection that has sent %s and stays open", async (_, bytes) => {
    const server = await startServer(shortGrace);
    const connection = await open(server, true);
    connection.write(bytes);
    // An answer on another connection shows that the server has received these bytes.
    await server.post(path, legal);
    await server.close();
  });

  test("a session whose peer never closes its side", async () => {
    const server = await startServer(shortGrace);
    const connection = await open(server, true);
    connection.write(connectionPreface);
    await once(connection.socket, "data");
    await server.close();
  });

  test.skipIf(!hasOpenssl)("a connection that never starts TLS (needs openssl)", async () => {
    const certificate = makeCertificate();
    try {
      const files = { TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile };
      const server = await startServer({ ...shortGrace, ...files });
      await open(server, true);
      const client = await openSession(server.url, { ca: certificate.ca });
      openResources.push(client);
      await server.close();
    } finally {
      certificate.remove();
    }
  });
});

test("while a server drains it is not ready, and answers on new connections, which end then", {
  tags: ["slow/waiting"],
}, async () => {
  const server = await startServer({ ...longGrace, DRAIN_MS: "2000" });
  const client = await session(server);
  const closed = server.close();
  for (const [verb, target, status] of [
    ["GET", "/readyz", 503],
    ["POST", path, 200],
  ] as const) {
    const connection = await open(server);
    connection.write(requestText(verb, target, verb === "POST" ? legal : ""));
    const answer = await connection.answer();
    expect([answer?.status, answer?.headers.get("connection")]).toEqual([status, "close"]);
    await connection.closed;
  }
  expect((await exchange(client, { ":path": path }, legal)).status).toBe(200);
  await closed;
  expect(await isRefused(server)).toBe(true);
});

test("a second server can use the port of a closed one", async () => {
  const first = await startServer(longGrace);
  const { port } = new URL(first.url);
  const client = await session(first);
  expect((await exchange(client, { ":path": "/healthz", ":method": "GET" })).status).toBe(200);
  await first.close();
  const second = await startServer({ ...longGrace, PORT: port });
  expect((await second.post(path, legal)).status).toBe(200);
  await second.close();
});
