import { once } from "node:events";
import type { OutgoingHttpHeaders } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Certificate, hasOpenssl, makeCertificate } from "../../support/http/certificate.ts";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { answerOf, openSession, openStream } from "./http2-client.ts";
import { bytesMax, grpcEnvelope, legal, path } from "./requests.ts";

let certificate: Certificate | undefined;
const servers = new Map<string, TestServer>();

beforeAll(async () => {
  servers.set("without TLS", await startServer());
  if (!hasOpenssl) return;
  certificate = makeCertificate();
  const files = { TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile };
  servers.set("with TLS", await startServer(files));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
  certificate?.remove();
});

/** Sends headers and waits: until the body is asked for, and is sent then, or until the answer. */
async function waiting(server: TestServer, headers: OutgoingHttpHeaders, body: string | Uint8Array) {
  const session = await openSession(server.url, certificate === undefined ? {} : { ca: certificate.ca });
  const stream = openStream(session, { expect: "100-continue", ...headers });
  const answer = answerOf(stream);
  const first = await Promise.race([
    once(stream, "continue").then(() => "100"),
    once(stream, "response").then(([received]) => String(received[":status"])),
  ]);
  if (first === "100") stream.end(body);
  const { status, headers: received } = await answer;
  session.close();
  return { first, status, headers: received };
}

const grpc = { "content-type": "application/grpc", te: "trailers" };
const rpc = "/geocode.v1.GeocodeService/Transform";
const message = JSON.stringify({ data: { values: [1, 2, 3] }, sourceDimensions: 3, targetDimensions: 4 });

describe.each(["without TLS", "with TLS"])("Expect: 100-continue over HTTP/2 %s", (name) => {
  test.skipIf(name === "with TLS" && !hasOpenssl).each<[string, OutgoingHttpHeaders, string | Uint8Array]>([
    ["REST", { ":path": path }, legal],
    ["REST, in another case", { ":path": path, expect: "100-Continue" }, legal],
    ["Connect", { ":path": rpc }, message],
    ["gRPC", { ":path": rpc, ...grpc }, grpcEnvelope()],
    ["a stream of gRPC", { ":path": "/grpc.health.v1.Health/Check", ...grpc }, Buffer.alloc(5)],
    ["gRPC-Web", { ":path": rpc, "content-type": "application/grpc-web" }, grpcEnvelope()],
    ["a large body", { ":path": path, "content-length": 70_000 }, legal.padEnd(70_000)],
  ])("of %s has the body asked for", async (_, headers, body) => {
    expect(await waiting(servers.get(name) as TestServer, headers, body)).toMatchObject({ first: "100", status: 200 });
  });

  test.skipIf(name === "with TLS" && !hasOpenssl).each<[string, OutgoingHttpHeaders, string]>([
    ["credentials", { ":path": path, authorization: "Bearer unknown" }, "401"],
    ["its path", { ":path": "/v1/geocode/nothing" }, "404"],
    ["its method", { ":path": path, ":method": "PUT" }, "405"],
    ["its content type", { ":path": path, "content-type": "text/plain" }, "400"],
    ["its length", { ":path": path, "content-length": bytesMax + 1 }, "413"],
    ["the content type of RPC", { ":path": rpc, "content-type": "text/plain" }, "415"],
    ["credentials of gRPC", { ":path": rpc, ...grpc, authorization: "" }, "200"],
  ])("is answered at once by the refusal for %s", async (_, headers, status) => {
    expect((await waiting(servers.get(name) as TestServer, headers, "")).first).toBe(status);
  });
});

/** Sends the headers of a request over HTTP/1.1 and waits: until the body is asked for, and is sent then, or until the answer. */
async function waitingOverHttp1(verb: string, where: string, headers: Record<string, string>, body = legal) {
  const connection = await RawConnection.open((servers.get("without TLS") as TestServer).url);
  const length = String(Buffer.byteLength(body));
  connection.write(requestText(verb, where, "", { Expect: "100-continue", "Content-Length": length, ...headers }));
  const answer = connection.answer();
  const first = await Promise.race([connection.continued.then(() => "100"), answer.then((one) => String(one?.status))]);
  if (first === "100") connection.write(body);
  const status = (await answer)?.status;
  connection.socket.destroy();
  return { first, status };
}

describe("Expect: 100-continue over HTTP/1.1", () => {
  const web = { "Content-Type": "application/grpc-web" };
  test.each<[string, string, Record<string, string>, string]>([
    ["REST", path, {}, legal],
    ["REST, in another case", path, { Expect: "100-Continue" }, legal],
    [
      "REST, without a declared length",
      path,
      { "Content-Length": "", "Transfer-Encoding": "chunked" },
      "2\r\n{}\r\n0\r\n\r\n",
    ],
    ["Connect", rpc, {}, message],
    ["a stream of gRPC-Web", "/grpc.health.v1.Health/Watch", web, "\0".repeat(5)],
    ["a large body", path, {}, legal.padEnd(70_000)],
  ])("of %s has the body asked for", async (name, where, headers, body) => {
    const status = name.includes("declared") ? 400 : 200;
    expect(await waitingOverHttp1("POST", where, headers, body)).toEqual({ first: "100", status });
  });

  test.each<[string, string, string, Record<string, string>, number]>([
    ["credentials", "POST", path, { Authorization: "Bearer unknown" }, 401],
    ["missing credentials", "POST", path, { Authorization: "" }, 401],
    ["its path", "POST", "/v1/geocode/nothing", {}, 404],
    ["its method", "PUT", path, {}, 405],
    ["its content type", "POST", path, { "Content-Type": "text/plain" }, 400],
    ["its length", "POST", path, { "Content-Length": "99999999" }, 413],
    ["the content type of RPC", "POST", rpc, { "Content-Type": "text/plain" }, 415],
    ["credentials of a stream", "POST", "/wallet.v1.EventService/Watch", { ...web, Authorization: "" }, 200],
  ])("is answered at once by the refusal for %s", async (_, verb, where, headers, status) => {
    expect(await waitingOverHttp1(verb, where, headers)).toEqual({ first: String(status), status });
  });

  test("of a request that follows another has its body asked for after the answer to that", async () => {
    const connection = await RawConnection.open((servers.get("without TLS") as TestServer).url);
    const expecting = requestText("POST", path, "", { Expect: "100-continue", "Content-Length": String(legal.length) });
    connection.write(requestText("POST", path, legal) + expecting);
    expect((await connection.answer())?.status).toBe(200);
    connection.write(legal);
    expect((await connection.answer())?.status).toBe(200);
    connection.socket.destroy();
  });
});
