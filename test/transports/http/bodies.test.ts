import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type RawAnswer, RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { answerOf, exchange, type Http2Answer, openSession, openStream } from "./http2-client.ts";
import { bytesMax, grpcEnvelope, legal, legalOfLength, path } from "./requests.ts";

const server = sharedServer();
const tooLong = legalOfLength(bytesMax + 1);
/** Body of which much is still unsent when it is refused. */
const farTooLong = legalOfLength(bytesMax + 8 * 1024 * 1024);
const longest = legalOfLength(bytesMax);
const rpc = "/geocode.v1.GeocodeService/Transform";

/** Returns a request with a chunked body. */
function chunked(verb: string, where: string, body: string, headers: Record<string, string> = {}): string {
  const head = requestText(verb, where, "", { "Content-Length": "", "Transfer-Encoding": "chunked", ...headers });
  const pieces: string[] = [];
  for (let at = 0; at < body.length; at += 65_536) {
    const piece = body.slice(at, at + 65_536);
    pieces.push(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  }
  return `${head}${pieces.join("")}0\r\n\r\n`;
}

function expectTooLong(answer: RawAnswer | Http2Answer | undefined): void {
  expect(answer?.status).toBe(413);
  const { error } = JSON.parse(answer?.body ?? "");
  expect(error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "body" } });
}

/** Requests that are refused before their body is read, with the status. */
const refusals = [
  ["bad credentials", 401, path, { authorization: "Bearer unknown" }],
  ["an unknown path", 404, "/v1/geocode/nothing", {}],
  ["a wrong content type", 400, path, { "content-type": "text/plain" }],
] as const;

describe("HTTP/1.1", () => {
  test.each([
    ["declared", requestText],
    ["undeclared", chunked],
  ])("a body of %s length over 4 MiB is refused, and the connection stays usable", async (_, build) => {
    const connection = await RawConnection.open(server().url);
    for (let round = 0; round < 3; round++) {
      connection.write(build("POST", path, round === 0 ? tooLong : farTooLong));
      expectTooLong(await connection.answer());
      connection.write(build("POST", path, legal));
      expect((await connection.answer())?.status).toBe(200);
    }
    connection.write(build("POST", path, longest));
    expect((await connection.answer())?.status).toBe(200);
    connection.socket.destroy();
  });

  test("a declared length beyond the bound is refused before the body is sent", async () => {
    const connection = await RawConnection.open(server().url);
    connection.write(requestText("POST", path, "", { "Content-Length": "9007199254740991" }));
    expectTooLong(await connection.answer());
    connection.socket.destroy();
  });

  test("a request with Expect: 100-continue is answered", async () => {
    const connection = await RawConnection.open(server().url);
    connection.write(requestText("POST", path, legal, { Expect: "100-continue" }));
    expect((await connection.answer())?.status).toBe(200);
    connection.socket.destroy();
  });

  test.each(refusals)("a large body refused for %s leaves the connection usable", async (_, status, where, headers) => {
    const connection = await RawConnection.open(server().url);
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [spelled[name] as string, value]));
    for (let round = 0; round < 5; round++) {
      connection.write(requestText("POST", where, longest, named));
      expect((await connection.answer())?.status).toBe(status);
    }
    connection.write(requestText("POST", path, legal));
    expect((await connection.answer())?.status).toBe(200);
    connection.socket.destroy();
  });
});

const spelled: { readonly [name: string]: string } = {
  authorization: "Authorization",
  "content-type": "Content-Type",
};

describe("HTTP/2", () => {
  test.each([
    ["declared", true],
    ["undeclared", false],
  ])("a body of %s length over 4 MiB is refused, and the session stays usable", async (_, declared) => {
    const session = await openSession(server().url);
    const send = (body: string) =>
      exchange(session, { ":path": path, ...(declared && { "content-length": Buffer.byteLength(body) }) }, body);
    for (let round = 0; round < 4; round++) {
      expectTooLong(await send(round === 0 ? tooLong : farTooLong));
      expect((await send(legal)).status).toBe(200);
    }
    expect((await send(longest)).status).toBe(200);
    session.close();
  });

  test.each(refusals)("large bodies refused for %s leave the session usable", async (_, status, where, headers) => {
    const session = await openSession(server().url);
    for (let round = 0; round < 5; round++) {
      expect((await exchange(session, { ":path": where, ...headers }, longest)).status).toBe(status);
    }
    expect((await exchange(session, { ":path": path }, longest)).status).toBe(200);
    session.close();
  });

  test("a stream with a refused body is closed although the caller has not ended it", async () => {
    const session = await openSession(server().url);
    const stream = openStream(session, { ":path": path, "content-length": bytesMax + 1 });
    stream.write("{");
    expectTooLong(await answerOf(stream));
    session.close();
  });

  test("twenty large bodies refused at the same time leave the session usable", async () => {
    const session = await openSession(server().url);
    const body = legalOfLength(1024 * 1024);
    const refused = Array.from({ length: 20 }, () => exchange(session, { ":path": "/nothing" }, body));
    const answers = await Promise.all(refused);
    expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(404));
    expect((await exchange(session, { ":path": path }, longest)).status).toBe(200);
    session.close();
  });
});

describe("RPC", () => {
  const json = { "content-type": "application/json" };
  const message = `{"data":{"values":[1,2,3]},"sourceDimensions":3,"targetDimensions":4${" ".repeat(bytesMax)}}`;

  test("a Connect message that is too long is refused, and the session stays usable", async () => {
    const session = await openSession(server().url);
    for (let round = 0; round < 3; round++) {
      const answer = await exchange(session, { ":path": rpc, ...json }, message);
      expect(answer.status).toBe(429);
      expect(JSON.parse(answer.body).code).toBe("resource_exhausted");
    }
    expect((await exchange(session, { ":path": path }, longest)).status).toBe(200);
    session.close();
  });

  test("a gRPC message that is too long is refused, and the session stays usable", async () => {
    const session = await openSession(server().url);
    const grpc = { ":path": rpc, "content-type": "application/grpc", te: "trailers" };
    const envelope = Buffer.alloc(bytesMax + 6);
    envelope.writeUInt32BE(bytesMax + 1, 1);
    for (let round = 0; round < 3; round++) {
      const answer = await exchange(session, grpc, envelope);
      expect(answer.status).toBe(200);
      expect(answer.headers["grpc-status"]).toBe("8");
    }
    expect((await exchange(session, grpc, grpcEnvelope())).status).toBe(200);
    session.close();
  });

  test("a compressed message that expands beyond the bound is refused", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
    const headers = {
      Authorization: `Bearer ${operatorKey}`,
      "Content-Type": "application/json",
      "Content-Encoding": "gzip",
    };
    const response = await fetch(server().url + rpc, { method: "POST", headers, body: new Uint8Array(bomb) });
    expect(response.status).toBe(429);
    expect(((await response.json()) as { code: string }).code).toBe("resource_exhausted");
  });
});
