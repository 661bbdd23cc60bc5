// @module-tag slow/kills

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MemoryStorage, type PaymentOutcome, type PlatonicError } from "../../../../clients/typescript/src/index.ts";
import { FileStorage } from "../../../../clients/typescript/src/node.ts";
import {
  type Holder,
  heldBy,
  newHolder,
  phaseOf,
  publishedKeys,
  standard,
  walletOf,
} from "../../../support/sdk-holder.ts";
import { ServerProcess } from "../server-process.ts";

const server = new ServerProcess();
/** Longer than the start of a server on any machine: a payment that waits for longer is voided, or stays unresolved. */
const patienceMs = 600_000;
const folder = mkdtempSync(join(tmpdir(), "platonic-operations-"));
let ada: Holder;
let bob: Holder;
beforeAll(async () => {
  await server.start();
  ada = await newHolder(server.url, "1000");
  bob = await newHolder(server.url);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Number of payments that were reported as completed. */
function completedOf(outcomes: readonly PaymentOutcome[]): number {
  return outcomes.filter(({ status }) => status === "completed").length;
}

test.each(["SIGKILL", "SIGTERM"] as const)(
  "when a server ends by %s during payments and restarts, the channel reconnects and nothing is paid twice",
  async (signal) => {
    const before = Number(await heldBy(server.url, bob.id));
    // Payments must outlast the start of the server, which takes as long as the machine is busy; otherwise they are voided.
    const configuration = { confirmTimeout: patienceMs, retryCount: 30 };
    const wallet = walletOf(server.url, ada, { configuration });
    await phaseOf(wallet, "open");
    const paying: Promise<PaymentOutcome>[] = [];
    for (let count = 0; count < 60; count += 1) {
      paying.push(wallet.pay(standard(bob, "1")));
      if (count === 30) {
        await paying[10];
        await server.stop(signal);
      }
      if (count === 45) await server.start();
    }
    const outcomes = await Promise.all(paying);
    await phaseOf(wallet, "open");
    expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
    expect(Number(await heldBy(server.url, bob.id)) - before).toBe(completedOf(outcomes) + 1);
    expect(completedOf(outcomes)).toBe(60);
    wallet.close();
  },
);

test.each([true, false])(
  "when a server is killed during payMany, each payment has its true outcome (over the channel: %s)",
  async (useChannel) => {
    const before = Number(await heldBy(server.url, bob.id));
    const storage = new MemoryStorage();
    const wallet = walletOf(server.url, ada, { storage, configuration: { useChannel, confirmTimeout: patienceMs } });
    if (useChannel) await phaseOf(wallet, "open");
    // The session is open, so that what follows is under way when the server ends.
    expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
    const paying = wallet.payMany(Array.from({ length: 200 }, () => standard(bob, "0.01")));
    while ((await storage.list()).length < 200) await setImmediate();
    await server.stop("SIGKILL");
    await server.start();
    const outcomes = await paying;
    expect(outcomes.map(({ status }) => status)).not.toContain("unresolved");
    expect(Number(await heldBy(server.url, bob.id)) - before).toBeCloseTo(1 + completedOf(outcomes) / 100, 8);
    wallet.close();
  },
);

test("a payment stays unresolved while the server is down, and settles when it is back", async () => {
  const before = Number(await heldBy(server.url, bob.id));
  const storage = new FileStorage(join(folder, "one"));
  const configuration = { confirmTimeout: 300, retryCount: 1 };
  const wallet = walletOf(server.url, ada, { storage, configuration });
  await phaseOf(wallet, "open");
  await server.stop("SIGKILL");
  const outcome = await wallet.pay(standard(bob, "1"));
  expect(outcome).toEqual({ status: "unresolved", id: expect.any(String) });
  expect(await storage.list()).toMatchObject([{ id: outcome.id }]);
  const settled = new Promise((resolve) => wallet.payments.onSettled(resolve));
  await server.start();
  const { status } = (await settled) as PaymentOutcome;
  await wallet.payments.close();
  expect(await storage.list()).toEqual([]);
  expect(Number(await heldBy(server.url, bob.id)) - before).toBe(status === "completed" ? 1 : 0);
  wallet.close();
});

test("the payment of a client that ends before the answer is reconciled by the next client", async () => {
  const before = Number(await heldBy(server.url, bob.id));
  const storage = new FileStorage(join(folder, "two"));
  const keys = publishedKeys(server.url);
  const first = walletOf(server.url, ada, { storage, serverKey: keys });
  await phaseOf(first, "open");
  const paying = first.pay(standard(bob, "1"));
  while ((await storage.list()).length === 0);
  first.close();
  // Refused if it was closed after the payment was stored and before it was sent.
  const outcome = await paying.catch(({ reason }: PlatonicError) => ({ status: reason }));
  expect(outcome.status).toMatch(/unresolved|completed|STATE_INVALID/);
  const second = walletOf(server.url, ada, { storage, serverKey: keys });
  const outcomes = [...(await second.reconcile()), outcome];
  const isDone = outcomes.some(({ status }) => status === "completed");
  expect(Number(await heldBy(server.url, bob.id)) - before).toBe(isDone ? 1 : 0);
  await second.payments.close();
  expect(await storage.list()).toEqual([]);
  second.close();
});
