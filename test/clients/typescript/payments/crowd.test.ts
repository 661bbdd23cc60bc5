// @module-tag slow/load

import { afterAll, beforeAll, expect, test } from "vitest";
import type { WalletClient } from "../../../../clients/typescript/src/index.ts";
import { CuttingProxy } from "../../../support/proxy.ts";
import { type Holder, heldBy, newHolder, phaseOf, pinnedKey, standard, walletOf } from "../../../support/sdk-holder.ts";
import { ServerProcess } from "../server-process.ts";

const identities = 100;
const clientsPerIdentity = 10;
const clients = identities * clientsPerIdentity;

// The limits are the defaults of a service: no larger plans, and no more channels per identity.
const server = new ServerProcess({ PLANS: "{}" });
const proxy = new CuttingProxy(() => Number(new URL(server.url).port));
const wallets: WalletClient[] = [];
let bob: Holder;
beforeAll(async () => {
  await server.start();
  bob = await newHolder(server.url);
  const serverKey = await pinnedKey(server.url);
  const channelEndpoint = `ws://${await proxy.listen()}/channel/wallet`;
  const configuration = { channelEndpoint, confirmTimeout: 60_000 };
  for (let identity = 0; identity < identities; identity += 1) {
    const holder = await newHolder(server.url, "10");
    for (let client = 0; client < clientsPerIdentity; client += 1) {
      wallets.push(walletOf(server.url, holder, { serverKey, clientId: `client-${client}`, configuration }));
    }
  }
  await Promise.all(wallets.map((wallet) => phaseOf(wallet, "open")));
});
afterAll(async () => {
  for (const wallet of wallets) wallet.close();
  await proxy.close();
  await server.close();
});

/** Pays with every client at once while `meanwhile` runs; returns the sorted times to the outcomes, in ms. */
async function allPay(meanwhile: () => Promise<void> | void): Promise<number[]> {
  const before = Number(await heldBy(server.url, bob.id));
  const paying = wallets.map(async (wallet) => {
    const start = performance.now();
    expect(await wallet.pay(standard(bob, "0.01"))).toMatchObject({ status: "completed" });
    return performance.now() - start;
  });
  await meanwhile();
  const times = await Promise.all(paying);
  await Promise.all(wallets.map((wallet) => phaseOf(wallet, "open")));
  expect(Number(await heldBy(server.url, bob.id)) - before).toBeCloseTo(clients / 100, 8);
  return times.sort((a, b) => a - b);
}

const summary = (times: readonly number[]) =>
  `half after ${times[clients / 2]?.toFixed(0)} ms, all after ${times.at(-1)?.toFixed(0)} ms\n`;

test(`${clients} clients whose connections are cut at once complete each payment`, async () => {
  const connections = proxy.connections;
  const times = await allPay(() => proxy.cut());
  expect(proxy.connections - connections).toBeGreaterThanOrEqual(clients);
  process.stdout.write(`cut: ${summary(times)}`);
});

test(`${clients} clients whose server is killed and restarted complete each payment`, async () => {
  const times = await allPay(async () => {
    await server.stop("SIGKILL");
    await server.start();
  });
  process.stdout.write(`killed: ${summary(times)}`);
});
