import { once } from "node:events";
import { Agent, request } from "node:http";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { expect, onTestFinished, test } from "vitest";
import { Health, HealthCheckResponse_ServingStatus as Status } from "#contract/grpc/health/v1/health_pb.js";
import { limits } from "../../../../server/core/limits.ts";
import { grpcClient } from "../../../support/grpc-client.ts";
import { hasOpenssl, makeCertificate } from "../../../support/http/certificate.ts";
import { operatorKey, startServer } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { until } from "../../../support/until.ts";

const server = sharedServer();
const longGrace = { SHUTDOWN_GRACE_MS: "3600000" };
const list = { messageRequest: { case: "listServices", value: "" } } as const;

async function started(environment: Record<string, string>) {
  const own = await startServer(environment);
  onTestFinished(() => own.close());
  return own;
}

test.each(["v1", "v1alpha"])(
  "reflection in version %s lists every service to a caller without a key",
  async (version) => {
    const stream = grpcClient(server().url).reflection({}, version);
    stream.send(list);
    await stream.next();
    const [answer] = stream.answers;
    const listed = answer?.messageResponse.case === "listServicesResponse" ? answer.messageResponse.value.service : [];
    const names = listed.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(
      expect.arrayContaining([
        "geocode.v1.GeocodeService",
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection",
        "wallet.v1.WalletService",
      ]),
    );
    stream.end();
    expect((await stream.ended).code).toBe(0);
  },
);

test("reflection answers each question when it comes, what is not there included", async () => {
  const stream = grpcClient(server().url).reflection({ authorization: `Bearer ${operatorKey}` });
  for (const [value, expected] of [
    ["wallet.v1.WalletService", "fileDescriptorResponse"],
    ["nothing.v1.Nothing", "errorResponse"],
    ["fault.v1.FaultDetail", "fileDescriptorResponse"],
    ["google.rpc.RetryInfo", "fileDescriptorResponse"],
  ] as const) {
    stream.send({ messageRequest: { case: "fileContainingSymbol", value } });
    expect(await stream.next(), value).toMatchObject({ messageResponse: { case: expected } });
  }
  stream.end();
  expect((await stream.ended).code).toBe(0);
});

test("reflection refuses wrong credentials, and says what is wrong", async () => {
  const { ended } = grpcClient(server().url).reflection({ authorization: "Bearer wrong" });
  const { code, details } = await ended;
  expect([code, details]).toEqual([Code.Unauthenticated, expect.stringContaining("credentials are invalid")]);
});

test("opening streams of reflection counts against the anonymous plan, health does not", async () => {
  const anonymous = { requestsPerMinute: 1, concurrentRequests: 5 };
  const { url } = await started({ PLANS: JSON.stringify({ anonymous }) });
  const client = grpcClient(url);
  const first = client.reflection();
  first.send(list);
  await first.next();
  const { code, metadata } = await client.reflection().ended;
  expect(code).toBe(Code.ResourceExhausted);
  expect(metadata.get("grpc-status-details-bin")).toHaveLength(1);
  for (let call = 0; call < 5; call++) expect(await client.watch("").next()).toMatchObject({ status: Status.SERVING });
});

test("without reflection its services are unknown", async () => {
  const { url } = await started({ GRPC_REFLECTION: "off" });
  expect((await grpcClient(url).reflection().ended).code).toBe(Code.Unimplemented);
  const { statuses } = await createClient(Health, createGrpcTransport({ baseUrl: url })).list({});
  expect(Object.keys(statuses).filter((name) => name.includes("reflection"))).toEqual([]);
});

