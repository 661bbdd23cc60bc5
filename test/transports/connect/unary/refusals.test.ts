import { describe, expect, test } from "vitest";
import { legalCall, makeCall, variants, withHeaders } from "./client.ts";
import { connectPost } from "./connect-protocol.ts";
import { grpc, grpcWeb, grpcWebText } from "./grpc-protocol.ts";
import { sharedWire } from "./shared-wire.ts";
import type { WireRequest } from "./wire.ts";

const wire = sharedWire();
const versions = ["1.1", "2"] as const;
const post = connectPost.request(legalCall("json"));

function typed(contentType: string | undefined): WireRequest {
  const { "content-type": _, ...headers } = post.headers;
  return { ...post, headers: contentType === undefined ? headers : { ...headers, "content-type": contentType } };
}

describe.each(versions)("over HTTP/%s", (version) => {
  test.each([
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/protobuf",
    "application/json; charset=latin1",
    // Streams of Connect; this service has none.
    "application/connect+json",
    "application/connect+proto",
    "application/jrpc",
    "",
    undefined,
  ])("the content type %j is answered by 415 with the known ones in Accept-Post", async (contentType) => {
    const { status, headers, body } = await wire().send(version, typed(contentType));
    expect([status, body.length]).toEqual([415, 0]);
    const known = headers["accept-post"]?.split(", ") ?? [];
    expect(known).toEqual(expect.arrayContaining(["application/json", "application/proto", "application/grpc"]));
    for (const knownType of known.filter((type) => version === "2" || !/grpc($|\+)/.test(type))) {
      expect((await wire().send(version, typed(knownType))).status).not.toBe(415);
    }
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
    'APPLICATION/json; Charset="utf-8"',
  ])("the content type %j is read", async (contentType) => {
    expect((await wire().send(version, typed(contentType))).status).toBe(200);
  });

  test.each([
    ["PUT", 405],
    ["DELETE", 405],
    ["PATCH", 405],
    ["OPTIONS", 204],
  ])("%s is answered by %i with the verbs", async (verb, status) => {
    for (const [path, allow] of [
      [post.path, "GET, HEAD, POST, OPTIONS"],
      ["/admin.v1.KeyService/CreateKey", "POST, OPTIONS"],
      ["/admin.v1.KeyService/ListKeys", "GET, HEAD, POST, OPTIONS"],
      ["/wallet.v1.EventService/Watch", "POST, OPTIONS"],
    ] as const) {
      const answer = await wire().send(version, { verb, path, headers: post.headers });
      expect([answer.status, answer.headers["allow"]]).toEqual([status, allow]);
    }
  });

  test.each(["application/grpc", "application/grpc-web+proto", "application/connect+json"])(
    "PUT of %s has no body, for its errors are in envelopes",
    async (contentType) => {
      const answer = await wire().send(version, { ...typed(contentType), verb: "PUT" });
      expect([answer.status, answer.headers["content-type"], answer.body.length]).toEqual([405, undefined, 0]);
    },
  );

  test("HEAD is refused where GET is", async () => {
    const answer = await wire().send(version, {
      verb: "HEAD",
      path: "/admin.v1.KeyService/CreateKey",
      headers: post.headers,
    });
    expect([answer.status, answer.headers["allow"], answer.body.length]).toEqual([405, "POST, OPTIONS", 0]);
  });

  test.each(["2", "0", "", "1, 1", "one"])("connect-protocol-version %j is refused", async (value) => {
    const variant = { protocol: connectPost, version };
    const { error } = await makeCall(
      wire(),
      variant,
      legalCall("json"),
      withHeaders({ "connect-protocol-version": value }),
    );
    expect(error).toMatchObject({
      code: 3,
      message: expect.stringContaining("connect-protocol-version"),
      fault: { reason: "REASON_PARAMETER_INVALID", parameter: "connect-protocol-version", provided: value },
    });
  });

  test("connect-protocol-version is optional", async () => {
    const { "connect-protocol-version": _, ...headers } = post.headers;
    expect((await wire().send(version, { ...post, headers })).status).toBe(200);
  });

  test.each(["gzip", "br"])("an empty body is not decompressed by %s", async (compression) => {
    const headers = { ...post.headers, "content-encoding": compression };
    const answer = connectPost.read(
      await wire().send(version, { ...post, headers, body: new Uint8Array() }),
      legalCall("json"),
    );
    expect(answer.error?.fault).toMatchObject({ reason: "REASON_PARAMETER_REQUIRED", parameter: "data" });
  });
});

test.each(["application/grpc", "application/grpc+proto", "application/grpc+json"])(
  "%s over HTTP/1.1 is answered by 505",
  async (contentType) => {
    const { status, body } = await wire().send("1.1", typed(contentType));
    expect([status, body.length]).toEqual([505, 0]);
    expect((await wire().send("1.1", post)).status).toBe(200);
  },
);

test.each(variants.filter(({ protocol }) => [grpc, grpcWeb, grpcWebText].includes(protocol)))(
  "$name names the known compressions in the error for an unknown one",
  async ({ protocol, version }) => {
    const call = { ...legalCall(), compression: "snappy" };
    const answer = await wire().send(version, protocol.request(call));
    expect(protocol.read(answer, call).error).toMatchObject({ code: 12, message: expect.stringMatching(/gzip,br/) });
    // "The server will then include a grpc-accept-encoding response header" (gRPC's specification of compression).
    expect(answer.headers["grpc-accept-encoding"]).toBe("gzip,br");
  },
);

test("an unknown codec of gRPC is refused", async () => {
  for (const contentType of ["application/grpc+xml", "application/grpc-web+xml", "application/grpc-web-text+thrift"]) {
    const { status, headers } = await wire().send("2", typed(contentType));
    expect(status === 415 || (status === 200 && Number(headers["grpc-status"]) > 0)).toBe(true);
  }
});
