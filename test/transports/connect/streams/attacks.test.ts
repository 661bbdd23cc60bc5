import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { expect, onTestFinished, test } from "vitest";
import { Health as HealthService } from "#contract/grpc/health/v1/health_pb.js";
import { ServerReflection, ServerReflectionRequestSchema } from "#contract/grpc/reflection/v1/reflection_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { limits } from "../../../../server/core/limits.ts";
import { Health } from "../../../../server/grpc/health/health.ts";
import { Descriptors } from "../../../../server/grpc/reflection/descriptors.ts";
import { reflect } from "../../../../server/grpc/reflection/reflection.ts";
import { openMethods } from "../../../../server/rpc/authorization.ts";
import type { ServiceTable, StreamBounds } from "../../../../server/rpc/handler.ts";
import type { Observation, PipelineDeps } from "../../../../server/rpc/pipeline.ts";
import { createStreams } from "../../../../server/rpc/streams/streams.ts";
import { createStreamRouter } from "../../../../server/transports/connect/stream-router.ts";
import { openPort } from "../../../../server/transports/http/port.ts";
import { grpcClient } from "../../../support/grpc-client.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { until } from "../../../support/until.ts";

const server = sharedServer();
const path = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
const list = { messageRequest: { case: "listServices", value: "" } } as const;
/** The largest file there is. */
const large = { messageRequest: { case: "fileByFilename", value: "google/protobuf/descriptor.proto" } } as const;

const bounds: StreamBounds = { concurrentMax: 100, perNetworkMax: 100, requestsMax: 1_000, requestBytesMax: 1024 };

/** Serves the streams of reflection and health alone, with bounds that a test can reach. */
async function startStreams(changed: Partial<StreamBounds>) {
  const streams = { ...bounds, ...changed };
  const observed: Observation[] = [];
  const bugs: unknown[] = [];
  const counted = { answers: 0 };
  const descriptors = new Descriptors([WalletService]);
  const health = new Health({ services: [], isServing: () => Promise.resolve(true), readingMs: 1_000 });
  const tables: ServiceTable[] = [
    {
      service: ServerReflection,
      operations: {
        async *serverReflectionInfo(questions) {
          for await (const answer of reflect(questions, descriptors)) {
            counted.answers++;
            yield answer;
          }
        },
      },
      publicAccess: { isLimited: false },
      streams,
    },
    {
      service: HealthService,
      operations: {
        check: () => ({}),
        list: () => ({}),
        async *watch({ service }, { signal }) {
          for await (const status of health.watch(service, signal)) yield { status };
        },
      },
      publicAccess: { isLimited: false },
      streams,
    },
  ];
  const steps = createStreams({
    tables,
    anonymous: (address: string) => ({ id: address, permissions: [] }),
    observe: (observation: Observation) => void observed.push(observation),
    outageOf: () => undefined,
    openToAll: openMethods({ registration: false }),
    now: () => performance.now(),
  } as unknown as PipelineDeps);
  const route = createStreamRouter(steps, (error) => void bugs.push(error));
  const port = await openPort({ host: "127.0.0.1", port: 0 }, (exchange) => {
    if (!route(exchange)) exchange.reply(404, []);
  });
  onTestFinished(async () => {
    steps.close();
    await port.close(0);
    expect(bugs).toEqual([]);
  });
  return { url: `http://127.0.0.1:${port.address.port}`, observed, counted, health };
}

/** A client of HTTP/2 that decides itself what it reads. */
function rawSession(url: string, settings = {}): ClientHttp2Session {
  const session = connect(url, { settings });
  session.on("error", () => {});
  onTestFinished(() => session.destroy());
  return session;
}

function rawStream(session: ClientHttp2Session, headers: Record<string, string> = {}): ClientHttp2Stream {
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  });
  stream.on("error", () => {});
  return stream;
}

function framed(message: { messageRequest: typeof list.messageRequest | typeof large.messageRequest }): Buffer {
  const bytes = toBinary(ServerReflectionRequestSchema, create(ServerReflectionRequestSchema, message));
  const frame = Buffer.alloc(5 + bytes.length);
  frame.writeUInt32BE(bytes.length, 1);
  frame.set(bytes, 5);
  return frame;
}

test("thousands of requests on one stream: it ends at its bound, and says so", async () => {
  const stream = grpcClient(server().url).reflection();
  for (let request = 0; request < 3 * limits.reflectionRequestsMax; request++) stream.send(list);
  const { code, details } = await stream.ended;
  expect([code, details]).toEqual([Code.ResourceExhausted, expect.stringContaining("1000 requests at most")]);
  expect(stream.answers).toHaveLength(limits.reflectionRequestsMax);
});

test("a client that never reads: a few answers are made, others are served, and its stream is cut", async () => {
  const { url, counted, observed } = await startStreams({ idleMs: 200 });
  const greedy = rawStream(rawSession(url, { initialWindowSize: 0 }));
  for (let request = 0; request < 500; request++) greedy.write(framed(large));
  const other = grpcClient(url).reflection();
  other.send(list);
  expect(await other.next()).toHaveProperty("messageResponse");
  other.cancel();
  await until(() => observed.some(({ reason }) => reason === "RATE_LIMIT_EXCEEDED"));
  const closed = once(greedy, "close");
  // The client notices only when it reads.
  greedy.resume();
  await closed;
  expect(counted.answers).toBeLessThan(50);
});

