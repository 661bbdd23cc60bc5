import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Calm } from "../../support/http/calm.ts";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { answerOf, type Http2Answer, openSession, openStream } from "./http2-client.ts";
import { path } from "./requests.ts";

const server = sharedServer();
const rpc = "/geocode.v1.GeocodeService/Transform";

/** Spaces by the GiB: members of gzip may follow each other, and brotli says much in few bytes. */
const member = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
const gibibyte = Buffer.concat(new Array<Buffer>(16).fill(member));
const brotli = brotliCompressSync(Buffer.alloc(256 * 1024 * 1024, " "), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
});
const bombs: [string, Buffer][] = [
  ["gzip", gibibyte],
  ["br", brotli],
];

function enveloped(bytes: Buffer, length = bytes.length): Buffer {
  const prefix = Buffer.alloc(5, 1);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, bytes]);
}

/** What was refused, as each protocol says it. */
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

describe.each(bombs)("%s that would blow up", (name, bomb) => {
  const small = bomb.subarray(0, 200_000);

  test("is refused by all protocols, and memory stays", async () => {
    const calm = await Calm.before(server().url);
    const peakBefore = process.resourceUsage().maxRSS;
    for (let round = 0; round < 4; round++) {
      const statuses = await Promise.all([
        send("application/json", { "content-encoding": name }, bomb),
        send("application/proto", { "content-encoding": name }, bomb),
        send("application/grpc", { "grpc-encoding": name }, enveloped(bomb)),
        send("application/grpc-web", { "grpc-encoding": name }, enveloped(bomb)),
        send("application/grpc-web-text", { "grpc-encoding": name }, Buffer.from(enveloped(bomb).toString("base64"))),
      ]);
      expect(statuses).toEqual(["400 invalid_argument", "400 invalid_argument", "grpc 3", "grpc 3", "grpc 3"]);
    }
    // In KiB: what the bombs would have taken up is more than ten times as much.
    expect(process.resourceUsage().maxRSS - peakBefore).toBeLessThan(400 * 1024);
    await calm.expectBack();
  });

  test("is refused in a query", async () => {
    const session = await openSession(server().url);
    const message = (name === "br" ? brotli : gzipSync(Buffer.alloc(16 * 1024 * 1024, " "))).toString("base64url");
    const query = `?encoding=json&base64=1&compression=${name}&message=${message}`;
    const answer = await answerOf(openStream(session, { ":method": "GET", ":path": rpc + query }, false));
    session.destroy();
    expect(statusOf(answer)).toBe("400 invalid_argument");
  });

  test("is refused when the envelope declares fewer bytes than come", async () => {
    expect(await send("application/grpc", { "grpc-encoding": name }, enveloped(small, 10))).toBe("grpc 12");
  });

  test("is refused when the headers declare fewer bytes than come", async () => {
    const calm = await Calm.before(server().url);
    const connection = await RawConnection.open(server().url);
    const declared = { "Content-Length": "10", "Content-Encoding": name, "Content-Type": "application/json" };
    connection.write(requestText("POST", rpc, "", declared));
    connection.write(small);
    expect((await connection.answer())?.status).toBe(400);
    // What comes after the declared bytes is no request.
    await connection.closed;
    await calm.expectBack();
  });

  test.each(["gzip, gzip", "gzip,br", "br, br", "identity, gzip", "gzip, identity", "deflate, gzip"])(
    "and compressed in turn, as %s, is refused unread",
    async (list) => {
      expect(await send("application/json", { "content-encoding": list }, small)).toBe("501 unimplemented");
      expect(await send("application/grpc", { "grpc-encoding": list }, enveloped(small))).toBe("grpc 12");
    },
  );

  test("is no body of REST", async () => {
    expect(await send("application/json", { "content-encoding": name }, small, path)).toBe("400 PARAMETER_INVALID");
  });
});
