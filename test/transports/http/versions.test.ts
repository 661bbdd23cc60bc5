import { connect } from "node:net";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { exchange, openSession } from "./http2-client.ts";
import { grpcEnvelope, legal, path } from "./requests.ts";

const server = sharedServer();

test("one port gives the same answer over HTTP/1.1 and HTTP/2 with prior knowledge", async () => {
  const connection = await RawConnection.open(server().url);
  connection.write(requestText("POST", path, legal));
  const first = await connection.answer();
  connection.socket.destroy();
  const session = await openSession(server().url);
  const second = await exchange(session, { ":path": path }, legal);
  session.close();
  expect([first?.status, second.status]).toEqual([200, 200]);
  expect(second.body).toBe(first?.body);
});

test("one session of HTTP/2 carries REST, Connect and gRPC", async () => {
  const session = await openSession(server().url);
  const rpc = "/geocode.v1.GeocodeService/Transform";
  const [rest, connectAnswer, grpc] = await Promise.all([
    exchange(session, { ":path": path }, legal),
    exchange(
      session,
      { ":path": rpc, "content-type": "application/json" },
      '{"data":{"values":[1,2,3]},"sourceDimensions":3,"targetDimensions":4}',
    ),
    exchange(session, { ":path": rpc, "content-type": "application/grpc", te: "trailers" }, grpcEnvelope()),
  ]);
  session.close();
  expect([rest.status, connectAnswer.status, grpc.status]).toEqual([200, 200, 200]);
  expect(grpc.headers["content-type"]).toMatch(/^application\/grpc/);
});

test("an HTTP/2 preface sent in single bytes is recognised", async () => {
  const socket = connect(Number(new URL(server().url).port), "127.0.0.1").setNoDelay(true);
  let sent = 0;
  const dripping = new Duplex({
    read() {},
    write(chunk: Buffer, _, done) {
      const single = Math.max(0, Math.min(chunk.length, 40 - sent));
      sent += single;
      const pieces: Buffer[] = [...chunk.subarray(0, single)].map((byte) => Buffer.of(byte));
      if (single < chunk.length) pieces.push(chunk.subarray(single));
      // Each piece is sent after the previous one was written.
      const next = () => {
        const piece = pieces.shift();
        if (piece === undefined) done();
        else socket.write(piece, () => setImmediate(next));
      };
      next();
    },
    final(done) {
      socket.end(done);
    },
  });
  socket.on("data", (chunk) => dripping.push(chunk));
  socket.on("end", () => dripping.push(null));
  const session = await openSession(server().url, { createConnection: () => dripping });
  const answer = await exchange(session, { ":path": path }, legal);
  session.destroy();
  socket.destroy();
  expect(answer.status).toBe(200);
  expect(sent).toBe(40);
});

test("a request of HTTP/1.1 sent in single bytes is answered", async () => {
  const connection = await RawConnection.open(server().url);
  const text = requestText("POST", path, legal);
  for (const character of text) {
    await new Promise<void>((resolve) => connection.socket.write(character, () => setImmediate(resolve)));
  }
  expect((await connection.answer())?.status).toBe(200);
  connection.socket.destroy();
});

test.each([
  ["a verb with the first letters of the preface", "PRINT * HTTP/2.0\r\n\r\n"],
  ["a preface with a wrong end", "PRI * HTTP/2.0\r\n\r\nSM\r\n\rX"],
  ["a preface in lower case", "pri * http/2.0\r\n\r\nsm\r\n\r\n"],
])("%s is refused with 400 as HTTP/1.1", async (_, text) => {
  const connection = await RawConnection.open(server().url);
  connection.write(text);
  expect((await connection.answer())?.status).toBe(400);
  await connection.closed;
});

test("HTTP/1.0 is answered, and the connection closed", async () => {
  const connection = await RawConnection.open(server().url);
  connection.write(requestText("POST", path, legal).replace("HTTP/1.1", "HTTP/1.0"));
  expect((await connection.answer())?.status).toBe(200);
  await connection.closed;
});

test("a request with an absolute URL as its target is answered", async () => {
  const connection = await RawConnection.open(server().url);
  connection.write(requestText("POST", server().url + path, legal));
  expect((await connection.answer())?.status).toBe(200);
  connection.socket.destroy();
});