const transports: [name: string, of: (baseUrl: string) => Transport][] = [
  ["gRPC", (baseUrl) => createGrpcTransport({ baseUrl })],
  ["gRPC-Web over HTTP/1.1", (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1" })],
  ["Connect over HTTP/1.1", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1" })],
  ["Connect over HTTP/2", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "2", useBinaryFormat: true })],
];

test.each(transports)("health answers Check, List and Watch over %s", async (_, transportOf) => {
  const health = createClient(Health, transportOf(server().url));
  expect((await health.check({})).status).toBe(Status.SERVING);
  expect((await health.check({ service: "wallet.v1.WalletService" })).status).toBe(Status.SERVING);
  const unknown = await health.check({ service: "nothing.v1.Nothing" }).catch(ConnectError.from);
  expect(unknown).toMatchObject({ code: Code.NotFound });
  const { statuses } = await health.list({});
  expect(statuses[""]?.status).toBe(Status.SERVING);
  expect(statuses["geocode.v1.GeocodeService"]?.status).toBe(Status.SERVING);
  for (const [service, expected] of [
    ["geocode.v1.GeocodeService", Status.SERVING],
    ["nothing.v1.Nothing", Status.SERVICE_UNKNOWN],
  ] as const) {
    for await (const { status } of health.watch({ service })) {
      expect(status).toBe(expected);
      break;
    }
  }
});

test("more streams than may be pipelined follow each other on one connection of HTTP/1.1", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  // A message of gRPC-Web without fields, of which there are two: the stream is refused after its first message.
  const body = Buffer.alloc(10);
  for (let call = 0; call < limits.pipelinedMax + 20; call++) {
    const headers = { "Content-Type": "application/grpc-web+proto" };
    const sent = request(`${server().url}/grpc.health.v1.Health/Watch`, { method: "POST", agent, headers }).end(body);
    const [response] = await once(sent, "response");
    await once(response.resume(), "end");
    expect([response.statusCode, sent.reusedSocket]).toEqual([200, call > 0]);
  }
});

test.skipIf(!hasOpenssl)("both are there with TLS", async () => {
  const certificate = makeCertificate();
  onTestFinished(certificate.remove);
  const { url } = await started({ TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile });
  const client = grpcClient(url, certificate.ca);
  const stream = client.reflection();
  stream.send(list);
  expect(await stream.next()).toMatchObject({ messageResponse: { case: "listServicesResponse" } });
  expect(await client.watch("").next()).toMatchObject({ status: Status.SERVING });
});

test("each stream has one line in the log, when it ends", async () => {
  const own = await started({});
  const linesOf = () =>
    own.log
      .join("")
      .split("\n")
      .filter((line) => line.includes("ServerReflectionInfo"));
  const stream = grpcClient(own.url).reflection();
  stream.send(list, list, list);
  await stream.next();
  expect(linesOf()).toEqual([]);
  stream.end();
  await stream.ended;
  await until(() => linesOf().length > 0);
  expect(linesOf().map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      protocol: "grpc",
      method: "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
      principal: "address:127.0.0.1",
      reason: "OK",
      msg: "call",
    }),
  ]);
});

test("a draining server tells those who watch at once, and ends their streams when it closes", async () => {
  const own = await startServer({ ...longGrace, DRAIN_MS: "300" });
  const client = grpcClient(own.url);
  const watch = client.watch("wallet.v1.WalletService");
  expect(await watch.next()).toMatchObject({ status: Status.SERVING });
  const closed = own.close();
  expect(await watch.next()).toMatchObject({ status: Status.NOT_SERVING });
  expect(await client.watch("").next()).toMatchObject({ status: Status.NOT_SERVING });
  expect((await watch.ended).code).toBe(Code.Unavailable);
  await closed;
});

test("a server that closes at once tells those who watch all the same, and waits for no stream", async () => {
  const own = await startServer(longGrace);
  const client = grpcClient(own.url);
  const watch = client.watch("");
  expect(await watch.next()).toMatchObject({ status: Status.SERVING });
  const reflection = client.reflection();
  reflection.send(list);
  await reflection.next();
  await own.close();
  expect(watch.answers.map(({ status }) => status)).toEqual([Status.SERVING, Status.NOT_SERVING]);
  expect((await watch.ended).code).toBe(Code.Unavailable);
  expect((await reflection.ended).code).toBe(Code.Unavailable);
});
