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
    // Streams of Connect, which no method here is.
    "application/connect+json",
    "application/connect+proto",
    "application/jrpc",
    "",
    undefined,
  ])("the content type %j is answered by 415, with those that are known", async (contentType) => {
    const { status, headers, body } = await wire().ask(version, typed(contentType));
    expect([status, body.length]).toEqual([415, 0]);
    const known = headers["accept-post"]?.split(", ") ?? [];
    expect(known).toEqual(expect.arrayContaining(["application/json", "application/proto", "application/grpc"]));
    for (const one of known.filter((type) => version === "2" || !/grpc($|\+)/.test(type))) {
      expect((await wire().ask(version, typed(one))).status).not.toBe(415);
    }
  });

  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
    "the content type %j is read",
    async (contentType) => {
      expect((await wire().ask(version, typed(contentType))).status).toBe(200);
    },
  );

  test.each(["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"])("%s is answered by 405, with the verbs", async (verb) => {
    for (const [path, allow] of [
      [post.path, "GET, POST"],
      ["/admin.v1.KeyService/CreateKey", "POST"],
      ["/admin.v1.KeyService/ListKeys", "GET, POST"],
    ] as const) {
      const { status, headers, body } = await wire().ask(version, { verb, path, headers: post.headers });
      expect([status, headers["allow"], body.length]).toEqual([405, allow, 0]);
    }
  });

  test.each(["2", "0", "", "1, 1", "one"])("connect-protocol-version %j is refused", async (value) => {
    const variant = { protocol: connectPost, version };
    const { error } = await makeCall(
      wire(),
      variant,
      legalCall("json"),
      withHeaders({ "connect-protocol-version": value }),
    );
    expect(error).toMatchObject({ code: 3, message: expect.stringContaining("connect-protocol-version") });
  });

  test("no connect-protocol-version is needed", async () => {
    const { "connect-protocol-version": _, ...headers } = post.headers;
    expect((await wire().ask(version, { ...post, headers })).status).toBe(200);
  });

  test.each(["gzip", "br"])("a body of no bytes is not expanded by %s", async (compression) => {
    const headers = { ...post.headers, "content-encoding": compression };
    const answer = connectPost.read(
      await wire().ask(version, { ...post, headers, body: new Uint8Array() }),
      legalCall("json"),
    );
    expect(answer.error?.fault).toMatchObject({ reason: "REASON_PARAMETER_REQUIRED", parameter: "data" });
  });
});

test.each(["application/grpc", "application/grpc+proto", "application/grpc+json"])(
  "%s over HTTP/1.1, which has no trailers, is answered by 505",
  async (contentType) => {
    const { status, body } = await wire().ask("1.1", typed(contentType));
    expect([status, body.length]).toEqual([505, 0]);
    expect((await wire().ask("1.1", post)).status).toBe(200);
  },
);

test.each(variants.filter(({ protocol }) => [grpc, grpcWeb, grpcWebText].includes(protocol)))(
  "$name says after an unknown compression which ones it knows",
  async ({ protocol, version }) => {
    const asked = { ...legalCall(), compression: "snappy" };
    const answer = await wire().ask(version, protocol.request(asked));
    expect(protocol.read(answer, asked).error).toMatchObject({ code: 12, message: expect.stringMatching(/gzip,br/) });
    // "The server will then include a grpc-accept-encoding response header" (gRPC's specification of compression).
    expect(answer.headers["grpc-accept-encoding"]).toBe("gzip,br");
  },
);

test("a codec of gRPC that is not known is refused", async () => {
  for (const contentType of ["application/grpc+xml", "application/grpc-web+xml", "application/grpc-web-text+thrift"]) {
    const { status, headers } = await wire().ask("2", typed(contentType));
    expect(status === 415 || (status === 200 && Number(headers["grpc-status"]) > 0)).toBe(true);
  }
});
