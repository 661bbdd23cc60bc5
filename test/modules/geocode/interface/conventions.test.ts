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

describe("a wrong method is RESOURCE_NOT_FOUND with 405 and the right ones in Allow", () => {
  const methods = ["GET", "PUT", "DELETE", "PATCH"];
  test.each(operationNames.flatMap((name) => methods.map((method) => [method, paths[name]] as const)))(
    "%s %s",
    async (method, path) => {
      const { status, headers, body } = await send(path, { method });
      expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
      expectErrorBody(body);
      expect(body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND", details: {} });
    },
  );
});

describe("an unknown path is RESOURCE_NOT_FOUND with 404", () => {
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
    "/constructor",
    "/v1/__proto__/transform",
    "/v1/geocode/%",
    "/v1/geocode/%ff",
  ].map((path) => ["POST", path] as const);
  test.each(wrongPaths)("%s %s", async (method, path) => {
    const { status, body } = await send(path, { method, headers: json, body: legal });
    expect(status).toBe(404);
    expectErrorBody(body);
    expect(body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND", details: {} });
  });

  test.each([
    ["GET", "/v1/geocode/nothing"],
    ["POST", "/v1/geocode/nothing"],
    ["POST", "/v1/geocode"],
    ["PUT", "/v1/geocode/transform"],
    ["GET", "/v1/admin/nothing"],
    ["GET", "/api/nothing"],
  ])("and to callers without credentials, AUTHENTICATION_REQUIRED: %s %s", async (method, path) => {
    for (const [authorization, code] of [
      ["", "AUTHENTICATION_REQUIRED"],
      ["Bearer plt_wrong", "INVALID_API_KEY"],
    ]) {
      const { status, headers, body } = await send(path, {
        method,
        headers: { Authorization: authorization as string },
      });
      expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(body.error.code).toBe(code);
    }
  });

  test("and counts against the plan", async () => {
    const { secret } = await server().createKey("developer");
    const headers = { Authorization: `Bearer ${secret}` };
    const first = await send("/v1/geocode/nothing", { headers });
    expect([first.status, first.headers.get("x-ratelimit-limit")]).toEqual([404, "100"]);
    expect(first.headers.get("x-ratelimit-remaining")).toBe("99");
    const second = await send(paths.transform, { method: "PUT", headers });
    expect([second.status, second.headers.get("x-ratelimit-remaining")]).toEqual([405, "98"]);
    expect(Number(second.headers.get("x-ratelimit-reset"))).toBeGreaterThan(0);
  });

  test("a query does not change the path", async () => {
    const { status, body } = await send(`${paths.transform}?x=/y`, { method: "POST", headers: json, body: legal });
    expect([status, body.error.details.parameter]).toEqual([400, "x"]);
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
  const rows: [string, string | Uint8Array, number?][] = [
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
    ["4 MiB and a byte", padded(4 * 1024 * 1024 + 1), 413],
  ];
  test.each(rows)("%s", async (_, text, expected = 400) => {
    const { status, body } = await send(paths.transform, { method: "POST", headers: json, body: text as string });
    expect(status).toBe(expected);
    expectErrorBody(body);
    const details = { parameter: "body", provided: null };
    expect(body.error).toEqual({ code: "PARAMETER_INVALID", message: expect.any(String), details });
  });

  test.each([
    ["4 MiB", padded(4 * 1024 * 1024)],
    ["space around everything", ` \n\t${legal.replaceAll(":", " :\r\n")} `],
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

describe("unknown members are refused by their names", () => {
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
    for (const [member, value, provided] of [
      ["unknown", 1, 1],
      ["$type", "x", "x"],
      ["dataX", [[[{}]]], [[[{}]]]],
      ["toString", null, null],
      ["constructor", { name: "x" }, { name: "x" }],
    ] as const) {
      const request = withMember(legalRequests[name], `${prefix}${member}`, value);
      const { status, body } = await server().post(paths[name], request);
      expect(status).toBe(400);
      expectErrorBody(body);
      expect(body.error.message).toContain(`${prefix}${member} is no member of`);
      expect(body.error).toMatchObject({
        code: "PARAMETER_INVALID",
        details: { parameter: `${prefix}${member}`, provided },
      });
    }
  });

  test.each([
    ["rSpace", "parameters.rotation_angel", "rotation_angle"],
    ["rSpace", "parameters.rotationPlane", "rotation_plane"],
    ["transform", "percision", "precision"],
    ["transform", "preserveMagnitude", "preserve_magnitude"],
    ["jitterbug", "intermediate-steps", "intermediate_steps"],
    ["encode", "Compression", "compression"],
  ] as const)("in %s, %s: the nearest is %s", async (name, path, nearest) => {
    const { body } = await server().post(paths[name], withMember(legalRequests[name], path, 1));
    expect(body.error.details.parameter).toBe(path);
    expect(body.error.message).toMatch(new RegExp(`; the nearest is ${nearest}$`));
  });

  test("over Connect, too, with the words of enums", async () => {
    const message = {
      data: { values: [1, 2, 3] },
      rSpace: "PRIME_SPACE_R7",
      operation: "PRIME_SPACE_OPERATION_ROTATE",
    };
    for (const [change, parameter, told] of [
      [{ parameters: { rotationAngel: 1 } }, "parameters.rotationAngel", "the nearest is rotationAngle"],
      [{ operatoin: 1 }, "operatoin", "the nearest is operation"],
      [{ operation: "PRIME_SPACE_OPERATION_ROTAT" }, "operation", "the nearest is PRIME_SPACE_OPERATION_ROTATE"],
    ] as const) {
      const { status, body } = await server().post("/geocode.v1.GeocodeService/RSpace", { ...message, ...change });
      expect([status, body.code]).toEqual([400, "invalid_argument"]);
      expect(body.message).toContain(told);
      expect(body.details[0].debug).toMatchObject({ reason: "REASON_PARAMETER_INVALID", parameter });
    }
  });

  test("in a query, too", async () => {
    const { status, body } = await send(`${paths.transform}?precision=low`, {
      method: "POST",
      headers: json,
      body: legal,
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: "PARAMETER_INVALID",
      details: { parameter: "precision", provided: "low" },
    });
    const misspelt = await send("/v1/admin/keys?identity=x&page_sise=2", {});
    expect([misspelt.status, misspelt.body.error.message]).toEqual([
      400,
      "identity is no parameter of the query at this path; the nearest is identity_id",
    ]);
  });

  test("but free-form objects and the names of vectors hold what they are given", async () => {
    const object = { type: "x", vertices: [[1, 2, 3]], faces: [[0, 0, 0]], properties: { anything: { goes: 1 } } };
    const { body } = await server().post(paths.encode, { data: { a: [1], b: [2] }, target_geometry: "cube" });
    expect(body.result).toBeDefined();
    const answer = await server().post(paths.encode, { data: object, target_geometry: "cube" });
    expect(answer.body.error?.details.parameter ?? "").not.toContain("properties");
  });
});

describe("an object that is meant as a geometric object", () => {
  const faces = [[0, 1, 2]];
  test.each<[string, Json, string, string, string]>([
    ["without vertices", { type: "cube", faces, values: [1, 2] }, "PARAMETER_REQUIRED", "data.vertices", "is required"],
    ["with faces alone", { faces }, "PARAMETER_REQUIRED", "data.vertices", "is required"],
    ["with its type alone", { type: "cube" }, "PARAMETER_REQUIRED", "data.vertices", "is required"],
    [
      "with a list of numbers as vertices",
      { type: "cube", faces, vertices: [1, 2, 3] },
      "PARAMETER_INVALID",
      "data.vertices",
      "must be a list of lists",
    ],
    [
      "with no vertices in the list",
      { type: "cube", faces, vertices: [] },
      "PARAMETER_INVALID",
      "data.vertices",
      "is empty",
    ],
  ])("%s gets an error that says so", async (_, data, code, parameter, told) => {
    const { status, body } = await server().post(paths.encode, { data, target_geometry: "cube" });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code, details: { parameter } });
    expect(body.error.message).toContain(`data.vertices ${told}`);
  });

  test("is a map of vectors if all of its members are vectors", async () => {
    const { status } = await server().post(paths.encode, {
      data: { values: [1, 2], x: [3, 4] },
      target_geometry: "cube",
    });
    expect(status).toBe(200);
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
