import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { HealthCheckResponse_ServingStatus as Status } from "#contract/grpc/health/v1/health_pb.js";
import type { ServingThread } from "../../../server/app/serving/serving-thread.ts";
import { grpcClient } from "../../support/grpc-client.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { scraped } from "../../support/metrics/scraped.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { deposit, newHolder } from "../../support/wallet-holder.ts";
import { RawSocket } from "../../transports/channel/websocket/raw-socket.ts";

const pace = { pauseMs: () => 0 };

/** Starts a server with threads; those that have opened the port are told. */
async function startThreads(environment: Record<string, string> = {}) {
  const threads: ServingThread[] = [];
  const onStart = (thread: ServingThread) => {
    void thread.opened.then(() => threads.push(thread));
    void thread.ended.then(() => threads.splice(threads.indexOf(thread), 1));
  };
  const serving = { pace, onStart };
  const server = await startServer({ ...environment, THREADS: "2" }, { serving });
  onTestFinished(() => server.close());
  return { server, threads };
}

describe("threads of one port", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ LOG_LEVEL: "silent", THREADS: "2" });
  });
  afterAll(() => server.close());

  test("carry a stream with requests and answers until its caller closes its side", async () => {
    const stream = grpcClient(server.url).reflection({ authorization: `Bearer ${operatorKey}` });
    for (const value of ["wallet.v1.WalletService", "fault.v1.FaultDetail"]) {
      stream.send({ messageRequest: { case: "fileContainingSymbol", value } });
      expect(await stream.next()).toMatchObject({ messageResponse: { case: "fileDescriptorResponse" } });
    }
    stream.end();
    expect((await stream.ended).code).toBe(0);
  });

  test("carry a stream of answers alone", async () => {
    const watch = grpcClient(server.url).watch("");
    expect(await watch.next()).toMatchObject({ status: Status.SERVING });
    watch.cancel();
  });

  test("carry a stream of events over REST, and the headers of one", async () => {
    const holder = await newHolder(new ApiClient(server), { TOKEN_STANDARD: 1 });
    const headers = { authorization: `Bearer ${operatorKey}` };
    const url = `${server.url}/api/wallets/${holder.id}/events`;
    const events = await fetch(url, { headers });
    const reader = (events.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
    const head = await fetch(url, { method: "HEAD", headers });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  });

  test("carry the bytes of channels both ways, and their end", async () => {
    const socket = await RawSocket.open(server.url, "/channel/wallet");
    socket.tcp.end();
    await socket.ended;
  });
});

test("where sockets cannot share a port the main thread serves, the ledger has its thread, and the log says so", async () => {
  // Loads what is native while the platform is still told.
  await (await startServer()).close();
  const { platform } = process;
  Object.defineProperty(process, "platform", { value: "darwin" });
  const server = await startServer({ THREADS: "2" }).finally(() =>
    Object.defineProperty(process, "platform", { value: platform }),
  );
  onTestFinished(() => server.close());
  const lines = server.log.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      THREADS: 2,
      msg: "one thread serves: sockets cannot share a port on this system",
    }),
  );
  const holder = await newHolder(new ApiClient(server), { TOKEN_STANDARD: 1 });
  expect((await holder.held())["TOKEN_STANDARD"]).toBe("1");
});

test("a thread that ends is replaced, and is told in the log and in a metric", async () => {
  const { server, threads } = await startThreads({ METRICS_PORT: "0" });
  const [lost] = threads as [ServingThread];
  await lost.terminate();
  await expect.poll(() => threads.length).toBe(2);
  expect(threads).not.toContain(lost);
  expect(
    (await server.post("/v1/admin/keys", { name: "one", plan: "developer", permissions: ["geocode:*"] })).status,
  ).toBe(200);
  expect(server.log.join("")).toContain("a thread of the port has ended");
  expect((await scraped(server)).get("platonic_threads_lost_total")).toBe(1);
});

test("what threads have measured counts when they have ended, but not the requests that they were answering", async () => {
  const { server, threads } = await startThreads({ METRICS_PORT: "0" });
  const sums = async () => {
    const series = [...(await scraped(server))];
    const sumOf = (name: string) => series.reduce((sum, [one, value]) => (one.startsWith(name) ? sum + value : sum), 0);
    return {
      requests: sumOf("http_server_request_duration_seconds_count"),
      active: sumOf("http_server_active_requests"),
    };
  };
  const ping = () => fetch(`${server.url}/healthz`, { headers: { Connection: "close" } });
  for (const _ of Array(10)) await ping();
  const watch = grpcClient(server.url).watch("");
  await watch.next();
  expect(await sums()).toEqual({ requests: 10, active: 1 });
  for (const losses of [1, 2]) {
    await Promise.all([...threads].map((thread) => thread.terminate()));
    await expect.poll(() => threads.length).toBe(2);
    await ping();
    expect(await sums()).toEqual({ requests: 10 + losses, active: 0 });
  }
});

