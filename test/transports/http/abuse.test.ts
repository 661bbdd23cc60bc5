// @module-tag slow/load

import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { expectAlive, ResourceBaseline } from "../../support/http/resource-baseline.ts";
import { sharedServer } from "../../support/shared-server.ts";
import {
  endHeaders,
  endStream,
  FrameConnection,
  frame,
  frameType,
  headerBlock,
  integer,
  number32,
  preface,
  requestHeaders,
} from "./frames.ts";
import { legal, path } from "./requests.ts";

const server = sharedServer();
let baseline: ResourceBaseline;
beforeEach(async () => {
  baseline = await ResourceBaseline.measure(server().url);
});

const { data, headers, priority, reset, settings, ping, windowUpdate, continuation } = frameType;
const wholeHeaders = frame(headers, endHeaders, 1, requestHeaders());

describe("input that is sent byte by byte:", () => {
  const connectionsAtOnce = 25;
  const half = requestHeaders().length / 2;
  test.each<[string, Buffer, Buffer]>([
    ["the headers of HTTP/1.1", Buffer.alloc(0), Buffer.from(requestText("POST", path).slice(0, -2))],
    ["the body of HTTP/1.1", Buffer.from(requestText("POST", path, legal).slice(0, -legal.length)), Buffer.from(legal)],
    [
      "a chunk of HTTP/1.1",
      Buffer.from(requestText("POST", path, "", { "Content-Length": "", "Transfer-Encoding": "chunked" })),
      Buffer.from(`1\r\n{\r\n${"0".repeat(14)}2;extension="of a chunk"\r\n"`),
    ],
    ["the preface of HTTP/2", Buffer.alloc(0), preface().subarray(0, 24)],
    ["SETTINGS", preface().subarray(0, 24), preface().subarray(24)],
    ["HEADERS", preface(), wholeHeaders],
    [
      "CONTINUATION",
      Buffer.concat([preface(), frame(headers, 0, 1, requestHeaders().subarray(0, half))]),
      frame(continuation, endHeaders, 1, requestHeaders().subarray(half)),
    ],
    ["DATA", Buffer.concat([preface(), wholeHeaders]), frame(data, 0, 1, Buffer.from(legal))],
    [
      "DATA that never ends",
      Buffer.concat([preface(), wholeHeaders]),
      Buffer.concat(Array.from({ length: 12 }, () => frame(data, 0, 1, Buffer.from(" ")))),
    ],
  ])("%s does not delay other clients", async (_, before, slow) => {
    const slowConnections = await Promise.all(
      Array.from({ length: connectionsAtOnce }, () => RawConnection.open(server().url)),
    );
    for (const { socket } of slowConnections) socket.write(before);
    const bytes = slow.subarray(0, -1);
    for (const [at, byte] of bytes.entries()) {
      for (const { socket } of slowConnections) socket.write(Buffer.of(byte));
      if (at % 40 === 0) await expectAlive(server().url);
      else await setImmediate();
    }
    await expectAlive(server().url);
    baseline.expectGrowthBelow(24);
    for (const { socket } of slowConnections) socket.destroy();
    await baseline.expectRestored();
  });
});

/** Destroys connections and expects the server to release their resources. */
async function disconnect(...connections: FrameConnection[]): Promise<void> {
  for (const { socket } of connections) socket.destroy();
  await baseline.expectRestored();
}

describe("streams that are opened", () => {
  /** Far more than the thousand streams that may be reset in a row. */
  const times = 6000;
  /** The thousand, and those that are allowed per second meanwhile. */
  const begunMax = 3000;
  test.each<[string, (stream: number) => Buffer]>([
    ["and reset", (stream) => frame(reset, 0, stream, number32(8))],
    ["and reset without an error", (stream) => frame(reset, 0, stream, number32(0))],
    ["and reset by the server for an increment of zero", (stream) => frame(windowUpdate, 0, stream, number32(0))],
    ["and reset by the server for a window overflow", (stream) => frame(windowUpdate, 0, stream, number32(0x7fffffff))],
    ["and reset by the server for depending on themselves", (stream) => frame(priority, 0, stream, onItself(stream))],
    ["and reset by the server for invalid headers", (stream) => frame(headers, endHeaders, stream, upperCase)],
  ])("%s, again and again, end the session", async (_, end) => {
    const { secret } = await server().createKey("enterprise");
    // Creating the key has left a connection open.
    baseline = await ResourceBaseline.measure(server().url);
    const block = requestHeaders({ authorization: `Bearer ${secret}` });
    const connection = await FrameConnection.open(server().url);
    const linesBefore = server().log.length;
    for (let i = 0; i < times; i += 20) {
      const frames = Array.from({ length: 20 }, (_, index) => {
        const stream = 2 * (i + index) + 1;
        return Buffer.concat([frame(headers, endHeaders, stream, block), end(stream)]);
      });
      if (!(await connection.send(...frames))) break;
      await setImmediate();
    }
    await connection.closed;
    expect(server().log.length - linesBefore).toBeLessThan(begunMax);
    await disconnect(connection);
  });
});