test("a client that reads neither answers nor the status: its stream is cut", async () => {
  const { url, counted } = await startStreams({ idleMs: 50 });
  const greedy = rawStream(rawSession(url, { initialWindowSize: 0 }));
  for (let request = 0; request < 50; request++) greedy.write(framed(list));
  await until(() => counted.answers === 50);
  greedy.resume();
  await once(greedy, "close");
});

test("a client that never sends: its stream is ended, and it is told", async () => {
  const { url } = await startStreams({ idleMs: 50 });
  const { code, details } = await grpcClient(url).reflection().ended;
  expect([code, details]).toEqual([Code.ResourceExhausted, "No request came for 0.05 s; open another stream."]);
});

test("a client that neither ends its side nor goes: the stream is closed for it after the status", async () => {
  const { url } = await startStreams({ requestsMax: 1 });
  const stream = rawStream(rawSession(url));
  const trailers = once(stream, "trailers");
  stream.resume();
  stream.write(Buffer.concat([framed(list), framed(list)]));
  expect((await trailers)[0]).toMatchObject({ "grpc-status": "8" });
  await once(stream, "close");
  expect(stream.rstCode).toBe(0);
});

test.each([
  ["a message that is too long", Buffer.concat([Buffer.from([0, 0, 0, 8, 0]), Buffer.alloc(2048)]), "8"],
  ["a message that declares four gigabytes", Buffer.from([0, 255, 255, 255, 255, 0]), "8"],
  ["a message that is none", Buffer.from([0, 0, 0, 0, 2, 255, 255]), "3"],
])("%s is refused as one of the caller", async (_, bytes, status) => {
  const { url } = await startStreams({});
  const stream = rawStream(rawSession(url));
  const trailers = once(stream, "trailers");
  stream.resume();
  stream.write(bytes);
  expect((await trailers)[0]).toMatchObject({ "grpc-status": status });
});

test("the deadline of the caller ends a stream", async () => {
  const { url, observed } = await startStreams({});
  const stream = rawStream(rawSession(url), { ":path": "/grpc.health.v1.Health/Watch", "grpc-timeout": "50m" });
  const trailers = once(stream, "trailers");
  stream.resume();
  stream.end(Buffer.alloc(5));
  expect((await trailers)[0]).toMatchObject({ "grpc-status": "4" });
  expect(observed.map(({ reason }) => reason)).toEqual(["REFUSED"]);
});

test("many streams of one network: those beyond the bound are refused until one ends", async () => {
  const { url } = await startStreams({ perNetworkMax: 2 });
  const client = grpcClient(url);
  const [first, second] = [client.reflection(), client.reflection()];
  for (const stream of [first, second]) {
    stream.send(list);
    await stream.next();
  }
  const { code, details } = await client.reflection().ended;
  expect([code, details]).toEqual([Code.ResourceExhausted, expect.stringContaining("2 open streams from one network")]);
  first.end();
  await first.ended;
  const third = client.reflection();
  third.send(list);
  expect(await third.next()).toHaveProperty("messageResponse");
});

test("streams whose clients vanish give their places back, and nobody is told about health any more", async () => {
  const { url, health, observed } = await startStreams({ perNetworkMax: 20 });
  for (let round = 0; round < 3; round++) {
    const session = rawSession(url);
    const watches = Array.from({ length: 20 }, () => rawStream(session, { ":path": "/grpc.health.v1.Health/Watch" }));
    for (const watch of watches) watch.end(Buffer.alloc(5));
    await Promise.all(watches.map((watch) => once(watch, "data")));
    expect(health.watchers).toBe(20);
    session.destroy();
    await until(() => health.watchers === 0);
  }
  expect(observed.map(({ reason }) => reason)).toEqual(Array.from({ length: 60 }, () => "OK"));
});

test("an authority of which no URL can be made is refused", async () => {
  const { url } = await startStreams({});
  const stream = rawStream(rawSession(url), { ":authority": "localhost:99999" });
  stream.end();
  const [headers] = await once(stream, "response");
  expect(headers[":status"]).toBe(400);
});

test("a small compressed message that grows beyond the bound is refused", async () => {
  const { url } = await startStreams({});
  const bomb = gzipSync(Buffer.alloc(512 * 1024));
  expect(bomb.length).toBeLessThan(bounds.requestBytesMax);
  const prefix = Buffer.from([1, 0, 0, 0, 0]);
  prefix.writeUInt32BE(bomb.length, 1);
  const stream = rawStream(rawSession(url), { "grpc-encoding": "gzip" });
  const trailers = once(stream, "trailers");
  stream.resume();
  stream.write(Buffer.concat([prefix, bomb]));
  expect((await trailers)[0]).toMatchObject({ "grpc-status": "8" });
});
