import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { exchange, openSession } from "./http2-client.ts";
import { grpcEnvelope, legal, path } from "./requests.ts";

const server = sharedServer();
const rpc = "/geocode.v1.GeocodeService/Transform";
const message = JSON.stringify({ data: { values: [1, 2, 3] }, sourceDimensions: 3, targetDimensions: 4 });

async function post(where: string, body: string | Uint8Array, headers: Record<string, string>) {
  const init = {
    method: "POST",
    headers: { Authorization: `Bearer ${operatorKey}`, ...headers },
    body: body as string,
  };
  const response = await fetch(server().url + where, init);
  return { status: response.status, text: await response.text() };
}

describe("content codings of requests", () => {
  test.each([
    ["gzip", gzipSync(message)],
    ["GZIP", gzipSync(message)],
    ["X-GZip", gzipSync(message)],
    [" gzip ", gzipSync(message)],
    ["identity, Gzip", gzipSync(message)],
    ["BR", brotliCompressSync(message)],
    ["Identity", Buffer.from(message)],
    ["IDENTITY", Buffer.from(message)],
  ])("Connect reads %s", async (coding, body) => {
    const headers = { "Content-Type": "application/json", "Content-Encoding": coding };
    expect((await post(rpc, new Uint8Array(body), headers)).status).toBe(200);
  });

  test.each(["deflate", "zstd", "gzip, br"])("Connect does not know %s, and names what it knows", async (coding) => {
    const headers = { "Content-Type": "application/json", "Content-Encoding": coding };
    const { status, text } = await post(rpc, message, headers);
    expect([status, text]).toEqual([501, expect.stringContaining("supported encodings are gzip,br")]);
  });

  test.each(["identity", "Identity", "IDENTITY", ""])("REST reads %j", async (coding) => {
    const headers = { "Content-Type": "application/json", "Content-Encoding": coding };
    expect((await post(path, legal, headers)).status).toBe(200);
  });

  test.each(["gzip", "GZip", "Identity"])("gRPC reads %s", async (coding) => {
    const plain = grpcEnvelope();
    const bytes = coding === "Identity" ? plain.subarray(5) : gzipSync(plain.subarray(5));
    const prefix = Buffer.alloc(5);
    prefix[0] = coding === "Identity" ? 0 : 1;
    prefix.writeUInt32BE(bytes.length, 1);
    for (const where of [rpc, "/grpc.health.v1.Health/Watch"]) {
      const session = await openSession(server().url);
      const headers = { ":path": where, "content-type": "application/grpc", te: "trailers", "grpc-encoding": coding };
      const body = where === rpc ? Buffer.concat([prefix, bytes]) : Buffer.alloc(5);
      if (where === rpc) expect((await exchange(session, headers, body)).status).toBe(200);
      session.close();
    }
  });
});

describe("content types", () => {
  test.each([
    ["REST", path, "Application/JSON; Charset=UTF-8", legal],
    ["REST", path, 'APPLICATION/JSON;charset="utf-8"', legal],
    ["Connect", rpc, "Application/JSON; Charset=UTF-8", message],
    ["Connect", rpc, 'application/json ; charset="UTF-8"', message],
    ["gRPC-Web", rpc, "Application/gRPC-Web+Proto", grpcEnvelope()],
    ["gRPC-Web", rpc, "APPLICATION/GRPC-WEB; charset=utf-8", grpcEnvelope()],
    ["gRPC-Web as text", rpc, "Application/gRPC-Web-Text", grpcEnvelope().toString("base64")],
  ])("%s at %s reads %s", async (_, where, type, body) => {
    const bytes = typeof body === "string" ? body : new Uint8Array(body);
    expect((await post(where, bytes, { "Content-Type": type })).status).toBe(200);
  });

  test.each(["Application/gRPC", "application/GRPC+Proto", "APPLICATION/grpc; x=y"])("gRPC reads %s", async (type) => {
    const session = await openSession(server().url);
    const headers = { ":path": rpc, "content-type": type, te: "trailers" };
    const answer = await exchange(session, headers, grpcEnvelope());
    session.close();
    expect([answer.status, answer.headers["grpc-status"]]).toEqual([200, undefined]);
    expect(answer.headers["content-type"]).toBe("application/grpc+proto");
  });
});

test.each(["Bearer", "bearer", "BEARER"])("the scheme %s is read", async (scheme) => {
  const headers = { "Content-Type": "application/json", Authorization: `${scheme} ${operatorKey}` };
  expect((await post(path, legal, headers)).status).toBe(200);
});
