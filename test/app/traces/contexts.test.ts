import { randomUUID } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { createClient, type Transport } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { ListSessionsRequestSchema } from "#contract/identity/v1/authentication_service_pb.js";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { openEvents } from "../../support/event-stream.ts";
import { legalRequests, paths } from "../../support/geocode-operations.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { scraped } from "../../support/metrics/scraped.ts";
import { messageOf } from "../../support/protocols.ts";
import { operatorKey, rpcProtocols, startServer, type TestServer, transportOf } from "../../support/server.ts";
import { brokenContexts, goodContexts, mark, traceId } from "../../support/telemetry/contexts.ts";
import { until } from "../../support/until.ts";
import { type ChannelClient, openChannel } from "../../transports/channel/client.ts";

const plan = { requestsPerMinute: 1_000_000, concurrentRequests: 1_000 };
const settings = { METRICS_PORT: "0", PLANS: JSON.stringify({ identity: plan }) };
const told = "a caller sends a traceparent";

let server: TestServer;
let holder: { id: string; session: string };
const transports = new Map<string, Transport>();
let channel: ChannelClient;
beforeAll(async () => {
  server = await startServer(settings);
  const api = new ApiClient(server);
  const { identity } = await api.identity();
  holder = { id: identity.id, session: await api.session(identity.id) };
  await api.call("POST", "/api/wallets/create", { identity_id: holder.id });
  for (const protocol of rpcProtocols) transports.set(protocol, transportOf(server.url, protocol, operatorKey));
  channel = await openChannel(server.url, () => ({ credentials: { case: "sessionToken", value: holder.session } }));
});
afterAll(async () => {
  channel?.socket.terminate();
  await server?.close();
});

/** Makes a call; resolves when it is answered with success. Returns its request id. */
type Send = (headers: Record<string, string>) => Promise<string>;

const sends: readonly (readonly [protocol: string, send: Send])[] = [
  [
    "rest",
    async (headers) => {
      const id = randomUUID();
      const { status } = await server.post(paths.transform, legalRequests.transform, {
        ...headers,
        "X-Request-Id": id,
      });
      expect(status).toBe(200);
      return id;
    },
  ],
  ...rpcProtocols.map((protocol): [string, Send] => [
    protocol,
    async (given) => {
      const id = randomUUID();
      const client = createClient(GeocodeService, transports.get(protocol) as Transport);
      const headers = { ...given, "x-request-id": id };
      await client.transform(messageOf("transform", legalRequests.transform) as never, { headers });
      return id;
    },
  ]),
  [
    "channel",
    async ({ traceparent = "", tracestate = "" }) => {
      const opId = randomUUID();
      const payload = toBinary(ListSessionsRequestSchema, create(ListSessionsRequestSchema, { identityId: holder.id }));
      const method = "identity.v1.AuthenticationService/ListSessions";
      channel.send({ case: "request", value: { opId, method, payload, traceparent, tracestate } });
      expect((await channel.expect("result")).answer.case).toBe("payload");
      return opId;
    },
  ],
];
/** Returns the line of the log of a call, once it is written. */
async function lineOf(requestId: string): Promise<{ trace_id?: string }> {
  const isOf = (line: string) => line.includes(requestId) && line.includes('"msg":"call"');
  await until(() => server.log.some(isOf));
  return JSON.parse(server.log.find(isOf) as string);
}

describe.each(sends)("a call over %s", (_, send) => {
  test.each(goodContexts)("with %s has its trace in the log", async (_, traceparent) => {
    const line = await lineOf(await send({ traceparent, tracestate: "rojo=1" }));
    expect(line).toMatchObject({ trace_id: traceId, reason: "OK" });
  });

  test.each(brokenContexts)(
    "with a context that is broken (%s) succeeds, and the context is counted",
    async (_, traceparent) => {
      const before = await broken();
      const line = await lineOf(await send({ traceparent }));
      expect(line).not.toHaveProperty("trace_id");
      expect((await broken()) - before).toBe(1);
    },
  );

  test("with a broken tracestate keeps its trace", async () => {
    expect(await lineOf(await send({ traceparent: good, tracestate: mark }))).toMatchObject({ trace_id: traceId });
  });

  test("without a context, or with a tracestate alone, has none", async () => {
    const before = await broken();
    expect(await lineOf(await send({}))).not.toHaveProperty("trace_id");
    expect(await lineOf(await send({ tracestate: "rojo=1" }))).not.toHaveProperty("trace_id");
    expect(await broken()).toBe(before);
  });
});

test.each<[string, () => Promise<unknown>]>([
  [
    "Server-Sent Events",
    async () => {
      const headers = { Authorization: `Bearer ${operatorKey}`, traceparent: good };
      const stream = await openEvents(`${server.url}/api/wallets/${holder.id}/events`, headers);
      await stream.next();
      stream.close();
    },
  ],
  ...rpcProtocols.map((protocol): [string, () => Promise<unknown>] => [
    protocol,
    async () => {
      const client = createClient(EventService, transports.get(protocol) as Transport);
      const over = new AbortController();
      const options = { headers: { traceparent: good }, signal: over.signal };
      for await (const _ of client.watch({ identityId: holder.id }, options)) break;
      over.abort();
    },
  ]),
])("a stream over %s has its trace in the log", async (_, watch) => {
  const lines = () => server.log.filter((line) => line.includes("EventService/Watch") && line.includes(traceId));
  const before = lines().length;
  await watch();
  await until(() => lines().length > before);
});

test("broken contexts are told once, without their text", async () => {
  for (let time = 0; time < 2; time++)
    await server.post(paths.transform, legalRequests.transform, { traceparent: mark });
  expect(server.log.filter((line) => line.includes(told)).map((line) => JSON.parse(line).level)).toEqual([40]);
  expect(server.log.filter((line) => line.includes(mark))).toEqual([]);
});

test("an answer tells nothing of traces", async () => {
  const answers = await Promise.all(
    [good, mark].map((traceparent) => server.post(paths.transform, legalRequests.transform, { traceparent })),
  );
  const [one, other] = answers.map(({ headers, body }) => [[...headers.keys()], body]);
  expect(one).toEqual(other);
  expect(JSON.stringify(answers.map(({ headers, body }) => [[...headers], body]))).not.toContain(traceId);
});

test.each(["*", "https://wallet.example"])("pages of the origins “%s” may send contexts", async (CORS_ORIGINS) => {
  const other = await startServer({ CORS_ORIGINS });
  try {
    for (const path of [paths.transform, "/geocode.v1.GeocodeService/Transform", "/wallet.v1.EventService/Watch"]) {
      const { headers } = await fetch(other.url + path, {
        method: "OPTIONS",
        headers: {
          Origin: "https://wallet.example",
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization,traceparent,tracestate",
        },
      });
      expect(headers.get("access-control-allow-headers")).toBe("authorization, traceparent, tracestate");
    }
  } finally {
    await other.close();
  }
});

const good = `00-${traceId}-00f067aa0ba902b7-01`;
const broken = async () => (await scraped(server)).get("platonic_traces_broken_contexts_total") as number;
