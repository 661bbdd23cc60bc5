import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { asyncLaw } from "../../support/laws/async-law.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { type HttpVersion, Wire, type WireAnswer, type WireRequest } from "../../transports/connect/unary/wire.ts";

let servers: readonly TestServer[];
let wires: readonly Wire[];

beforeAll(async () => {
  const start = (threads: number) => startServer({ LOG_LEVEL: "silent", THREADS: String(threads) });
  servers = await Promise.all([start(1), start(2)]);
  wires = servers.map(({ url }) => new Wire(url));
});

afterAll(async () => {
  for (const wire of wires) wire.close();
  await Promise.all(servers.map((server) => server.close()));
});

const transformation = JSON.stringify({ data: [1, 2, 3], ratio: "phi" });

/** Bodies that are read and refused in different steps. */
const body = fc.oneof(
  fc.constantFrom("", "{", "{}", "null", transformation, JSON.stringify({ data: new Array(20_000).fill(1) })),
  fc.record({ data: fc.array(fc.double()), ratio: fc.anything() }).map((value) => JSON.stringify(value) ?? ""),
  fc.string({ unit: "binary" }),
);

const path = fc.constantFrom(
  "/v1/geocode/transform",
  "/v1/plans",
  "/api/wallets/00000000-0000-7000-8000-000000000000",
  "/v1/admin/keys?page_size=x",
  "/v1/identities",
  "/v1/nothing",
  "/healthz",
  "/readyz?verbose",
  "/contract.binpb",
  "/elsewhere",
  "/platonic.geocode.v1.GeocodeService/Transform",
  "/platonic.wallet.v1.WalletService/GetWallet",
  "/platonic.identity.v1.IdentityService/CreateIdentity",
  "/grpc.health.v1.Health/Check",
  "/platonic.geocode.v1.GeocodeService/None",
);

const request = fc.record({
  version: fc.constantFrom<HttpVersion>("1.1", "2"),
  verb: fc.constantFrom("GET", "HEAD", "POST", "POST", "POST", "DELETE", "OPTIONS"),
  path,
  body,
  type: fc.constantFrom(
    "application/json",
    "application/json",
    "application/proto",
    "application/grpc",
    "application/grpc+json",
    "application/grpc-web+json",
    "application/grpc-web-text",
    "text/plain",
  ),
  authorization: fc.constantFrom(
    undefined,
    `Bearer ${operatorKey}`,
    `Bearer ${operatorKey}`,
    "Bearer none",
    "Basic eA==",
  ),
  others: fc.constantFrom<Readonly<Record<string, string>>>(
    {},
    { "grpc-timeout": "10S" },
    { "connect-timeout-ms": "0" },
    { "idempotency-key": "a key" },
    { "content-encoding": "gzip" },
    { "if-none-match": "*" },
    { origin: "https://elsewhere.example" },
  ),
});

describe("a port of two threads", () => {
  asyncLaw(
    "answers every request as a port of one, byte for byte",
    request,
    async ({ version, ...parts }) => {
      const [one, two] = await Promise.all(wires.map((wire) => wire.send(version, wireRequest(parts))));
      expect(told(two as WireAnswer)).toEqual(told(one as WireAnswer));
    },
    0.1,
  );
});

function wireRequest({ verb, path, body, type, authorization, others }: Omit<WireParts, "version">): WireRequest {
  const hasBody = verb === "POST";
  return {
    verb,
    path,
    headers: {
      "x-request-id": "the-same-id-for-both",
      ...(hasBody && { "content-type": type }),
      ...(authorization !== undefined && { authorization }),
      ...others,
    },
    ...(hasBody && { body: type.includes("grpc") ? enveloped(Buffer.from(body)) : Buffer.from(body) }),
  };
}

type WireParts = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** Puts a message into the envelope of gRPC. */
function enveloped(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** Returns what an answer says, but for the time. */
function told({ status, headers, trailers, body, isHeadersOnly }: WireAnswer) {
  const { date: _, "x-ratelimit-reset": __, ...others } = headers;
  return { status, headers: others, trailers, body: body.toString("latin1"), isHeadersOnly };
}