test("streams beyond the limit are refused, and many of them end the session", async () => {
  const connection = await FrameConnection.open(server().url);
  const open = (index: number) => frame(headers, endHeaders, 2 * index + 1, requestHeaders());
  await connection.send(...Array.from({ length: 253 }, (_, index) => open(index)));
  await connection.settled();
  expect(connection.count(reset)).toBe(3);
  for (let i = 253; i < 1000; i++) if (!(await connection.send(open(i)))) break;
  await connection.closed;
  await disconnect(connection);
});

function onItself(stream: number): Buffer {
  return Buffer.concat([number32(stream), Buffer.of(1)]);
}

const upperCase = headerBlock([["X-Upper", "1"]]);

describe("floods of frames are bounded in memory, and some end the connection:", () => {
  const times = 300_000;
  const opened = frame(headers, 0, 1, requestHeaders());
  /** `ends`: the server must end the connection. */
  test.each([
    ["CONTINUATION with a header", [opened], frame(continuation, 0, 1, headerBlock([["x-a", "1"]])), true],
    ["empty CONTINUATION", [opened], frame(continuation, 0, 1), true],
    ["SETTINGS", [], frame(settings, 0, 0), false],
    ["PING", [], frame(ping, 0, 0, Buffer.alloc(8)), false],
    ["acknowledgements of no PING", [], frame(ping, 1, 0, Buffer.alloc(8)), false],
    ["empty DATA", [wholeHeaders], frame(data, 0, 1), true],
    ["PRIORITY", [], frame(priority, 0, 1, Buffer.concat([number32(0), Buffer.of(1)])), false],
    ["WINDOW_UPDATE", [], frame(windowUpdate, 0, 0, number32(1)), false],
    ["WINDOW_UPDATE without an increment", [], frame(windowUpdate, 0, 0, number32(0)), true],
    ["frames of an unknown type", [], frame(0x77, 0, 0, Buffer.alloc(8)), false],
    ["RST_STREAM of no stream", [], frame(reset, 0, 1, number32(8)), true],
  ] as const)("%s", async (_, before, flood, ends) => {
    const connection = await FrameConnection.open(server().url);
    await connection.send(...before);
    await connection.flood(flood, times);
    if (ends) await connection.closed;
    await expectAlive(server().url);
    baseline.expectGrowthBelow(24);
    await disconnect(connection);
  });

  test.each([
    ["SETTINGS", frame(settings, 0, 0)],
    ["PING", frame(ping, 0, 0, Buffer.alloc(8))],
  ])("%s, with the answers unread, end the connection", async (_, flood) => {
    const connection = await FrameConnection.open(server().url, true);
    await connection.flood(flood, 3_000_000);
    // The client notices the end only by reading.
    connection.socket.resume();
    await connection.closed;
    await disconnect(connection);
  });
});