test("the list of processes tells how many threads serve, and how many were replaced", async () => {
  const { server, threads } = await startThreads();
  const listed = async () => {
    const [self] = (await new ApiClient(server).call("GET", "/v1/admin/processes")).body.result.processes;
    return [self.threads, self.threads_lost];
  };
  await expect.poll(listed).toEqual([2, 0]);
  await threads[0]?.terminate();
  await expect.poll(() => threads.length).toBe(2);
  await expect.poll(listed).toEqual([2, 1]);
});

test("the connections of a network count over all threads, and those of a thread that ends no longer", async () => {
  const { server, threads } = await startThreads({ CONNECTIONS_PER_NETWORK: "4" });
  expect(await openFrom(server.url, "127.0.0.9", 8)).toBe(4);
  for (const thread of [...threads]) await thread.terminate();
  await expect.poll(() => threads.length).toBe(2);
  expect(await openFrom(server.url, "127.0.0.9", 8)).toBe(4);
});

test("many connections use both threads: some are those of one thread, and go on when the other one ends", async () => {
  const { server, threads } = await startThreads();
  const sockets = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      await once(socket, "connect");
      return socket.on("error", () => {});
    }),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await threads[0]?.terminate();
  await expect.poll(() => threads.length).toBe(2);
  const ended = () => sockets.filter(({ closed }) => closed).length;
  await expect.poll(ended).toBeGreaterThan(0);
  expect(ended()).toBeLessThan(64);
});

test("a thread that takes no more turns is ended", async () => {
  const program = new URL("./hanging-thread.ts", import.meta.url);
  const ended: Promise<Error>[] = [];
  const serving = {
    program,
    pace: { pauseMs: () => 3_600_000, pingMs: 1, unansweredMax: 100 },
    onStart: (thread: ServingThread) => ended.push(thread.ended),
  };
  const server = await startServer({ THREADS: "2" }, { serving });
  onTestFinished(() => server.close());
  await Promise.all(ended);
  expect(server.log.filter((line) => line.includes("a thread of the port has ended"))).toHaveLength(2);
});

const kills = Number(process.env["THREAD_KILLS"] ?? 100);

describe("payments while threads are killed", () => {
  const claim = "are neither lost nor doubled nor told differently";
  test(`ten times ${claim}`, () => payWhileKilled(10));
  test(`again and again ${claim} (THREAD_KILLS=${kills})`, { tags: ["slow/kills"] }, () => payWhileKilled(kills));
});

/** Pays while threads are killed, with the same orders again until each is answered. */
async function payWhileKilled(kills: number): Promise<void> {
  const { server, threads } = await startThreads({ LOG_LEVEL: "silent", TRANSACTIONS_PER_MINUTE: "1000000" });
  const api = new ApiClient(server);
  const [ada, bob] = [await newHolder(api), await newHolder(api)];
  await deposit(api, ada.id, "TOKEN_STANDARD", kills * 100);
  const told: { order: unknown; result: unknown }[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const orders = Array.from({ length: 8 }, () => ada.signed(ada.order({ recipient: bob.id, amount: "0.1" })));
    const paid = orders.map(async (order) => told.push({ order, result: await untilAnswered(() => ada.send(order)) }));
    await expect.poll(() => threads.length).toBe(2);
    await threads[kill % 2]?.terminate();
    await Promise.all(paid);
  }
  for (const { order, result } of told.slice(-40)) expect((await ada.send(order)).body.result).toEqual(result);
  const refused = told.filter(({ result }) => (result as { success: boolean }).success !== true);
  expect(refused.map(({ result }) => result)).toEqual([]);
  expect((await bob.held())["TOKEN_STANDARD"]).toBe(String((kills * 8) / 10));
}

/** Opens connections from an address of this machine. Returns how many are still open once all are answered or closed. */
async function openFrom(url: string, localAddress: string, count: number): Promise<number> {
  const outcomes = Array.from({ length: count }, () => {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress });
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {}).write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    return new Promise<boolean>((resolve) => {
      socket.once("data", () => resolve(true)).once("close", () => resolve(false));
    });
  });
  return (await Promise.all(outcomes)).filter(Boolean).length;
}

/** Repeats a call with the same order while its connection is cut. */
async function untilAnswered(send: () => Promise<{ body: { result: unknown } }>): Promise<unknown> {
  while (true) {
    const answer = await send().catch(() => undefined);
    if (answer !== undefined) return answer.body.result;
  }
}
