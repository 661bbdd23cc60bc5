import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { until } from "../../support/until.ts";
import { answerOf, exchange, openSession, openStream } from "./http2-client.ts";
import { grpcEnvelope, legal, path } from "./requests.ts";

const server = sharedServer();
const legalStatuses = [200, 400, 401, 403, 404, 429, 500];

async function expectAlive(): Promise<void> {
  expect((await server().post(path, legal)).status).toBe(200);
}

async function send(text: string | Uint8Array, toHead = false) {
  const connection = await RawConnection.open(server().url);
  connection.write(text);
  const answer = await connection.answer(toHead);
  connection.socket.destroy();
  return answer;
}

describe("verbs", () => {
  test.each(["GET", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])(
    "%s is answered by 405 over both versions",
    async (verb) => {
      const first = await send(requestText(verb, path, "", { "X-Echo": "mirror" }));
      expect([first?.status, first?.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
      expect(JSON.parse(first?.body ?? "").error.code).toBe("RESOURCE_NOT_FOUND");
      const session = await openSession(server().url);
      const second = await exchange(session, { ":method": verb, ":path": path });
      session.close();
      expect([second.status, second.resetCode]).toEqual([405, 0]);
      expect(second.body).toBe(first?.body);
      expect(`${first?.body}${second.body}`).not.toMatch(new RegExp(`mirror|${operatorKey}`));
    },
  );

  test.each([
    [path, 405],
    ["/nothing", 404],
  ])("HEAD of %s is answered by %i without a body over both versions", async (where, status) => {
    const connection = await RawConnection.open(server().url);
    connection.write(requestText("HEAD", where));
    expect((await connection.answer(true))?.status).toBe(status);
    connection.write(requestText("POST", path, legal));
    expect((await connection.answer())?.status).toBe(200);
    connection.socket.destroy();
    const session = await openSession(server().url);
    const second = await exchange(session, { ":method": "HEAD", ":path": where });
    session.close();
    expect([second.status, second.body, second.resetCode]).toEqual([status, "", 0]);
  });

  test.each(["CONNECT localhost:80 HTTP/1.1", "get / HTTP/1.1", "POST HTTP/1.1", "X / HTTP/1.1"])(
    "%s is refused, and the server stays available",
    async (line) => {
      const answer = await send(`${line}\r\nHost: x\r\n\r\n`);
      if (answer !== undefined) expect(answer.status).toBeGreaterThanOrEqual(400);
      await expectAlive();
    },
  );

  test("an upgrade to h2c or WebSocket is ignored", async () => {
    const upgrade = { Connection: "Upgrade", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__" };
    expect((await send(requestText("POST", path, legal, upgrade)))?.status).toBe(200);
    expect((await send(requestText("POST", path, legal, { ...upgrade, Upgrade: "websocket" })))?.status).toBe(200);
  });
});

describe("headers", () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x-${index}`, "1"]));

  test("a request with 1000 headers is answered with a documented status", async () => {
    const answer = await send(requestText("POST", path, legal, many));
    expect(legalStatuses).toContain(answer?.status);
    await expectAlive();
  });

  test("a header of 40 KB is answered with a documented status", async () => {
    const answer = await send(requestText("POST", path, legal, { "X-Long": "x".repeat(40_000) }));
    expect(legalStatuses).toContain(answer?.status);
    await expectAlive();
  });

  test("many or long headers over HTTP/2 do not end the session", async () => {
    const session = await openSession(server().url);
    for (const headers of [many, { "x-long": "x".repeat(40_000) }]) {
      const { status = 400 } = await exchange(session, { ":path": path, ...headers }, legal);
      expect(legalStatuses).toContain(status);
      expect((await exchange(session, { ":path": path }, legal)).status).toBe(200);
    }
    session.close();
  });

  test("an unknown Expect header is answered with a documented status", async () => {
    const answer = await send(requestText("POST", path, legal, { Expect: "the unexpected" }));
    expect(legalStatuses).toContain(answer?.status);
    const session = await openSession(server().url);
    const { status } = await exchange(session, { ":path": path, expect: "the unexpected" }, legal);
    session.close();
    expect(legalStatuses).toContain(status);
  });

  test.each([
    ["a length and chunks", { "Transfer-Encoding": "chunked" }],
    ["an invalid length", { "Content-Length": "5x" }],
    ["a negative length", { "Content-Length": "-1" }],
    ["no host", { Host: "" }],
    ["an unknown transfer coding", { "Transfer-Encoding": "gzip", "Content-Length": "" }],
    ["a control character", { "X-Bad": "a\x01b" }],
    ["a name with a space", { "X Bad": "1" }],
  ])("%s is refused with 400", async (_, headers) => {
    expect((await send(requestText("POST", path, legal, headers)))?.status).toBe(400);
    await expectAlive();
  });
});

describe("invalid bytes:", () => {
  const noise: [string, string | Uint8Array][] = [
    ["zeros", Buffer.alloc(1000)],
    ["text", "hello\r\n\r\n"],
    ["a ClientHello of TLS", Buffer.from("160301020001000001fc0303", "hex")],
    ["random bytes", randomBytes(10_000)],
    ["an HTTP/2 preface and text", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nhello, this is no frame of the protocol"],
    [
      "an HTTP/2 preface and random bytes",
      Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), randomBytes(10_000)]),
    ],
    [
      "an HTTP/2 preface and a frame of 16 MiB",
      Buffer.from(`${Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").toString("hex")}ffffff000000000001`, "hex"),
    ],
  ];
  test.each(noise)("%s end their own connection and no other", async (_, bytes) => {
    const other = await RawConnection.open(server().url);
    other.write(requestText("POST", path, legal).slice(0, 50));
    const connection = await RawConnection.open(server().url);
    connection.write(bytes);
    connection.socket.end();
    await connection.closed;
    other.write(requestText("POST", path, legal).slice(50));
    expect((await other.answer())?.status).toBe(200);
    other.socket.destroy();
  });
});

describe("slow and broken connections", () => {
  test("headers that never end do not delay other clients", async () => {
    const half = requestText("POST", path, legal).slice(0, 40);
    const slow = await Promise.all(Array.from({ length: 100 }, () => RawConnection.open(server().url)));
    for (const connection of slow) connection.write(half);
    for (let i = 0; i < 20; i++) await expectAlive();
    for (const connection of slow) {
      expect(connection.socket.destroyed).toBe(false);
      connection.socket.destroy();
    }
  });

  test("bodies that never end do not delay other clients", async () => {
    const slow = await Promise.all(Array.from({ length: 100 }, () => RawConnection.open(server().url)));
    for (const connection of slow) connection.write(requestText("POST", path, legal).slice(0, -1));
    for (let i = 0; i < 20; i++) await expectAlive();
    for (const connection of slow) connection.socket.destroy();
  });

  test("a caller that closes its side after the request gets the answer", async () => {
    const connection = await RawConnection.open(server().url);
    connection.socket.end(requestText("POST", path, legal));
    expect((await connection.answer())?.status).toBe(200);
    await connection.closed;
  });

  test("a caller that closes its side gets an answer that takes a look into the database", async () => {
    const connection = await RawConnection.open(server().url);
    connection.socket.end(requestText("GET", "/v1/admin/keys", ""));
    expect((await connection.answer())?.status).toBe(200);
    await connection.closed;
  });

  test("a caller that closes its side of a stream does not hold it", async () => {
    const connection = await RawConnection.open(server().url);
    const type = { "Content-Type": "application/connect+json" };
    const watch = requestText("POST", "/grpc.health.v1.Health/Watch", "\0\0\0\0\u0002{}", type);
    connection.socket.end(watch);
    await connection.closed;
  });

  test("a caller that closes its side within the body gets 400", async () => {
    const connection = await RawConnection.open(server().url);
    connection.socket.end(requestText("POST", path, legal).slice(0, -1));
    expect((await connection.answer())?.status).toBe(400);
    await connection.closed;
  });

  test("connections reset at any byte of a request cause no error in the log", async () => {
    const text = requestText("POST", path, legal);
    for (let length = 0; length <= text.length; length += 5) {
      const connection = await RawConnection.open(server().url);
      connection.write(text.slice(0, length));
      connection.socket.resetAndDestroy();
    }
    await expectAlive();
    expect(server().log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

describe("many requests on one connection", () => {
  test("pipelined requests are answered in their order", async () => {
    const connection = await RawConnection.open(server().url);
    const ids = Array.from({ length: 50 }, (_, index) => `pipelined-${index}`);
    const bodies = ids.map((_, index) => (index % 3 === 1 ? "{" : legal));
    connection.write(ids.map((id, index) => requestText("POST", path, bodies[index], { "X-Request-Id": id })).join(""));
    for (const [index, id] of ids.entries()) {
      const answer = await connection.answer();
      expect(answer?.headers.get("x-request-id")).toBe(id);
      expect(answer?.status).toBe(index % 3 === 1 ? 400 : 200);
    }
    connection.socket.destroy();
  });

  test("concurrent streams each get their own answer", async () => {
    const session = await openSession(server().url);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const body = JSON.stringify({ data: [index, 0, 0], source_dimensions: 3, target_dimensions: 3 });
        return exchange(session, { ":path": path }, body);
      }),
    );
    session.close();
    const data = answers.map(({ body }) => JSON.parse(body).result.transformed_data[0]);
    expect(data).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  test("streams that the caller resets release their concurrency slots", async () => {
    const { secret } = await server().createKey("developer");
    const session = await openSession(server().url);
    for (let round = 0; round < 4; round++) {
      const linesBefore = server().log.length;
      const streams = Array.from({ length: 20 }, () =>
        openStream(session, { ":path": path, authorization: `Bearer ${secret}` }),
      );
      // The answer to a ping shows that the earlier frames have been processed.
      await new Promise((resolve) => session.ping(resolve));
      const closed = streams.map(answerOf);
      for (const stream of streams) stream.close(8);
      await Promise.all(closed);
      await until(() => server().log.length >= linesBefore + 20);
    }
    const answer = await exchange(session, { ":path": path, authorization: `Bearer ${secret}` }, legal);
    session.close();
    expect(answer.status).toBe(200);
    expect(answer.headers["x-ratelimit-remaining"]).toBe("19");
  });

  test("a session that opens and resets hundreds of streams does not affect other clients", async () => {
    const session = await openSession(server().url);
    for (let i = 0; i < 600; i++) {
      const stream = openStream(session, { ":path": path });
      stream.on("error", () => {});
      stream.close(8);
    }
    await expectAlive();
    session.destroy();
  });
});

describe("a cancelled call is not logged as an error:", () => {
  // Large enough for a worker thread, and short enough to be sent before the ping.
  const data = Array.from({ length: 2900 }, (_, index) => 1 + (index % 7));
  const rpc = { ":path": "/geocode.v1.GeocodeService/Transform", "content-type": "application/grpc", te: "trailers" };
  const slow = JSON.stringify({ data, operation: "generate", depth: 7 });
  test.each([
    ["within the body of REST", { ":path": path }, legal.slice(0, -1), false],
    ["within the message of gRPC", rpc, grpcEnvelope().subarray(0, -1), false],
    ["while a worker thread computes the answer", { ":path": "/v1/geocode/phi-resonance" }, slow, true],
  ] as const)("%s", async (_, headers, body, whole) => {
    const session = await openSession(server().url);
    const linesBefore = server().log.length;
    const stream = openStream(session, headers);
    const answer = answerOf(stream);
    await new Promise<void>((resolve) => {
      if (whole) stream.end(body, resolve);
      else stream.write(body, () => resolve());
    });
    await new Promise((resolve) => session.ping(resolve));
    stream.close(8);
    await answer;
    await until(() => server().log.length > linesBefore);
    session.close();
    const levels = server()
      .log.slice(linesBefore)
      .map((line) => JSON.parse(line).level);
    expect(levels.filter((level) => level >= 50)).toEqual([]);
  });

  test("while a worker thread computes the answer, over HTTP/1.1", async () => {
    const connection = await RawConnection.open(server().url);
    const id = "given-up";
    connection.write(requestText("POST", "/v1/geocode/phi-resonance", slow, { "X-Request-Id": id }));
    // An answer on another connection shows that the server has received these bytes.
    await expectAlive();
    connection.socket.resetAndDestroy();
    const line = () => server().log.find((text) => text.includes(`"${id}"`));
    await until(() => line() !== undefined);
    expect(JSON.parse(line() as string).level).toBeLessThan(50);
  });
});
