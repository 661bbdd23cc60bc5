import { randomUUID } from "node:crypto";
import { createClient } from "@connectrpc/connect";
import { expect, onTestFinished, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { traceparentOf } from "../../../server/core/tracing/trace-context.ts";
import { legalRequests, paths } from "../../support/geocode-operations.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { messageOf } from "../../support/protocols.ts";
import { operatorKey, rpcProtocols, startServer, transportOf } from "../../support/server.ts";
import { mark, spanId, traceId } from "../../support/telemetry/contexts.ts";
import { withoutStandardVariables } from "../../support/telemetry/otlp-receivers.ts";
import { type CollectedSpan, exportingTo, startCollector } from "../../support/telemetry/trace-collector.ts";
import { until } from "../../support/until.ts";
import { newHolder } from "../../support/wallet-holder.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

withoutStandardVariables();

const sampled = `00-${traceId}-${spanId}-01`;
const unsampled = `00-${traceId}-${spanId}-00`;
/** Numbers of kinds and of the status of failures over OTLP. */
const [internal, serverKind, client] = [1, 2, 3];
const failed = 2;

/** Starts a service that exports to a collector. */
async function traced(settings: Record<string, string> = {}) {
  const collector = await startCollector();
  const server = await startServer({ ...exportingTo(collector.url), BACKUPS: "off", ...settings });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await server.close();
    isClosed = true;
  };
  onTestFinished(close);
  return { collector, server, api: new ApiClient(server), close };
}

/** Returns the names of the spans of a trace, each with its children. */
type Tree = { readonly [name: string]: Tree };
function treeBelow(spans: readonly CollectedSpan[], parent: string): Tree {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === parent);
  return Object.fromEntries(children.map((one) => [one.name, treeBelow(spans, one.spanId)]));
}

test("a call over REST has a span in the trace of its caller, by the conventions of RPC and HTTP", async () => {
  const { collector, server } = await traced();
  const id = randomUUID();
  const headers = { traceparent: sampled, tracestate: "rojo=1", "X-Request-Id": id };
  await server.post(paths.transform, legalRequests.transform, headers);
  const span = await collector.callSpan(id);
  expect(span).toMatchObject({
    traceId,
    parentSpanId: spanId,
    traceState: "rojo=1",
    name: "geocode.v1.GeocodeService/Transform",
    kind: serverKind,
    status: { code: 0 },
    attributes: {
      "rpc.system.name": "rest",
      "rpc.method": "geocode.v1.GeocodeService/Transform",
      "rpc.response.status_code": "OK",
      "http.request.method": "POST",
      "http.route": "/v1/geocode/transform",
      "http.response.status_code": 200,
      "enduser.id": expect.stringMatching(/^key:/),
    },
  });
  expect(BigInt(span.endTimeUnixNano)).toBeGreaterThan(BigInt(span.startTimeUnixNano));
  const line = JSON.parse(server.log.find((one) => one.includes(id)) as string);
  expect(line).toMatchObject({ trace_id: traceId, span_id: span.spanId });
  await collector.spanWith(({ name, parentSpanId }) => name === "authentication" && parentSpanId === span.spanId);
});

test("only a caller that is looked up in the database has a span of its authentication", async () => {
  const { collector, server } = await traced();
  const [first, second] = [randomUUID(), randomUUID()];
  for (const id of [first, second]) {
    await server.post(paths.transform, legalRequests.transform, { "X-Request-Id": id });
  }
  // The spans within a call are exported before it.
  const found = [await collector.callSpan(first), await collector.callSpan(second)];
  const trees = found.map(({ spanId }) => Object.keys(treeBelow(collector.spans, spanId)));
  expect(trees).toEqual([["authentication"], []]);
});

test.each(rpcProtocols)("a call and a stream over %s have a span", async (protocol) => {
  const { collector, server, api } = await traced();
  const id = randomUUID();
  const headers = { traceparent: sampled, "x-request-id": id };
  const transport = transportOf(server.url, protocol, operatorKey);
  const geocode = createClient(GeocodeService, transport);
  await geocode.transform(messageOf("transform", legalRequests.transform) as never, { headers });
  expect(await collector.callSpan(id)).toMatchObject({ traceId, parentSpanId: spanId, kind: serverKind });
  const { identity } = await api.identity();
  await api.call("POST", "/api/wallets/create", { identity_id: identity.id });
  const over = new AbortController();
  const streamId = randomUUID();
  const options = { headers: { traceparent: sampled, "x-request-id": streamId }, signal: over.signal };
  for await (const _ of createClient(EventService, transport).watch({ identityId: identity.id }, options)) break;
  over.abort();
  expect(await collector.callSpan(streamId)).toMatchObject({ traceId, name: "wallet.v1.EventService/Watch" });
});

