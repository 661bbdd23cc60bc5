// @module-tag slow/load

import { describe, expect, test } from "vitest";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { sharedProgram } from "../../support/program.ts";
import { endHeaders, FrameConnection, frame, frameType, requestHeaders } from "./frames.ts";

/** Heap that is enough for the server and the longest legal request, but not for unbounded growth. */
const heapMebibytes = 64;
const rpc = "/geocode.v1.GeocodeService/Transform";

const running = sharedProgram(`--max-old-space-size=${heapMebibytes}`);

describe("a body in very many pieces does not exhaust the heap:", () => {
  const pieces = 2_000_000;
  test("chunks of HTTP/1.1", async () => {
    const program = await running();
    const connection = await RawConnection.open(program.url);
    const chunked = { "Content-Length": "", "Transfer-Encoding": "chunked" };
    connection.write(requestText("POST", "/v1/geocode/transform", "", chunked));
    const some = Buffer.from("1\r\n \r\n".repeat(10_000));
    for (let sent = 0; sent < pieces && !connection.socket.destroyed; sent += 10_000) {
      await new Promise((resolve) => connection.socket.write(some, resolve));
    }
    await program.expectRunning();
    connection.socket.destroy();
  });

  test("DATA frames of HTTP/2", async () => {
    const program = await running();
    const connection = await FrameConnection.open(program.url);
    await connection.send(frame(frameType.headers, endHeaders, 1, requestHeaders()));
    await connection.trickle(1, pieces);
    await program.expectRunning();
    connection.socket.destroy();
  });

  test.each(["A=", "AA==", "AAA=", "A \n"])("base64 pieces of gRPC-Web text: %j", async (piece) => {
    const program = await running();
    const text = piece.repeat(Math.floor((5 * 1024 * 1024) / piece.length));
    const connection = await RawConnection.open(program.url);
    connection.write(requestText("POST", rpc, text, { "Content-Type": "application/grpc-web-text" }));
    const answer = await connection.answer();
    await program.expectRunning();
    expect(answer?.headers.get("grpc-status")).toMatch(/^(3|8|12)$/);
    connection.socket.destroy();
  });
});

describe("a body of one repeated JSON token is refused without exhausting the heap:", () => {
  test.each([
    ["opening brackets", "["],
    ["opening braces", '{"data":'],
    ["members", '"a":1,'],
    ["strings", '"",'],
    ["escapes", "\\u0000"],
    ["zeros", "0"],
    ["minus signs", "-"],
  ])("%s, over REST and Connect", async (_, piece) => {
    const program = await running();
    for (const where of ["/v1/geocode/transform", rpc]) {
      const body = `{"data":[${piece.repeat(Math.floor((2 * 1024 * 1024) / piece.length))}`;
      const connection = await RawConnection.open(program.url);
      connection.write(requestText("POST", where, body));
      expect((await connection.answer())?.status).toBe(400);
      connection.socket.destroy();
    }
    await program.expectRunning();
  });
});
