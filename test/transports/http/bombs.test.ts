// @module-tag slow/load

import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { ResourceBaseline } from "../../support/http/resource-baseline.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { answerOf, type Http2Answer, openSession, openStream } from "./http2-client.ts";
import { path } from "./requests.ts";

const server = sharedServer();
const rpc = "/geocode.v1.GeocodeService/Transform";

/** 1 GiB of spaces as repeated gzip members, and 256 MiB of spaces in brotli. */
const member = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
const gibibyte = Buffer.concat(new Array<Buffer>(16).fill(member));
const brotli = brotliCompressSync(Buffer.alloc(256 * 1024 * 1024, " "), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
});
/** Bombs that fit into a query. */
const short: { readonly [name: string]: Buffer } = {
  gzip: gzipSync(Buffer.alloc(16 * 1024 * 1024, " ")),
  br: brotliCompressSync(Buffer.alloc(64 * 1024 * 1024, " "), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};
const bombs: [string, Buffer][] = [
  ["gzip", gibibyte],
  ["br", brotli],
];

function enveloped(bytes: Buffer, length = bytes.length): Buffer {
  const prefix = Buffer.alloc(5, 1);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, bytes]);
}

/** Returns status and code of a refusal, in the terms of its protocol. */
function statusOf({ status, headers, body }: Http2Answer): string {
  if (headers["grpc-status"] !== undefined) return `grpc ${headers["grpc-status"]}`;
  return `${status} ${/"code":"(\w+)"/.exec(body)?.[1]}`;
}

async function send(type: string, headers: { [name: string]: string }, body: Buffer, where = rpc): Promise<string> {
  const session = await openSession(server().url);
  const stream = openStream(session, { ":path": where, "content-type": type, ...headers });
  const answer = answerOf(stream);
  stream.end(body);
  const status = statusOf(await answer);
  session.destroy();
  return status;
}

describe.each(bombs)("a decompression bomb in %s", (name, bomb) => {
  const small = bomb.subarray(0, 200_000);

  test("is refused by all protocols, and memory stays bounded", async () => {
    const baseline = await ResourceBaseline.measure(server().url);
    const peakBefore = process.resourceUsage().maxRSS;
    for (let round = 0; round < 4; round++) {
      const statuses = await Promise.all([
        send("application/json", { "content-encoding": name }, bomb),
        send("application/proto", { "content-encoding": name }, bomb),
        send("application/grpc", { "grpc-encoding": name }, enveloped(bomb)),
        send("application/grpc-web", { "grpc-encoding": name }, enveloped(bomb)),
        send("application/grpc-web-text", { "grpc-encoding": name }, Buffer.from(enveloped(bomb).toString("base64"))),
      ]);
      expect(statuses).toEqual(["429 resource_exhausted", "429 resource_exhausted", "grpc 8", "grpc 8", "grpc 8"]);
    }
    // In KiB. The decompressed bombs would take more than ten times as much.
    expect(process.resourceUsage().maxRSS - peakBefore).toBeLessThan(400 * 1024);
    await baseline.expectRestored();
  });

  test("is refused in the query of a Connect GET", async () => {
    const session = await openSession(server().url);
    const message = short[name]?.toString("base64url");
    const query = `?encoding=json&base64=1&compression=${name}&message=${message}`;
    const answer = await answerOf(openStream(session, { ":method": "GET", ":path": rpc + query }, false));
    session.destroy();
    expect(statusOf(answer)).toBe("429 resource_exhausted");
  });

  test("is refused if the envelope declares fewer bytes than are sent", async () => {
    expect(await send("application/grpc", { "grpc-encoding": name }, enveloped(small, 10))).toBe("grpc 12");
  });

  test("is refused if Content-Length declares fewer bytes than are sent", async () => {
    const baseline = await ResourceBaseline.measure(server().url);
    const connection = await RawConnection.open(server().url);
    const declared = { "Content-Length": "10", "Content-Encoding": name, "Content-Type": "application/json" };
    connection.write(requestText("POST", rpc, "", declared));
    connection.write(small);
    expect((await connection.answer())?.status).toBe(400);
    // The bytes after the declared length are no request.
    await connection.closed;
    await baseline.expectRestored();
  });

  test.each(["gzip, gzip", "gzip,br", "br, br", "deflate, gzip"])(
    "is refused without decompression if the encodings are listed as %s",
    async (list) => {
      expect(await send("application/json", { "content-encoding": list }, small)).toBe("501 unimplemented");
      expect(await send("application/grpc", { "grpc-encoding": list }, enveloped(small))).toBe("grpc 12");
    },
  );

  test("is refused by REST, which has no compression of requests", async () => {
    expect(await send("application/json", { "content-encoding": name }, small, path)).toBe("400 PARAMETER_INVALID");
  });
});
