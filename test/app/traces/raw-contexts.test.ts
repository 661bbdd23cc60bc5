import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:http2";
import { buffer } from "node:stream/consumers";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TransformRequestSchema } from "#contract/geocode/v1/requests_pb.js";
import { legalRequests, paths } from "../../support/geocode-operations.ts";
import { RawConnection } from "../../support/http/raw-connection.ts";
import { scraped } from "../../support/metrics/scraped.ts";
import { messageOf } from "../../support/protocols.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { spanId, traceId } from "../../support/telemetry/contexts.ts";
import { withoutStandardVariables } from "../../support/telemetry/otlp-receivers.ts";
import { type Collector, exportingTo, openCollector } from "../../support/telemetry/trace-collector.ts";
import { until } from "../../support/until.ts";

withoutStandardVariables();

const good = `00-${traceId}-${spanId}-01`;

/** A header with its value in Latin 1, as it is on the wire. */
type Field = readonly [name: string, value: string];

const broken: readonly (readonly [name: string, ...fields: Field[]])[] = [
  ["twice, with one value", ["traceparent", good], ["traceparent", good]],
  ["twice, with two values", ["traceparent", good], ["traceparent", good.replace("4b", "5b")]],
  ["ten times", ...Array.from({ length: 10 }, (): Field => ["traceparent", good])],
  ["empty", ["traceparent", ""]],
  ["of 8,000 characters", ["traceparent", `${good}-${"0".repeat(8_000)}`]],
  ["of 8,000 commas", ["traceparent", ",".repeat(8_000)]],
  ["with bytes beyond ASCII", ["traceparent", `${good}\xff`]],
  ["of bytes", ["traceparent", "\x80\x81\xfe\xff"]],
  ["with a tab", ["traceparent", good.replaceAll("-", "\t")]],
];

const brokenStates: readonly (readonly [name: string, ...states: string[]])[] = [
  ["of 8,000 characters without a member", "x".repeat(8_000)],
  ["of bytes", "\x80\x81\xfe\xff"],
  ["with a member in two headers", "rojo=1", "rojo=2"],
  ["in 33 headers", ...Array.from({ length: 33 }, (_, index) => `n${index}=1`)],
];

let server: TestServer;
let collector: Collector;
beforeAll(async () => {
  collector = await openCollector();
  server = await startServer({ ...exportingTo(collector.url), METRICS_PORT: "0", BACKUPS: "off" });
});
afterAll(async () => {
  await server?.close();
  collector?.close();
});

/** Makes a call with header fields as they are; returns its request id once it is answered with success. */
type Send = (fields: readonly Field[]) => Promise<string>;

async function overHttp1(fields: readonly Field[]): Promise<string> {
  const id = randomUUID();
  const body = JSON.stringify(legalRequests.transform);
  const own = [
    ["Host", "localhost"],
    ["Connection", "close"],
    ["Content-Type", "application/json"],
    ["Content-Length", String(body.length)],
    ["Authorization", `Bearer ${operatorKey}`],
    ["X-Request-Id", id],
  ];
  const lines = [...own, ...fields].map(([name, value]) => `${name}: ${value}\r\n`);
  const connection = await RawConnection.open(server.url);
  connection.write(Buffer.from(`POST ${paths.transform} HTTP/1.1\r\n${lines.join("")}\r\n${body}`, "latin1"));
  expect((await connection.answer())?.status).toBe(200);
  return id;
}

async function overGrpc(fields: readonly Field[]): Promise<string> {
  const id = randomUUID();
  const message = toBinary(
    TransformRequestSchema,
    create(TransformRequestSchema, messageOf("transform", legalRequests.transform) as never),
  );
  const length = Buffer.alloc(5);
  length.writeUInt32BE(message.length, 1);
  const session = connect(server.url);
  try {
    const many = [...Map.groupBy(fields, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]);
    const stream = session.request({
      ":method": "POST",
      ":path": "/geocode.v1.GeocodeService/Transform",
      "content-type": "application/grpc",
      te: "trailers",
      authorization: `Bearer ${operatorKey}`,
      "x-request-id": id,
      ...Object.fromEntries(many),
    });
    const trailers = once(stream, "trailers");
    stream.end(Buffer.concat([length, message]));
    await buffer(stream);
    expect((await trailers)[0]["grpc-status"]).toBe("0");
  } finally {
    session.destroy();
  }
  return id;
}

async function lineOf(requestId: string): Promise<{ trace_id?: string }> {
  const isOf = (line: string) => line.includes(requestId) && line.includes('"msg":"call"');
  await until(() => server.log.some(isOf));
  return JSON.parse(server.log.find(isOf) as string);
}

const counted = async () => (await scraped(server)).get("platonic_traces_broken_contexts_total") as number;

describe.each<readonly [string, Send]>([
  ["HTTP/1.1", overHttp1],
  ["gRPC", overGrpc],
])("over %s", (_, send) => {
  test.each(broken.map(([name, ...fields]) => [name, fields] as const))(
    "a traceparent %s stops no call, and is counted",
    async (_, fields) => {
      const before = await counted();
      const line = await lineOf(await send(fields));
      expect(line.trace_id).not.toBe(traceId);
      expect((await counted()) - before).toBe(1);
    },
  );

  test.each(brokenStates)("a tracestate %s stops no call, and is left out and counted", async (_, ...states) => {
    const before = await counted();
    const id = await send([["traceparent", good], ...states.map((state): Field => ["tracestate", state])]);
    expect(await lineOf(id)).toMatchObject({ trace_id: traceId });
    expect((await collector.callSpan(id)).traceState ?? "").toBe("");
    expect((await counted()) - before).toBe(1);
  });

  test("a tracestate in several headers is one", async () => {
    const before = await counted();
    const id = await send([
      ["traceparent", good],
      ...["rojo=1", "", "congo=2"].map((state): Field => ["tracestate", state]),
    ]);
    expect((await collector.callSpan(id)).traceState).toBe("rojo=1,congo=2");
    expect(await counted()).toBe(before);
  });

  test("headers that another protocol has for traces are ignored", async () => {
    const before = await counted();
    const id = await send([
      ["grpc-trace-bin", "AAAB"],
      ["traceparent-bin", "AAAB"],
      ["b3", "0"],
      ["uber-trace-id", "1"],
    ]);
    expect(await lineOf(id)).toMatchObject({ trace_id: expect.not.stringContaining(traceId) });
    expect(await counted()).toBe(before);
  });
});

test("all of that is told in one line", () => {
  expect(server.log.filter((line) => line.includes("broken_contexts"))).toHaveLength(1);
});
