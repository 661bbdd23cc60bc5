import type { OutgoingHttpHeaders } from "node:http2";
import { describe, expect, test } from "vitest";
import { limits } from "../../../server/core/limits.ts";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { exchange, openSession } from "./http2-client.ts";
import { grpcEnvelope, legal, path } from "./requests.ts";

const server = sharedServer();
const rpc = "/geocode.v1.GeocodeService/Transform";

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "1"]));
const long = (bytes: number) => ({ "x-long": "a".repeat(bytes) });
/** Headers of which each is short. */
const several = (bytes: number) =>
  Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x-${index}`, "a".repeat(bytes / 50)]));

const bounds = `request must have at most ${limits.headersMax} headers, of ${limits.headerBytesMax} bytes together`;
const refusal = {
  error: { code: "PARAMETER_INVALID", message: bounds, details: { parameter: "request", provided: null } },
};

/** Returns a session whose client has confirmed the server's settings, or one that is new. */
async function sessionOf(isNew: boolean) {
  const session = await openSession(server().url);
  if (!isNew) await exchange(session, { ":method": "GET", ":path": "/healthz" });
  return session;
}

const within: [string, OutgoingHttpHeaders][] = [
  ["95 headers", many(95)],
  ["30 KiB of headers", several(30 * 1024)],
];
const beyond: [string, OutgoingHttpHeaders][] = [
  ["101 headers", many(101)],
  ["500 headers", many(500)],
  ["a header of 33 KiB", long(33 * 1024)],
  ["60,000 bytes of headers", several(60_000)],
];

describe.each([true, false])("over HTTP/2 (a new connection: %s)", (isNew) => {
  test.each(within)("%s are read", async (_, headers) => {
    const session = await sessionOf(isNew);
    expect((await exchange(session, { ":path": path, ...headers }, legal)).status).toBe(200);
    session.destroy();
  });

  test.each(beyond)(
    "%s are refused with the answer of HTTP/1.1, and the connection serves others",
    async (_, headers) => {
      const session = await sessionOf(isNew);
      const answer = await exchange(session, { ":path": path, "x-request-id": "long-1", ...headers }, legal);
      expect([answer.status, JSON.parse(answer.body)]).toEqual([400, refusal]);
      expect(answer.headers["x-request-id"]).toBe("long-1");
      expect((await exchange(session, { ":path": path }, legal)).status).toBe(200);
      session.destroy();
    },
  );
});

test("headers of 100 KB in all over a new connection of HTTP/2 are refused", async () => {
  const session = await openSession(server().url, { maxSendHeaderBlockLength: 1_000_000 });
  expect((await exchange(session, { ":path": path, ...several(100_000) }, legal)).status).toBe(400);
  session.destroy();
});

test.each<[string, OutgoingHttpHeaders, string | Uint8Array, object]>([
  ["gRPC", { "content-type": "application/grpc", te: "trailers" }, grpcEnvelope(), { "grpc-status": "3" }],
  ["gRPC-Web", { "content-type": "application/grpc-web" }, grpcEnvelope(), { "grpc-status": "3" }],
  ["Connect", {}, "{}", { ":status": 400 }],
])(
  "a call by %s with too many headers is refused in the form of its protocol",
  async (name, headers, body, expected) => {
    const session = await sessionOf(true);
    const answer = await exchange(session, { ":path": rpc, ...headers, ...many(120) }, body);
    expect(answer.headers).toMatchObject(expected);
    const message = name === "Connect" ? JSON.parse(answer.body).message : answer.headers["grpc-message"];
    expect(message).toBe(bounds);
    session.destroy();
  },
);

test.each(beyond)("over HTTP/1.1 %s are refused, and the error says the limits", async (_, headers) => {
  const connection = await RawConnection.open(server().url);
  connection.write(requestText("GET", "/healthz", "", headers as Record<string, string>));
  const answer = await connection.answer();
  expect([answer?.status, JSON.parse(answer?.body ?? "")]).toEqual([400, refusal]);
  connection.socket.destroy();
});
