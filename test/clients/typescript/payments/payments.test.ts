import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TransactionErrorCode, TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { MemoryStorage, PlatonicError } from "../../../../clients/typescript/src/index.ts";
import { type Holder, heldBy, newHolder, phaseOf, pinnedKey, standard, walletOf } from "../../../support/sdk-holder.ts";
import { proxied } from "../proxied.ts";
import { ServerProcess } from "../server-process.ts";

const server = new ServerProcess();
let ada: Holder;
let bob: Holder;
beforeAll(async () => {
  await server.start();
  ada = await newHolder(server.url, "1000");
  bob = await newHolder(server.url);
});
afterAll(() => server.close());

/** Amount that bob receives during `act`. */
async function received(act: () => Promise<unknown>): Promise<number> {
  const before = Number(await heldBy(server.url, bob.id));
  await act();
  return Number(await heldBy(server.url, bob.id)) - before;
}

describe("a payment", () => {
  test("goes over the channel, by the service's signed key or by a pinned key", async () => {
    for (const serverKey of [undefined, await pinnedKey(server.url)]) {
      const wallet = walletOf(server.url, ada, serverKey && { serverKey });
      await phaseOf(wallet, "open");
      expect(
        await received(async () => {
          const outcome = await wallet.pay({ ...standard(bob, "1"), description: "tea" });
          expect(outcome).toMatchObject({ status: "completed", result: { success: true } });
        }),
      ).toBe(1);
      wallet.close();
    }
  });

  test("goes over the channel of the highest level", async () => {
    const channelEndpoint = `${server.url.replace("http", "ws")}/channel/dragon-wallet`;
    const wallet = walletOf(server.url, ada, { configuration: { channelEndpoint } });
    await phaseOf(wallet, "open");
    expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
    wallet.close();
  });

  test("goes over HTTP when the configuration says so", async () => {
    const wallet = walletOf(server.url, ada, { configuration: { useChannel: false } });
    expect(wallet.channel).toBeUndefined();
    expect(await received(() => wallet.pay(standard(bob, "2")))).toBe(2);
    wallet.close();
  });

  test("falls back to HTTP when no channel can be opened", async () => {
    const channelEndpoint = "ws://127.0.0.1:9/channel/wallet";
    const wallet = walletOf(server.url, ada, { configuration: { channelEndpoint, confirmTimeout: 3_000 } });
    expect(await received(() => wallet.pay(standard(bob, "3")))).toBe(3);
    wallet.close();
  });

  test("that the ledger refuses fails with its error code, and again when it is repeated", async () => {
    const wallet = walletOf(server.url, ada);
    await phaseOf(wallet, "open");
    const id = crypto.randomUUID();
    const order = { ...standard(bob, "90000"), id, createdAt: 1n };
    const refused = { status: "failed", id, result: { errorCode: TransactionErrorCode.INSUFFICIENT_FUNDS } };
    expect(await wallet.pay(order)).toMatchObject(refused);
    expect(await wallet.pay(order)).toMatchObject(refused);
    wallet.close();
  });

  test("completes once when many are made concurrently", async () => {
    const wallet = walletOf(server.url, ada);
    expect(
      await received(async () => {
        const outcomes = await Promise.all(Array.from({ length: 150 }, () => wallet.pay(standard(bob, "0.01"))));
        expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["completed"]));
      }),
    ).toBeCloseTo(1.5, 8);
    wallet.close();
  });

  test("is refused with its reason, and nothing is left to reconcile", async () => {
    const storage = new MemoryStorage();
    for (const useChannel of [true, false]) {
      const wallet = walletOf(server.url, ada, { storage, configuration: { useChannel } });
      if (useChannel) await phaseOf(wallet, "open");
      const id = crypto.randomUUID();
      expect(await wallet.pay({ ...standard(bob, "1"), id })).toMatchObject({ status: "completed" });
      const error = await wallet.pay({ ...standard(bob, "2"), id }).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(PlatonicError);
      expect(error).toMatchObject({ reason: "RESOURCE_CONFLICT", parameter: "signed_order.order" });
      await wallet.payments.close();
      expect(await storage.list()).toEqual([]);
      wallet.close();
    }
  });
});