test("failures of a caller have their reason, and only failures of the service the status of an error", async () => {
  const { collector, server } = await traced();
  const [bad, gone] = [randomUUID(), randomUUID()];
  await server.post(paths.transform, {}, { "X-Request-Id": bad });
  expect(await collector.callSpan(bad)).toMatchObject({
    status: { code: 0 },
    attributes: { "error.type": "PARAMETER_REQUIRED", "http.response.status_code": 400 },
  });
  const token = `${part({ alg: "ES256", kid: "a" })}.${part({ iss: "https://nobody.test", sub: "s", aud: "x", exp: 4e9 })}.${"A".repeat(86)}`;
  const other = await traced({
    JWT_ISSUERS: JSON.stringify([{ issuer: "https://nobody.test", audience: "x", jwks: "http://127.0.0.1:1/keys" }]),
  });
  const headers = { "X-Request-Id": gone, Authorization: `Bearer ${token}` };
  await other.server.post(paths.transform, legalRequests.transform, headers);
  const span = await other.collector.callSpan(gone);
  expect(span).toMatchObject({ status: { code: failed }, attributes: { "error.type": "UNAVAILABLE" } });
  const inner = await other.collector.spanWith(({ parentSpanId }) => parentSpanId === span.spanId);
  expect(inner).toMatchObject({ name: "authentication", kind: internal, attributes: { "error.type": "UNAVAILABLE" } });
});
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a large request has a span of the thread that executes it", async () => {
  const { collector, server } = await traced();
  const id = randomUUID();
  const data = Array.from({ length: 20_000 }, (_, index) => index);
  await server.post(paths.phiResonance, { ...legalRequests.phiResonance, data }, { "X-Request-Id": id });
  const { spanId: call } = await collector.callSpan(id);
  await collector.spanWith(({ name, parentSpanId }) => name === "worker thread" && parentSpanId === call);
});

test("a payment has a tree of spans, and its order links to the turn of the ledger that has written it", async () => {
  const { collector, server, api } = await traced();
  const [ada, bob] = [await newHolder(api, { TOKEN_STANDARD: 100 }), await newHolder(api)];
  const id = randomUUID();
  const signed_order = ada.signed(ada.order({ recipient: bob.id }));
  await server.post(
    "/api/transactions/transfer",
    { sender: ada.id, signed_order },
    {
      traceparent: sampled,
      "X-Request-Id": id,
    },
  );
  const call = await collector.callSpan(id);
  const own = () => collector.spans.filter((span) => span.traceId === traceId);
  await until(() => own().some(({ name }) => name === "ledger order"));
  const order = own().find(({ name }) => name === "ledger order") as CollectedSpan;
  const tree = treeBelow(own(), call.spanId);
  expect(Object.keys(tree)).toEqual(expect.arrayContaining(["ledger order"]));
  expect(JSON.stringify(tree)).toMatch(/"(SELECT \w+|transaction)"/);
  expect(order.links).toHaveLength(1);
  const turn = await collector.spanWith((span) => span.spanId === order.links[0]?.spanId);
  expect(turn).toMatchObject({ name: "ledger turn", attributes: { "platonic.ledger.orders": 1 } });
  expect(turn).not.toHaveProperty("parentSpanId", expect.stringMatching(/./));
  expect(turn.traceId).not.toBe(traceId);
  const write = await collector.spanWith(({ parentSpanId }) => parentSpanId === turn.spanId);
  expect(write).toMatchObject({ name: "transaction", kind: client, attributes: { "db.system.name": "sqlite" } });
});

test("orders of one turn link to the same span, and a turn without a recorded order has none", async () => {
  const { collector, server, api } = await traced();
  const [ada, bob] = [await newHolder(api, { TOKEN_STANDARD: 100 }), await newHolder(api)];
  const pay = (traceparent: string) =>
    server.post(
      "/api/transactions/transfer",
      { sender: ada.id, signed_order: ada.signed(ada.order({ recipient: bob.id, amount: "1" })) },
      { traceparent },
    );
  await Promise.all(Array.from({ length: 20 }, () => pay(sampled)));
  const orders = () => collector.spans.filter((span) => span.traceId === traceId && span.name === "ledger order");
  await until(() => orders().length === 20);
  const turns = new Set(orders().map(({ links }) => links[0]?.spanId));
  const count = () => collector.spans.filter(({ name, spanId }) => name === "ledger turn" && turns.has(spanId));
  await until(() => count().length === turns.size);
  expect(count().reduce((sum, { attributes }) => sum + Number(attributes["platonic.ledger.orders"]), 0)).toBe(20);
  const all = () => collector.spans.filter(({ name }) => name === "ledger turn").length;
  const before = all();
  expect((await pay(unsampled)).status).toBe(200);
  await pay(sampled);
  await until(() => all() > before);
  expect(all()).toBe(before + 1);
});

