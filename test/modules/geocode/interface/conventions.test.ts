import { describe, expect, test } from "vitest";
import {
  type Json,
  legalRequests,
  type OperationName,
  operationNames,
  paths,
  withMember,
} from "../../../support/geocode-operations.ts";
import { operatorKey } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { expectErrorBody, resultOf } from "./answers.ts";

const server = sharedServer();
const legal = JSON.stringify(legalRequests.transform);

async function send(
  path: string,
  init: RequestInit & { duplex?: "half" },
): Promise<{ status: number; headers: Headers; body: Json }> {
  const response = await fetch(server().url + path, {
    ...init,
    headers: { Authorization: `Bearer ${operatorKey}`, ...init.headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

const json = { "Content-Type": "application/json" };

test.each(operationNames)("%s is a POST under /v1/geocode that answers 200 and JSON with one member", async (name) => {
  const request = { method: "POST", headers: json, body: JSON.stringify(legalRequests[name]) };
  const { status, headers, body } = await send(paths[name], request);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^application\/json(; *charset=utf-8)?$/i);
  expect(Object.keys(body)).toEqual(["result"]);
});

test.each(operationNames)("%s answers equal requests with equal answers", async (name) => {
  const first = await resultOf(server(), name, legalRequests[name]);
  expect(await resultOf(server(), name, legalRequests[name])).toStrictEqual(first);
});

describe("an unknown path or method is RESOURCE_NOT_FOUND with 404", () => {
  const methods = ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"];
  const wrongMethods = operationNames.flatMap((name) => methods.map((method) => [method, paths[name]] as const));
  const wrongPaths = [
    "/v1/geocode",
    "/v1/geocode/",
    "/v1/geocode/Transform",
    "/v1/geocode/transform/",
    "/v1/geocode//transform",
    "/v1/geocode/transform/x",
    "/v1/geocode/%74ransform%2f",
    "/v1/geocode/phi_resonance",
    "/v1/geocode/rSpace",
    "/v1/transform",
    "/v2/geocode/transform",
    "/geocode/transform",
    "/transform",
    "/",
    "/constructor",
    "/v1/__proto__/transform",
    "/v1/geocode/%",
    "/v1/geocode/%ff",
  ].map((path) => ["POST", path] as const);
  test.each([...wrongMethods, ...wrongPaths])("%s %s", async (method, path) => {
    const init = method === "POST" ? { method, headers: json, body: legal } : { method };
    const { status, body } = await send(path, init);
    expect(status).toBe(404);
    expectErrorBody(body);
    expect(body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND", details: {} });
  });

  test("also without credentials", async () => {
    const { status } = await send("/v1/geocode/nothing", { method: "POST", headers: { ...json, Authorization: "" } });
    expect(status).toBe(404);
  });

  test("a query does not change the path", async () => {
    const { status } = await send(`${paths.transform}?x=/y`, { method: "POST", headers: json, body: legal });
    expect(status).toBe(200);
  });
});

describe("content types", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON;charset=UTF-8",
    "application/json ;x=y",
  ])("%s is read", async (type) => {
    const { status } = await send(paths.transform, { method: "POST", headers: { "Content-Type": type }, body: legal });
    expect(status).toBe(200);
  });
  test.each([
    "text/plain",
    "text/json",
    "application/jsonx",
    "application/json+x",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/proto",
    "application/grpc",
    "application/octet-stream",
    "x",
  ])("%s is refused", async (type) => {
    const { status, body } = await send(paths.transform, {
      method: "POST",
      headers: { "Content-Type": type },
      body: legal,
    });
    expect(status).toBe(400);
    expectErrorBody(body);
    const details = { parameter: "Content-Type", provided: type };
    expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details });
  });
  test.each(["gzip", "br", "deflate", "x"])("a body with Content-Encoding %s is refused", async (encoding) => {
    const headers = { ...json, "Content-Encoding": encoding };
    const { status, body } = await send(paths.transform, { method: "POST", headers, body: legal });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "Content-Encoding" } });
  });
  test("a request without a content type is refused", async () => {
    const body = new Uint8Array(Buffer.from(legal));
    expect(await send(paths.transform, { method: "POST", body })).toMatchObject({
      status: 400,
      body: { error: { code: "PARAMETER_INVALID", details: { parameter: "Content-Type" } } },
    });
  });
});