describe("a connection that is cut", () => {
  // The client's frames: two of the handshake, then the request. The server's: hello, Welcome, answers.
  for (const side of ["client", "server"] as const) {
    for (const treatment of ["cut before", "cut after", "reset"] as const) {
      for (const frame of [1, 2, 3, 4]) {
        test(`${treatment}, frame ${frame} of the ${side}: each payment completes once`, async () => {
          const { proxy, wallet, storage, close } = await proxied(server.url, ada, { confirmTimeout: 9_000 });
          proxy.rule = (from, number, connection) => {
            return connection === 1 && from === side && number === frame ? treatment : "pass";
          };
          expect(
            await received(async () => {
              const outcomes = await Promise.all([wallet.pay(standard(bob, "1")), wallet.pay(standard(bob, "1"))]);
              for (const outcome of outcomes) expect(outcome).toMatchObject({ status: "completed" });
            }),
          ).toBe(2);
          await wallet.payments.close();
          expect(await storage.list()).toEqual([]);
          await close();
        });
      }
    }
  }

  test("is resumed, and the channel reports each of its phases", async () => {
    const { proxy, wallet, close } = await proxied(server.url, ada);
    const phases: string[] = [];
    wallet.channel?.onPhase(({ phase }) => phases.push(phase));
    await phaseOf(wallet, "open");
    proxy.cut();
    await phaseOf(wallet, "backing-off");
    await phaseOf(wallet, "open");
    expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
    await close();
    expect(phases).toEqual(["handshaking", "open", "backing-off", "connecting", "resuming", "open", "closed"]);
  });
});

describe("a lost or late answer", { tags: ["slow/waiting"] }, () => {
  test("is learned by a void: a payment that was done is completed", async () => {
    const { proxy, wallet, close } = await proxied(server.url, ada, { confirmTimeout: 1_000 });
    await phaseOf(wallet, "open");
    // From now on no answer arrives.
    proxy.rule = (side) => (side === "server" ? "swallow" : "pass");
    expect(
      await received(async () => {
        expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
      }),
    ).toBe(1);
    await close();
  });

  test("that arrives after a stall changes nothing, and the channel stays usable", async () => {
    const { proxy, wallet, storage, close } = await proxied(server.url, ada, { confirmTimeout: 1_000 });
    await phaseOf(wallet, "open");
    const toldIds: string[] = [];
    wallet.payments.onSettled(({ id }) => toldIds.push(id));
    proxy.rule = (side) => (side === "server" ? "stall" : "pass");
    expect(
      await received(async () => {
        expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
        proxy.release();
        proxy.rule = () => "pass";
        proxy.cut();
        await phaseOf(wallet, "backing-off");
        const next = await wallet.pay(standard(bob, "1"));
        expect(next.status).toBe("completed");
        expect(toldIds).toEqual([]);
      }),
    ).toBe(2);
    await wallet.payments.close();
    expect(await storage.list()).toEqual([]);
    await close();
  });

  test("is learned by a void: a payment that was not done fails, even if its request arrives late", async () => {
    const { proxy, wallet, close } = await proxied(server.url, ada, { confirmTimeout: 1_000 });
    await phaseOf(wallet, "open");
    proxy.rule = (side) => (side === "client" ? "swallow" : "pass");
    expect(
      await received(async () => {
        const outcome = await wallet.pay(standard(bob, "1"));
        expect(outcome).toMatchObject({
          status: "failed",
          result: { status: TransactionStatus.FAILED, errorCode: TransactionErrorCode.CHANNEL_FAILURE },
        });
        // The channel is resumed, and sends its requests again.
        proxy.rule = () => "pass";
        proxy.cut();
        await phaseOf(wallet, "backing-off");
        await phaseOf(wallet, "open");
        expect(await wallet.pay(standard(bob, "0.5"))).toMatchObject({ status: "completed" });
      }),
    ).toBe(0.5);
    await close();
  });
});
