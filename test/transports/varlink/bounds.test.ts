// @module-tag slow/load

import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { Answer } from "../../../server/rpc/call.ts";
import { askOne, getInfo, HostClient } from "./client.ts";
import { openFakeService } from "./fake-service.ts";

/** Time limits short enough for a test to wait for. */
vi.mock("../../../server/core/limits.ts", async (importOriginal) => {
  const { limits } = await importOriginal<typeof import("../../../server/core/limits.ts")>();
  const short = {
    hostMessageTimeoutMs: 400,
    hostIdleTimeoutMs: 900,
    hostConnectionsMax: 8,
    hostConnectionsPerUserMax: 3,
  };
  return { limits: { ...limits, ...short } };
});

const verify = "io.platonic.Kernel.WalletVerify";
const half = '{"method":"';

it("an unfinished message ends the connection in time, however busy its writer is", async () => {
  const { path } = await openFakeService();
  const client = await HostClient.open(path);
  client.write(half);
  const drip = setInterval(() => client.write("x"), 20);
  expect(await client.rest()).toEqual([]);
  clearInterval(drip);
});

it("an unfinished message after finished ones ends the connection in time", async () => {
  const { path } = await openFakeService();
  const client = await HostClient.open(path);
  client.write(`{"method":"${getInfo}"}\0${half}`);
  expect((await client.reply())?.error).toBeUndefined();
  client.write(`${getInfo}"}\0${half}`);
  expect((await client.reply())?.error).toBeUndefined();
  expect(await client.rest()).toEqual([]);
});

it("an idle connection is closed", async () => {
  const { path } = await openFakeService();
  const client = await HostClient.open(path);
  expect(await client.rest()).toEqual([]);
});

it("a connection with a running call is not closed as idle", async () => {
  let release: (answer: Answer) => void = () => {};
  const { path } = await openFakeService({
    answer: () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  const client = await HostClient.open(path);
  client.send(verify);
  const idle = await HostClient.open(path);
  // Two idle connections in a row take longer than the idle timeout.
  await idle.closed;
  await (await HostClient.open(path)).closed;
  release({ written: '{"verified":false}', limits: { limit: 1, remaining: 1, resetAtSeconds: 1 } });
  expect(await client.reply()).toEqual({ parameters: { verified: false } });
});

it("a client that does not read is disconnected, and its unread answers are bounded", async () => {
  const { path, calls } = await openFakeService({
    answer: async () => ({
      written: JSON.stringify({ text: "x".repeat(100_000) }),
      limits: { limit: 1, remaining: 1, resetAtSeconds: 1 },
    }),
  });
  const client = await HostClient.open(path);
  client.socket.pause();
  for (let n = 0; n < 1_000; n++) client.send(verify);
  while (calls.length === 0) await turn();
  await once(calls[0]?.signal as AbortSignal, "abort");
  expect(calls.length).toBeLessThan(50);
});

it("the connections of one user are limited, without affecting other users", async () => {
  let uid = 1;
  const { path } = await openFakeService({ peer: () => ({ uid, gid: uid, groups: [] }) });
  const clients = await Promise.all([1, 2, 3].map(() => HostClient.open(path)));
  const refused = await HostClient.open(path);
  refused.send(getInfo);
  expect(await refused.rest()).toEqual([]);
  uid = 2;
  expect((await askOne(path, getInfo)).error).toBeUndefined();
  uid = 1;
  const [first] = clients;
  first?.socket.end();
  await first?.closed;
  for (;;) {
    // The server notices the end of the other connection in a later turn of the event loop.
    const again = await HostClient.open(path);
    again.send(getInfo);
    if ((await again.reply()) !== undefined) return;
    await turn();
  }
});

it("the connections of all users together are limited", async () => {
  let uid = 0;
  const { path } = await openFakeService({ peer: () => ({ uid: ++uid, gid: uid, groups: [] }) });
  const clients = await Promise.all(Array.from({ length: 8 }, () => HostClient.open(path)));
  const refused = await HostClient.open(path);
  refused.send(getInfo);
  expect(await refused.rest()).toEqual([]);
  for (const client of clients) {
    client.send(getInfo);
    expect((await client.reply())?.error).toBeUndefined();
  }
});

it("a client whose user cannot be determined is disconnected, and the error is reported", async () => {
  const { path, bugs } = await openFakeService({
    peer: () => {
      throw new Error("no peer credentials");
    },
  });
  const client = await HostClient.open(path);
  client.send(getInfo);
  expect(await client.rest()).toEqual([]);
  expect(bugs).toEqual([new Error("no peer credentials")]);
});

it("closing the transport answers running calls, accepts no new ones, and ends after the grace period", async () => {
  let release: (answer: Answer) => void = () => {};
  const { path, transport, calls } = await openFakeService({
    answer: () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  // A client that keeps its side open does not delay the end.
  const [busy, idle] = [await HostClient.open(path, true), await HostClient.open(path)];
  busy.send(verify);
  busy.send(verify);
  while (calls.length === 0) await turn();
  const closed = transport.close(60_000);
  await idle.closed;
  await expect(HostClient.open(path)).rejects.toThrow("ENOENT");
  release({ written: "{}", limits: { limit: 1, remaining: 1, resetAtSeconds: 1 } });
  expect(await busy.rest()).toEqual([{ parameters: {} }]);
  await closed;
  expect(calls).toHaveLength(1);

  const other = await openFakeService({ answer: () => new Promise(() => {}) });
  const cut = await HostClient.open(other.path);
  cut.send(verify);
  while (other.calls.length === 0) await turn();
  await other.transport.close(1);
  expect(await cut.rest()).toEqual([]);
  const signal = other.calls[0]?.signal as AbortSignal;
  if (!signal.aborted) await once(signal, "abort");
});
