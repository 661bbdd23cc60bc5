import { readdirSync, readFileSync } from "node:fs";
import { getOption, hasOption } from "@bufbuild/protobuf";
import { cors, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
import { describe, expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { header as headerOption } from "#contract/rest/v1/rest_pb.js";
import { contractServices } from "../../../support/contract-services.ts";
import { type Json, legalRequests, paths } from "../../../support/geocode-operations.ts";
import { messageOf } from "../../../support/protocols.ts";
import { operatorKey, type TestServer } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const open = sharedServer();
const closed = sharedServer({ CORS_ORIGINS: "https://app.example.org,http://localhost:3000" });
const page = "https://app.example.org";
const unlisted = "https://evil.example";
const rpcPath = "/geocode.v1.GeocodeService/Transform";
const targets = [
  ["REST", paths.transform, "authorization, content-type"],
  ["Connect", rpcPath, "authorization, connect-protocol-version, connect-timeout-ms, content-type"],
  ["gRPC-Web", rpcPath, "authorization, content-type, grpc-timeout, x-grpc-web, x-user-agent"],
] as const;
const ownHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "X-Request-Id"];

function preflight(
  server: TestServer,
  path: string,
  origin: string,
  headers: string,
  method = "POST",
): Promise<Response> {
  return fetch(server.url + path, {
    method: "OPTIONS",
    headers: {
      Origin: origin,
      "Access-Control-Request-Method": method,
      "Access-Control-Request-Headers": headers,
    },
  });
}

function call(
  server: TestServer,
  headers: Record<string, string>,
  body: Json = legalRequests.transform,
): Promise<Response> {
  return fetch(server.url + paths.transform, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}`, ...headers },
    body: JSON.stringify(body),
  });
}

function listed(response: Response, header: string): string[] {
  return (response.headers.get(header) ?? "").split(",").map((name) => name.trim().toLowerCase());
}

describe.each(targets)("a preflight for %s", (_, path, headers) => {
  test.each([page, unlisted, "null"])("is granted to %s by default, without credentials", async (origin) => {
    const response = await preflight(open(), path, origin, headers);
    expect([200, 204]).toContain(response.status);
    expect(await response.text()).toBe("");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
    expect(listed(response, "access-control-allow-methods")).toContain("post");
    expect(listed(response, "access-control-allow-headers")).toEqual(expect.arrayContaining(headers.split(", ")));
    expect(Number(response.headers.get("access-control-max-age"))).toBeGreaterThan(0);
  });

  test("is granted to a listed origin, which the answer names", async () => {
    for (const origin of [page, "http://localhost:3000"]) {
      const response = await preflight(closed(), path, origin, headers);
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
      expect(listed(response, "access-control-allow-headers")).toContain("authorization");
      expect(listed(response, "vary")).toContain("origin");
    }
  });

  test.each([
    unlisted,
    "null",
    "http://app.example.org",
    `${page}:444`,
    `${page}.evil.example`,
    "https://xapp.example.org",
    "*",
  ])("is not granted to %s when it is not listed", async (origin) => {
    const response = await preflight(closed(), path, origin, headers);
    for (const name of ["origin", "methods", "headers"]) {
      expect(response.headers.has(`access-control-allow-${name}`)).toBe(false);
    }
    expect(listed(response, "vary")).toContain("origin");
  });
});

test("a preflight grants every header that a page asks for, and the methods of all paths", async () => {
  const wanted = [
    ...cors.allowedHeaders,
    ...(await readHeaders()),
    "Authorization",
    "traceparent",
    "X-Of-An-Interceptor",
  ];
  const response = await preflight(open(), rpcPath, page, wanted.join(", "));
  expect(listed(response, "access-control-allow-headers")).toEqual(wanted.map((name) => name.toLowerCase()));
  const methods = [...cors.allowedMethods, "PUT", "PATCH", "DELETE", "HEAD"].map((name) => name.toLowerCase());
  expect(listed(response, "access-control-allow-methods")).toEqual(expect.arrayContaining(methods));
});

test("a preflight names no header that is none", async () => {
  const response = await preflight(open(), rpcPath, page, "authorization, , a b, x(y)");
  expect(response.headers.get("access-control-allow-headers")).toBe("authorization");
});

/** Headers of requests that the contract declares or the source of the transports reads. */
async function readHeaders(): Promise<string[]> {
  const fields = (await contractServices()).flatMap(({ methods }) => methods.flatMap(({ input }) => input.fields));
  const declared = fields.flatMap((field) => (hasOption(field, headerOption) ? [getOption(field, headerOption)] : []));
  const folder = new URL("../../../../server/transports/", import.meta.url);
  const read = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(new URL(file, folder), "utf8").matchAll(/headers(?:\["|\.)([a-z-]+)/g)])
    .map(([, name = ""]) => name)
    .filter((name) => !["host", "origin", "upgrade", "expect"].includes(name));
  const names = [...new Set([...declared, ...read])];
  expect(names).toEqual(expect.arrayContaining(["last-event-id", "if-match", "idempotency-key", "grpc-timeout"]));
  return names;
}

describe("an answer", () => {
  test("may be read by any page by default, with limits, request id and status", async () => {
    const response = await call(open(), { Origin: unlisted });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const wanted = [...cors.exposedHeaders.filter((name) => !/encoding/i.test(name)), ...ownHeaders];
    expect(listed(response, "access-control-expose-headers")).toEqual(
      expect.arrayContaining(wanted.map((name) => name.toLowerCase())),
    );
  });

  test.each([
    ["400", {}, {}, 400],
    ["401", { Authorization: "" }, legalRequests.transform, 401],
  ])("may be read also when it is %s", async (_, headers, body, status) => {
    const response = await call(open(), { Origin: page, ...headers }, body);
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("may be read by listed pages only, and varies by origin", async () => {
    const allowed = await call(closed(), { Origin: page });
    expect(allowed.headers.get("access-control-allow-origin")).toBe(page);
    expect(listed(allowed, "vary")).toContain("origin");
    const refused = await call(closed(), { Origin: unlisted });
    expect(refused.headers.has("access-control-allow-origin")).toBe(false);
    expect(refused.headers.has("access-control-expose-headers")).toBe(false);
    expect(listed(refused, "vary")).toContain("origin");
    const none = await call(closed(), {});
    expect(none.status).toBe(200);
    expect(listed(none, "vary")).toContain("origin");
  });

  test("to a request without an origin has no CORS headers", async () => {
    const response = await call(open(), {});
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

test("OPTIONS without a requested method is not a preflight, and names the methods", async () => {
  for (const headers of [{}, { Origin: page }]) {
    const response = await fetch(open().url + paths.transform, { method: "OPTIONS", headers });
    expect([response.status, response.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
    expect(response.headers.has("access-control-allow-methods")).toBe(false);
  }
});

describe("every header of an answer may be read by a page", () => {
  /** Headers that Fetch lets pages read without a word of the server, or that no page needs. */
  const readAnyway = [
    "cache-control",
    "content-type",
    "content-length",
    "connection",
    "keep-alive",
    "transfer-encoding",
  ];
  const ofBrowser = ["access-control-allow-origin", "access-control-expose-headers", "x-content-type-options"];
  const json = { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}` };
  const web = (type: string) => ({ ...json, "Content-Type": type });
  const body = JSON.stringify(legalRequests.transform);
  const message = JSON.stringify(messageOf("transform", legalRequests.transform));

  test.each<[string, string, RequestInit]>([
    ["a result", paths.transform, { method: "POST", headers: json, body }],
    ["a refusal", paths.transform, { method: "POST", headers: { "Content-Type": "application/json" }, body }],
    ["a wrong method", paths.transform, { method: "PUT", headers: json }],
    ["OPTIONS", paths.transform, { method: "OPTIONS" }],
    ["a document", "/openapi.json", {}],
    ["the health", "/healthz", {}],
    ["Connect", rpcPath, { method: "POST", headers: json, body: message }],
    ["Connect, by GET", `${rpcPath}?encoding=json&message=%7B%7D`, { headers: json }],
    ["an unknown type", rpcPath, { method: "POST", headers: web("text/plain"), body: message }],
    ["gRPC-Web", rpcPath, { method: "POST", headers: web("application/grpc-web"), body: "" }],
    ["gRPC-Web as text", rpcPath, { method: "POST", headers: web("application/grpc-web-text"), body: "AAAAAAA=" }],
    [
      "an unknown compression",
      rpcPath,
      { method: "POST", headers: { ...json, "Content-Encoding": "x" }, body: message },
    ],
  ])("of %s", async (_, path, init) => {
    const response = await fetch(open().url + path, { ...init, headers: { ...init.headers, Origin: page } });
    const exposed = listed(response, "access-control-expose-headers");
    const others = [...response.headers.keys()].filter((name) => !exposed.includes(name));
    expect(others.filter((name) => ![...readAnyway, ...ofBrowser].includes(name))).toEqual([]);
  });
});

describe("clients for browsers", () => {
  test.each([
    ["Connect", createConnectTransport],
    ["gRPC-Web", createGrpcWebTransport],
  ] as const)("of %s get answers", async (_, createTransport) => {
    const transport = createTransport({
      baseUrl: open().url,
      interceptors: [
        (next) => (request) => {
          request.header.set("Authorization", `Bearer ${operatorKey}`);
          return next(request);
        },
      ],
    });
    const client = createClient(GeocodeService, transport);
    const answer = await client.transform(messageOf("transform", legalRequests.transform) as Json);
    expect(answer.transformedData).toHaveLength(4);
  });
});