describe("oversized headers leave no resources behind:", () => {
  const huge = "x".repeat(40_000);
  const legalStatuses = [200, 400, 401, 404, 431];
  const rows: [string, { [name: string]: string }][] = [
    ["a name of 40 KB", { [huge]: "1" }],
    ["a cookie of 40 KB", { cookie: `a=${huge}` }],
    ["a request id of 20 KB", { "x-request-id": huge.slice(20_000) }],
    ["a token of 20 KB", { authorization: `Bearer ${huge.slice(20_000)}` }],
    ["a deadline of 20 KB", { "grpc-timeout": "9".repeat(20_000), "connect-timeout-ms": "9".repeat(20_000) }],
    ["a content type of 20 KB", { "content-type": `application/json;${huge.slice(20_000)}` }],
    ["a path of 20 KB", { ":path": `/${huge.slice(20_000)}` }],
    ["2000 headers", Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x-${index}`, "1"]))],
  ];
  test.each(rows)("%s over HTTP/1.1", async (_, given) => {
    const { ":path": where = path, ...named } = given;
    const connection = await RawConnection.open(server().url);
    connection.write(requestText("POST", where, legal, spelled(named)));
    expect(legalStatuses).toContain((await connection.answer())?.status);
    connection.socket.destroy();
    await baseline.expectRestored();
  });

  test.each(rows)("%s over HTTP/2", async (_, given) => {
    const connection = await FrameConnection.open(server().url);
    const block = requestHeaders(given);
    const pieces: Buffer[] = [];
    for (let at = 0; at < block.length; at += 16_384) {
      const isLast = at + 16_384 >= block.length;
      const type = at === 0 ? headers : continuation;
      pieces.push(
        frame(type, isLast ? endHeaders | (at === 0 ? endStream : 0) : 0, 1, block.subarray(at, at + 16_384)),
      );
    }
    await connection.send(...pieces, frame(reset, 0, 1, number32(8)));
    await connection.settled();
    await disconnect(connection);
  });

  test.each([
    ["the same name 300 times over HTTP/1.1", "X-Same: 1\r\n".repeat(300)],
    ["cookies over HTTP/1.1", "Cookie: a=b; c=d\r\n".repeat(300)],
  ])("%s", async (_, lines) => {
    const connection = await RawConnection.open(server().url);
    connection.write(requestText("POST", path, legal).replace("\r\n", `\r\n${lines}`));
    expect(legalStatuses).toContain((await connection.answer())?.status);
    connection.socket.destroy();
    await baseline.expectRestored();
  });

  test("a long header with thousands of references to it is not expanded in memory", async () => {
    const connection = await FrameConnection.open(server().url);
    // A literal with indexing (RFC 7541, section 6.2.1), and then references to this newest entry of the table.
    const long = Buffer.concat([Buffer.of(0x40, 1), Buffer.from("x"), integer(3900), Buffer.alloc(3900, "a")]);
    const bomb = Buffer.concat([requestHeaders(), long, Buffer.alloc(12_000, 0x80 | 62)]);
    for (let i = 0; i < 100; i++) await connection.send(frame(headers, endHeaders, 2 * i + 1, bomb));
    await connection.settled();
    baseline.expectGrowthBelow(24);
    await disconnect(connection);
  });
});

function spelled(named: { [name: string]: string }): { [name: string]: string } {
  const { authorization, "content-type": type, ...others } = named;
  return {
    ...others,
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(type !== undefined && { "Content-Type": type }),
  };
}

describe("many connections", () => {
  const many = 1000;

  test("of HTTP/1.1 that stay idle do not affect other clients", { tags: ["slow/load"] }, async () => {
    const idle = await Promise.all(Array.from({ length: many }, () => RawConnection.open(server().url)));
    for (const connection of idle) connection.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const answers = await Promise.all(idle.map((connection) => connection.answer()));
    expect(answers.every((answer) => answer?.status === 200)).toBe(true);
    expect(idle.some(({ socket }) => socket.destroyed || socket.readableEnded)).toBe(false);
    await expectAlive(server().url);
    baseline.expectGrowthBelow(150);
    for (const { socket } of idle) socket.destroy();
    await baseline.expectRestored();
  });

  test("of HTTP/2 that stay idle do not affect other clients", { tags: ["slow/load"] }, async () => {
    const idle = await Promise.all(Array.from({ length: many }, () => FrameConnection.open(server().url)));
    const settled = await Promise.all(idle.map((connection) => connection.settled()));
    expect(settled.every((isSettled) => isSettled)).toBe(true);
    await expectAlive(server().url);
    baseline.expectGrowthBelow(150);
    await disconnect(...idle);
  });

  test("that send nothing do not affect other clients", { tags: ["slow/load"] }, async () => {
    const silent = await Promise.all(Array.from({ length: many }, () => RawConnection.open(server().url)));
    await expectAlive(server().url);
    for (const { socket } of silent) socket.destroy();
    await baseline.expectRestored();
  });

  test.each<[string, string | Buffer]>([
    ["after a request of HTTP/1.1", requestText("POST", path, legal)],
    ["within the headers of HTTP/1.1", requestText("POST", path, legal).slice(0, 60)],
    ["within the body of HTTP/1.1", requestText("POST", path, legal).slice(0, -5)],
    ["after the preface of HTTP/2", preface()],
    ["within HEADERS", Buffer.concat([preface(), wholeHeaders.subarray(0, 30)])],
    ["within a stream", Buffer.concat([preface(), wholeHeaders])],
    ["within DATA", Buffer.concat([preface(), wholeHeaders, frame(data, 0, 1, Buffer.from(legal)).subarray(0, 20)])],
  ])("of clients that close their side %s are closed", async (_, bytes) => {
    const halfClosed = await Promise.all(Array.from({ length: 100 }, () => RawConnection.open(server().url)));
    for (const { socket } of halfClosed) socket.end(bytes);
    await Promise.all(halfClosed.map(({ closed }) => closed));
    await baseline.expectRestored();
  });
});