describe("bodies that cannot be read are PARAMETER_INVALID of body with 400", () => {
  const nested = (depth: number) => legal.replace("{", `{"x":${"[".repeat(depth)}${"]".repeat(depth)},`);
  const padded = (bytes: number) => legal.replace("{", `{${" ".repeat(bytes - legal.length)}`);
  const rows: [string, string | Uint8Array][] = [
    ["nothing", ""],
    ["space", "  \n"],
    ["half an object", legal.slice(0, -1)],
    ["an object and more", `${legal}{}`],
    ["a trailing comma", legal.replace("}", ",}")],
    ["single quotes", legal.replaceAll('"', "'")],
    ["bare names", "{data:[1]}"],
    ["a comment", `/* */${legal}`],
    ["NaN", legal.replace("[3", "[NaN")],
    ["Infinity", legal.replace("[3", "[Infinity")],
    ["a hexadecimal number", legal.replace("[3", "[0x3")],
    ["a leading zero", legal.replace("[3", "[03")],
    ["a leading plus", legal.replace("[3", "[+3")],
    ["a hole in a list", legal.replace("[3", "[,3")],
    ["a byte order mark", `\uFEFF${legal}`],
    [
      "bytes that are not UTF-8",
      Buffer.concat([Buffer.from(legal.slice(0, -1)), Buffer.from(',"x":"\xff"}', "latin1")]),
    ],
    ["UTF-16", Buffer.from(legal, "utf16le")],
    ["a raw control character", legal.replace("{", '{"x":"\u0001",')],
    ["a member twice", legal.replace("{", '{"data":[1,2,3],')],
    ["a member twice by an escape", legal.replace("{", '{"d\\u0061ta":[1,2,3],')],
    ["an unknown member twice, deep inside", legal.replace("{", '{"x":[{"a":1,"a":1}],')],
    ["__proto__", legal.replace("{", '{"__proto__":{"precision":"low"},')],
    ["__proto__ by an escape", legal.replace("{", '{"__\\u0070roto__":{},')],
    ["__proto__ deep inside", legal.replace("{", '{"x":[{"__proto__":1}],')],
    ["constructor with prototype", legal.replace("{", '{"constructor":{"prototype":{}},')],
    ["nesting of 65 levels", nested(64)],
    ["nesting without end", "[".repeat(1_000_000)],
    ["nesting of objects without end", '{"a":'.repeat(500_000)],
    ["4 MiB and a byte", padded(4 * 1024 * 1024 + 1)],
  ];
  test.each(rows)("%s", async (_, text) => {
    const { status, body } = await send(paths.transform, { method: "POST", headers: json, body: text as string });
    expect(status).toBe(400);
    expectErrorBody(body);
    const details = { parameter: "body", provided: null };
    expect(body.error).toEqual({ code: "PARAMETER_INVALID", message: expect.any(String), details });
  });

  test.each([
    ["nesting of 64 levels", nested(63)],
    ["4 MiB", padded(4 * 1024 * 1024)],
    ["constructor without prototype", legal.replace("{", '{"constructor":{"x":1},')],
    ["constructor that is a word", legal.replace("{", '{"constructor":"prototype",')],
    ["the names of what objects inherit", legal.replace("{", '{"toString":1,"hasOwnProperty":[],"valueOf":{},')],
    ["space around everything", ` \n\t${legal.replaceAll(":", " :\r\n")} `],
    ["colons and quotes in texts", legal.replace("{", '{"x":"\\":\\"a\\":","y":["\\\\",":"],')],
  ])("but %s is read", async (_, text) => {
    const { status } = await send(paths.transform, { method: "POST", headers: json, body: text });
    expect(status).toBe(200);
  });

  test.each(["[]", "5", '"x"', "null", "true", "[{}]"])("%s is refused as a request", async (text) => {
    const { status, body } = await send(paths.transform, { method: "POST", headers: json, body: text });
    expect(status).toBe(400);
    expectErrorBody(body);
    expect(body.error.code).toBe("PARAMETER_INVALID");
  });
});

