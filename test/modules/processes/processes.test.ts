import { afterAll, beforeAll, expect, test } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { RawConnection } from "../../support/http/raw-connection.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";

/** Answer of `ListProcesses` of one server. */
const listOf = async (server: TestServer) =>
  (await new ApiClient(server).call("GET", "/v1/admin/processes")).body.result;

onEveryServer("the list of processes", ({ server, environment }) => {
  let other: TestServer;
  beforeAll(async () => {
    other = await startServer({ ...environment(), SHUTDOWN_GRACE_MS: "30000" });
  });
  afterAll(() => other?.close());

  test("has every process on the database, and tells which one answers", async () => {
    const [here, there] = [await listOf(server()), await listOf(other)];
    expect(here.processes.map((one: object) => ({ ...one, is_answering: undefined }))).toMatchObject([
      { pid: process.pid, state: "ready", version: expect.stringMatching(/^\d/) },
      { pid: process.pid, state: "ready" },
    ]);
    expect(here.processes.map((one: { is_answering: boolean }) => one.is_answering)).toEqual([true, false]);
    expect(there.processes.map((one: { is_answering: boolean }) => one.is_answering)).toEqual([false, true]);
    for (const one of here.processes) {
      expect(one.memory_bytes).toBeGreaterThan(2 ** 20);
      expect(one.threads).toBe(Number(process.env["TEST_THREADS"] ?? 1));
      expect(one.utilization).toBeGreaterThanOrEqual(0);
      expect(one.utilization).toBeLessThanOrEqual(1);
      // One machine has one clock.
      expect(Math.abs(one.clock_ahead_ms)).toBeLessThan(5_000);
      expect(Date.parse(one.heartbeat_at)).toBeGreaterThanOrEqual(Date.parse(one.started_at));
    }
  });

  test("is printed by platonic processes", async () => {
    const out: string[] = [];
    const write = (text: string) => out.push(text);
    const env = { PLATONIC_URL: server().url, PLATONIC_API_KEY: operatorKey };
    expect(await platonic(["processes"], { env, write, complain: write })).toBe(0);
    expect(out.join("")).toMatch(new RegExp(`\\b${process.pid}\\b.*\\bready\\b`));
  });

  test("is for administrators alone", async () => {
    const { secret } = await server().createKey("enterprise", ["wallets:*", "geocode:*"]);
    const call = async (credentials: string) =>
      (await new ApiClient(server()).call("GET", "/v1/admin/processes", undefined, credentials)).status;
    expect([await call(secret), await call("")]).toEqual([403, 401]);
  });

  test("tells that a process shuts down, and forgets it when it has ended", async () => {
    // A call that is under way keeps the shutdown from ending.
    const connection = await RawConnection.open(other.url);
    connection.write(
      `POST /v1/geocode/encode HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${operatorKey}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n",
    );
    await connection.continued;
    const closing = other.close();
    const states = async () => (await listOf(server())).processes.map((one: { state: string }) => one.state);
    await expect.poll(states).toEqual(["ready", "draining"]);
    connection.write("{}");
    expect((await connection.answer())?.status).toBe(400);
    await closing;
    expect(await states()).toEqual(["ready"]);
  });
});