test("a webhook carries the context of the span of its delivery", async () => {
  const receiver = await startReceiver();
  const { collector, api, close } = await traced({ WEBHOOK_ADDRESSES: "any" });
  const ada = await newHolder(api);
  await api.call("POST", `/api/wallets/${ada.id}/webhooks`, { url: `${receiver.url}?secret=${mark}` });
  await api.call("POST", "/v1/admin/ledger/deposits", {
    identity_id: ada.id,
    token_type: "TOKEN_STANDARD",
    amount: "7",
  });
  const [post] = await receiver.until(1);
  const span = await collector.spanWith(({ name }) => name === "POST webhook");
  expect(post?.headers["traceparent"]).toBe(traceparentOf({ ...span, isSampled: true }));
  expect(span).toMatchObject({ kind: client, attributes: { "http.response.status_code": 204 } });
  await close();
  expect(collector.bodies.join()).not.toContain(mark);
});

test("a mail has a span in the trace of the call that sends it, without its recipient", async () => {
  const mails = await startMailServer();
  const { collector, server, api } = await traced(mails.environment);
  const { identity } = await api.identity({ email: `${mark}@example.org` });
  const id = randomUUID();
  const headers = { traceparent: sampled, "X-Request-Id": id };
  await server.post("/api/verification/challenge", { identity_id: identity.id, method: "METHOD_EMAIL" }, headers);
  await mails.until(1);
  const call = await collector.callSpan(id);
  const mail = await collector.spanWith((span) => span.name === "send mail" && span.traceId === traceId);
  expect(mail).toMatchObject({ kind: client });
  expect(JSON.stringify(treeBelow(collector.spans, call.spanId))).toContain("send mail");
  expect(collector.bodies.join()).not.toContain(mark);
});

test("what is not sampled has no spans, and its trace is in the log all the same", async () => {
  const { collector, server, close } = await traced();
  const id = randomUUID();
  await server.post(paths.transform, legalRequests.transform, { traceparent: unsampled, "X-Request-Id": id });
  await close();
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  const line = JSON.parse(server.log.find((one) => one.includes(id)) as string);
  expect(line.trace_id).toBe(traceId);
  expect(line).not.toHaveProperty("span_id");
});

test("nothing that a caller sends is in a span, but its ids and its place in a trace", async () => {
  const { collector, server, api, close } = await traced();
  const headers = { "User-Agent": mark, "X-Custom": mark, Referer: mark, "Idempotency-Key": mark };
  await server.post(`${paths.transform}?${mark}=1`, { ...legalRequests.transform, [mark]: mark }, headers);
  await server.post(`/v1/${mark}`, {}, headers);
  await server.post(paths.encode, { ...legalRequests.encode, data: { [mark]: [1, 2] } }, headers);
  await server.post(paths.transform, mark, headers);
  await server.post(paths.transform, legalRequests.transform, { Authorization: `Bearer ${mark}-as-key` });
  await server.post(paths.transform, legalRequests.transform, { traceparent: mark, tracestate: mark });
  await server.post("/v1/admin/keys", { name: mark, plan: "operator", permissions: ["*"] });
  await api.identity({ username: mark.toLowerCase(), email: `${mark}@example.org`, profile: { display_name: mark } });
  await close();
  expect(collector.spans.length).toBeGreaterThan(8);
  expect(collector.bodies.join().toLowerCase()).not.toContain(mark.toLowerCase());
  expect(collector.bodies.join()).not.toContain(operatorKey);
});

test("all spans are exported before the service has stopped", async () => {
  const { collector, server, close } = await traced({ OTEL_BSP_SCHEDULE_DELAY: "3600000" });
  const id = randomUUID();
  await server.post(paths.transform, legalRequests.transform, { "X-Request-Id": id });
  await close();
  expect(collector.spans.some(({ attributes }) => attributes["platonic.request.id"] === id)).toBe(true);
});