describe("unknown members are ignored", () => {
  const inner: [OperationName, string][] = [
    ["transform", ""],
    ["encode", ""],
    ["decode", ""],
    ["decode", "encoded_data."],
    ["decode", "encoded_data.data_mapping."],
    ["jitterbug", ""],
    ["jitterbug", "data."],
    ["phiResonance", ""],
    ["rSpace", ""],
    ["rSpace", "parameters."],
  ];
  test.each(inner)("in %s at %s", async (name, prefix) => {
    const plain = await resultOf(server(), name, legalRequests[name]);
    for (const [member, value] of [
      ["unknown", 1],
      ["$type", "x"],
      ["dataX", [[[{}]]]],
      ["sourceDimensions", "x"],
      ["toString", null],
      ["constructor", { name: "x" }],
      ["", {}],
    ] as const) {
      const request = withMember(legalRequests[name], `${prefix}${member}`, value);
      expect(await resultOf(server(), name, request)).toStrictEqual(plain);
    }
  });
});

describe("the provided value in an error is bounded", () => {
  const rows: [string, Json, string][] = [
    ["a long text", "x".repeat(1_000_000), `${"x".repeat(255)}…`],
    ["a long list", new Array(100_000).fill("x"), "a list of 100000 entries"],
    ["a large object", Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i])), "an object"],
    ["a deep list", JSON.parse(`${"[".repeat(50)}"${"x".repeat(500)}"${"]".repeat(50)}`), "a list of 1 entries"],
    ["surrogates cut in two", "😀".repeat(1000), `${"😀".repeat(127)}\uFFFD…`],
  ];
  test.each(rows)("%s", async (_, value, provided) => {
    const { headers, body } = await send(paths.transform, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ ...legalRequests.transform, precision: value }),
    });
    expect(body.error.details).toEqual({ parameter: "precision", provided });
    expect(Number(headers.get("content-length"))).toBeLessThan(2048);
  });

  test("the path and the message are bounded too", async () => {
    for (const entry of [[], ["x"], 5]) {
      const body = JSON.stringify({ data: { ["k".repeat(1_000_000)]: entry }, target_geometry: "cube" });
      const answer = await send(paths.encode, { method: "POST", headers: json, body });
      expect(answer.body.error.details.parameter).toHaveLength(256);
      expect(answer.body.error.message.length).toBeLessThan(1024);
    }
  });
});

describe("limit headers", () => {
  const names = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
  test.each([
    ["200", legal, 200],
    ["400 for a parameter", "{}", 400],
    ["400 for a body", "{", 400],
  ])("are on answers with %s", async (_, body, status) => {
    const answer = await send(paths.transform, { method: "POST", headers: json, body });
    expect(answer.status).toBe(status);
    for (const name of names) expect(answer.headers.get(name)).toMatch(/^\d+$/);
    expect(answer.headers.has("retry-after")).toBe(false);
  });

  test("are on answers with 400 for a content type, and with 403", async () => {
    const { secret } = await server().createKey("operator", ["keys:list"]);
    for (const [headers, status] of [
      [{ ...json, "Content-Type": "text/plain" }, 400],
      [{ ...json, Authorization: `Bearer ${secret}` }, 403],
    ] as const) {
      const answer = await send(paths.transform, { method: "POST", headers, body: legal });
      expect(answer.status).toBe(status);
      for (const name of names) expect(answer.headers.get(name)).toMatch(/^\d+$/);
    }
  });
});
