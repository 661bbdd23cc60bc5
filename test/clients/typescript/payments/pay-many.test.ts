import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import { MemoryStorage, type Operation, type PaymentOutcome } from "../../../../clients/typescript/src/index.ts";
import { type Holder, heldBy, newHolder, phaseOf, standard, walletOf } from "../../../support/sdk-holder.ts";
import { proxied } from "../proxied.ts";
import { ServerProcess } from "../server-process.ts";

/** A plan of so few concurrent calls that many concurrent voids would be refused. */
const narrow = { requestsPerMinute: 1_000_000, concurrentRequests: 10 };
const server = new ServerProcess({ PLANS: JSON.stringify({ anonymous: narrow, identity: narrow }) });
let ada: Holder;
let bob: Holder;
beforeAll(async () => {
  await server.start();
  ada = await newHolder(server.url, "100000");
  bob = await newHolder(server.url);
});
afterAll(() => server.close());

/** Amount of an order; small enough that the sum of all orders is below the daily limit of an identity. */
const cent = () => standard(bob, "0.01");
const many = (count: number) => Array.from({ length: count }, cent);
const statuses = (outcomes: readonly PaymentOutcome[]) => new Set(outcomes.map(({ status }) => status));
const completed = new Set(["completed"]);

/** Number of cents that bob receives during `act`. */
async function received(act: () => Promise<unknown>): Promise<number> {
  const before = Number(await heldBy(server.url, bob.id));
  await act();
  return Math.round(100 * (Number(await heldBy(server.url, bob.id)) - before));
}

const handshakeFrames = 2;

/** A wallet with an open channel, and the number of frames that it has sent there. */
async function watched(storage = new MemoryStorage()) {
  const { proxy, wallet, close } = await proxied(server.url, ada, {}, storage);
  let count = 0;
  proxy.rule = (side) => {
    if (side === "client") count += 1;
    return "pass";
  };
  await phaseOf(wallet, "open");
  return { frames: () => count, wallet, close };
}

describe("many payments under one signature", () => {
  test("go over the channel alone, up to 200, and each has its own outcome of the ledger", async () => {
    const channelEndpoint = `${server.url.replace("http", "ws")}/channel/wallet`;
    const configuration = { httpEndpoint: "http://127.0.0.1:9", channelEndpoint };
    const wallet = walletOf(server.url, ada, { configuration });
    // On a busy machine the wallet would have turned to HTTP before.
    await phaseOf(wallet, "open");
    const orders = many(200).map((order, index) => (index === 7 ? { ...order, amount: "900000" } : order));
    const ids = orders.map(() => crypto.randomUUID());
    const settled = new Map<string, string>();
    wallet.payments.onSettled(({ id, status }) => settled.set(id, status));
    let outcomes: readonly PaymentOutcome[] = [];
    const got = await received(async () => {
      outcomes = await wallet.payMany(orders.map((order, index) => ({ ...order, id: ids[index] as string })));
    });
    expect(outcomes.map(({ id }) => id)).toEqual(ids);
    expect(outcomes[7]).toMatchObject({
      status: "failed",
      result: { errorCode: TransactionErrorCode.INSUFFICIENT_FUNDS },
    });
    expect(statuses(outcomes.toSpliced(7, 1))).toEqual(completed);
    expect(got).toBe(199);
    // What the call has returned is not told again.
    expect(settled.size).toBe(0);
    wallet.close();
  });

  test("go over HTTP alone, up to 1,000, when they do not fit into one message of the channel", async () => {
    const { frames, wallet, close } = await watched();
    expect(await received(async () => expect(statuses(await wallet.payMany(many(1_000)))).toEqual(completed))).toBe(
      1_000,
    );
    const long = Array.from({ length: 150 }, () => ({ ...cent(), description: "🫖".repeat(256) }));
    expect(await received(async () => expect(statuses(await wallet.payMany(long))).toEqual(completed))).toBe(150);
    expect(frames()).toBe(handshakeFrames);
    await close();
  });

  test("are refused when there are none or too many, and nothing is left to reconcile", async () => {
    const storage = new MemoryStorage();
    const wallet = walletOf(server.url, ada, { storage });
    await phaseOf(wallet, "open");
    for (const count of [0, 1_001]) await expect(wallet.payMany(many(count))).rejects.toThrow("1 to 1000");
    const tooLong = { ...cent(), description: "x".repeat(5_000) };
    await expect(wallet.payMany([cent(), tooLong])).rejects.toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: "orders",
    });
    expect(await storage.list()).toEqual([]);
    wallet.close();
  });

  test("are refused when one is given twice or is in progress already", async () => {
    const [storing, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    class Waiting extends MemoryStorage {
      override async put(operation: Parameters<MemoryStorage["put"]>[0]): Promise<void> {
        storing.resolve();
        await released.promise;
        return super.put(operation);
      }
    }
    const wallet = walletOf(server.url, ada, { configuration: { useChannel: false }, storage: new Waiting() });
    const order = { ...cent(), id: crypto.randomUUID() };
    await expect(wallet.payMany([order, order])).rejects.toMatchObject({ reason: "RESOURCE_CONFLICT" });
    const paying = wallet.pay(order);
    await storing.promise;
    await expect(wallet.payMany([order])).rejects.toMatchObject({ reason: "RESOURCE_CONFLICT" });
    released.resolve();
    expect((await paying).status).toBe("completed");
    wallet.close();
  });

  test("are not sent before all are stored", async () => {
    class FailingStorage extends MemoryStorage {
      #puts = 0;
      override async put(operation: Operation): Promise<void> {
        this.#puts += 1;
        if (this.#puts === 3) throw new Error("no room");
        await super.put(operation);
      }
    }
    const { frames, wallet, close } = await watched(new FailingStorage());
    await expect(wallet.payMany(many(3))).rejects.toThrow("no room");
    expect(await wallet.pay(cent())).toMatchObject({ status: "completed" });
    expect(frames()).toBe(handshakeFrames + 1);
    expect(await wallet.reconcile()).toEqual([]);
    await close();
  });

  test.each(["channel", "http"])("whose id somebody else has used are reconciled as failed, over %s", async (way) => {
    const bobs = walletOf(server.url, bob, { configuration: { useChannel: false } });
    const refused = await bobs.pay({ ...standard(ada, "5000"), id: crypto.randomUUID() });
    bobs.close();
    expect(refused.status).toBe("failed");
    const storage = new MemoryStorage();
    const unsent = { order: Uint8Array.of(1), keyId: "key", signature: Uint8Array.of(1) };
    await storage.put({ ...unsent, id: refused.id });
    const wallet = walletOf(server.url, ada, { configuration: { useChannel: way === "channel" }, storage });
    if (way === "channel") await phaseOf(wallet, "open");
    const [outcome] = await wallet.reconcile();
    expect(outcome).toMatchObject({ status: "failed", id: refused.id });
    await wallet.payments.close();
    expect(await storage.list()).toEqual([]);
    wallet.close();
  });
});

