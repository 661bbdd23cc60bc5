import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { Answer } from "../../../server/rpc/call.ts";
import { askOne, getInfo, HostClient } from "./client.ts";
import { openFakeService } from "./fake-service.ts";

/** Times so short that a test can wait for them to pass. */
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

it("a message that is begun must end in time, however busy its writer is", async () => {
  const { path } = await openFakeService();
  const client = await HostClient.open(path);
  client.write(half);
  const drip = setInterval(() => client.write("x"), 20);
  expect(await client.rest()).toEqual([]);
  clearInterval(drip);
});

it("a message begun behind others must end in time too, and one that ends in time is answered", async () => {
  const { path } = await openFakeService();
  const client = await HostClient.open(path);
  client.write(`{"method":"${getInfo}"}\0${half}`);
  expect((await client.reply())?.error).toBeUndefined();
  client.write(`${getInfo}"}\0${half}`);
  expect((await client.reply())?.error).toBeUndefined();
  expect(await client.rest()).toEqual([]);
});

it("a connection on which nobody says anything is closed", async () => {
  const { path } = await openFakeService();
  const client = await HostClient.open(path);
  expect(await client.rest()).toEqual([]);
});

it("a connection whose call takes long is not", async () => {
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
  // Two of them, one after the other, are longer than a connection may be idle.
  await idle.closed;
  await (await HostClient.open(path)).closed;
  release({ written: '{"verified":false}', limits: { limit: 1, remaining: 1, resetAtSeconds: 1 } });
  expect(await client.reply()).toEqual({ parameters: { verified: false } });
});

it("who does not read what is answered is not waited for, nor does it pile up", async () => {
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

it("one user has so many connections and no more, while others still get theirs", async () => {
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
    // The server sees the end of the other connection in a turn of its own.
    const again = await HostClient.open(path);
    again.send(getInfo);
    if ((await again.reply()) !== undefined) return;
    await turn();
  }
});

it("all users together have so many connections and no more", async () => {
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

it("who cannot be told is not served, and the reason is told", async () => {
  const { path, bugs } = await openFakeService({
    peer: () => {
      throw new Error("nobody knows");
    },
  });
  const client = await HostClient.open(path);
  client.send(getInfo);
  expect(await client.rest()).toEqual([]);
  expect(bugs).toEqual([new Error("nobody knows")]);
});

it("a transport that closes answers running calls, accepts no more, and cuts what is left after the grace period", async () => {
  let release: (answer: Answer) => void = () => {};
  const { path, transport, calls } = await openFakeService({
    answer: () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  // Who keeps its own side open does not hold up the end.
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