describe("a connection that is cut during many payments", () => {
  // The client's third frame is the request, the server's third and fourth are its answers.
  test.each([
    ["before", "client", 3],
    ["after", "client", 3],
    ["before", "server", 3],
    ["before", "server", 4],
    ["after", "server", 4],
  ] as const)("%s frame of the %s, number %i: each payment completes once", async (when, side, number) => {
    const { proxy, wallet, storage, close } = await proxied(server.url, ada);
    proxy.rule = (from, frame, connection) => {
      return connection === 1 && from === side && frame === number ? `cut ${when}` : "pass";
    };
    expect(await received(async () => expect(statuses(await wallet.payMany(many(50)))).toEqual(completed))).toBe(50);
    await wallet.payments.close();
    expect(await storage.list()).toEqual([]);
    await close();
  });
});

describe("a lost answer to many payments", { tags: ["slow/waiting"] }, () => {
  test("is learned by a void of each, within the plan: payments that were done are completed", async () => {
    const { proxy, wallet, storage, close } = await proxied(server.url, ada, { confirmTimeout: 8_000, retryCount: 1 });
    await phaseOf(wallet, "open");
    proxy.rule = (side) => (side === "server" ? "swallow" : "pass");
    expect(await received(async () => expect(statuses(await wallet.payMany(many(100)))).toEqual(completed))).toBe(100);
    await wallet.payments.close();
    expect(await storage.list()).toEqual([]);
    await close();
  });

  test("is learned by a void of each: payments that were not done fail for good", async () => {
    const { proxy, wallet, storage, close } = await proxied(server.url, ada, { confirmTimeout: 8_000, retryCount: 1 });
    await phaseOf(wallet, "open");
    proxy.rule = (side) => (side === "client" ? "swallow" : "pass");
    expect(
      await received(async () => expect(statuses(await wallet.payMany(many(100)))).toEqual(new Set(["failed"]))),
    ).toBe(0);
    await wallet.payments.close();
    expect(await storage.list()).toEqual([]);
    await close();
  });

  test("of a process that ended is learned by the next process for all stored payments", async () => {
    let done = 0;
    const got = await received(async () => {
      const storage = new MemoryStorage();
      const configuration = { useChannel: false, retryCount: 0 };
      const first = walletOf(server.url, ada, { storage, configuration });
      const paying = first.payMany(many(300));
      while ((await storage.list()).length < 300) await setImmediate();
      first.close();
      const second = walletOf(server.url, ada, { storage, configuration });
      const outcomes = [...(await paying), ...(await second.reconcile())];
      second.close();
      const byId = new Map(outcomes.map(({ id, status }) => [id, status]));
      expect(byId.size).toBe(300);
      expect([...byId.values()]).not.toContain("unresolved");
      done = [...byId.values()].filter((status) => status === "completed").length;
      expect(await storage.list()).toEqual([]);
    });
    expect(got).toBe(done);
  });
});
