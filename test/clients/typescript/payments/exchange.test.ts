import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ExchangeErrorCode } from "#contract/wallet/v1/exchange_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import { MemoryStorage, type OperationStorage } from "../../../../clients/typescript/src/index.ts";
import { FileStorage } from "../../../../clients/typescript/src/node.ts";
import { exchangeOperation } from "../../../../clients/typescript/src/wallet/order-terms.ts";
import { type Holder, newHolder, phaseOf, standard, walletOf } from "../../../support/sdk-holder.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { rates } from "../../../support/wallet-holder.ts";

const server = sharedServer(rates);
let ada: Holder;
beforeAll(async () => {
  ada = await newHolder(server().url, "1000");
});

const terms = { sourceType: TokenType.STANDARD, amount: "1", targetType: TokenType.MICRO };
type Harm = "lose the answer" | "lose the request" | undefined;

/** A wallet over HTTP on a network that does harm to calls of methods, and the methods that were called. */
function harmed(harmOf: (method: string, count: number) => Harm, storage: OperationStorage = new MemoryStorage()) {
  const called: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const method = new URL(String(input)).pathname.split("/").at(-1) as string;
    called.push(method);
    const harm = harmOf(method, called.filter((one) => one === method).length);
    if (harm === "lose the request") throw new TypeError("the connection was reset");
    const response = await globalThis.fetch(input, init);
    if (harm === undefined) return response;
    await response.arrayBuffer();
    throw new TypeError("the connection was reset");
  };
  const configuration = { useChannel: false, confirmTimeout: 3_000, retryCount: 1 };
  const wallet = walletOf(server().url, ada, { storage, configuration, session: { fetch } });
  return { wallet, storage, called };
}

/** Micro tokens that ada receives. */
async function received(act: () => Promise<unknown>): Promise<number> {
  const { wallet } = harmed(() => undefined);
  const micro = async () => Number((await wallet.balances()).get("TOKEN_MICRO"));
  const before = await micro();
  await act();
  const difference = (await micro()) - before;
  wallet.close();
  return Math.round(difference);
}

describe("an exchange", () => {
  test.each([false, true])("is completed and says what was exchanged, with the channel: %s", async (useChannel) => {
    const wallet = walletOf(server().url, ada, { configuration: { useChannel } });
    if (useChannel) await phaseOf(wallet, "open");
    const id = crypto.randomUUID();
    const outcome = await wallet.exchange({ ...terms, id });
    expect(outcome).toMatchObject({ status: "completed", id, exchange: { success: true, exchangeId: id } });
    expect(await wallet.exchange({ ...terms, id })).toEqual(outcome);
    wallet.close();
  });

  test("that the ledger refuses fails with its error code", async () => {
    const { wallet, storage } = harmed(() => undefined);
    const outcome = await wallet.exchange({ ...terms, amount: "1000000" });
    expect(outcome).toMatchObject({
      status: "failed",
      exchange: { errorCode: ExchangeErrorCode.INSUFFICIENT_FUNDS },
    });
    await wallet.payments.close();
    expect(await storage.list()).toEqual([]);
    wallet.close();
  });

  test.each<[what: string, terms: object, reason: string]>([
    ["amount", { amount: "much" }, "PARAMETER_INVALID"],
    ["target", { targetType: 0 }, "PARAMETER_INVALID"],
  ])("with a wrong %s is an error, and nothing is left to reconcile", async (_, wrong, reason) => {
    const { wallet, storage } = harmed(() => undefined);
    await expect(wallet.exchange({ ...terms, ...wrong })).rejects.toMatchObject({ reason });
    expect(await storage.list()).toEqual([]);
    await expect(wallet.exchange({ ...terms, id: "mine" })).rejects.toThrow("must be a UUID in lower case, not mine");
    wallet.close();
  });

  test("whose answer is lost is sent again, and done once", async () => {
    const { wallet, called } = harmed((method, count) =>
      method === "Exchange" && count === 1 ? "lose the answer" : undefined,
    );
    expect(
      await received(async () => {
        expect(await wallet.exchange(terms)).toMatchObject({ status: "completed", exchange: { success: true } });
      }),
    ).toBe(100);
    expect(called.filter((method) => method === "Exchange")).toHaveLength(2);
    wallet.close();
  });

  test("whose answers are all lost is looked up: it was done once, and the outcome says what was exchanged", async () => {
    const { wallet, called, storage } = harmed((method, count) =>
      method === "Exchange" && count <= 2 ? "lose the answer" : undefined,
    );
    expect(
      await received(async () => {
        expect(await wallet.exchange(terms)).toMatchObject({ status: "completed", exchange: { success: true } });
      }),
    ).toBe(100);
    expect(called.filter((method) => method !== "CreateChallenge" && method !== "Authenticate")).toEqual([
      "Exchange",
      "Exchange",
      "ResolveTransaction",
      "Exchange",
    ]);
    await wallet.payments.close();
    expect(await storage.list()).toEqual([]);
    wallet.close();
  });

  test("that never arrived is failed for good: a late copy is refused", async () => {
    const { wallet } = harmed((method) => (method === "Exchange" ? "lose the request" : undefined));
    const id = crypto.randomUUID();
    expect(
      await received(async () => {
        expect(await wallet.exchange({ ...terms, id })).toMatchObject({
          status: "failed",
          result: { errorCode: TransactionErrorCode.CHANNEL_FAILURE },
        });
        const late = harmed(() => undefined).wallet;
        await expect(late.exchange({ ...terms, id })).rejects.toMatchObject({ reason: "RESOURCE_CONFLICT" });
        late.close();
      }),
    ).toBe(0);
    wallet.close();
  });
});

describe("exchanges of an earlier process", () => {
  const folder = mkdtempSync(join(tmpdir(), "platonic-exchange-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("are resolved beside payments: what was done is completed, what was not fails", async () => {
    const storage = new FileStorage(folder);
    const [done, lost] = [exchangeOperation(ada.id, terms, Date.now()), exchangeOperation(ada.id, terms, Date.now())];
    const { wallet } = harmed(() => undefined, storage);
    await harmed(() => undefined).wallet.exchange({ ...terms, id: done.id });
    await Promise.all([storage.put(done), storage.put(lost)]);
    const outcomes = await wallet.reconcile();
    const byId = Object.fromEntries(outcomes.map((outcome) => [outcome.id, outcome]));
    expect(byId[done.id]).toMatchObject({ status: "completed", exchange: { exchangeId: done.id } });
    expect(byId[lost.id]).toMatchObject({ status: "failed" });
    await wallet.payments.close();
    expect(await storage.list()).toEqual([]);
    wallet.close();
  });

  test("whose id is that of a payment never happened", async () => {
    const storage = new MemoryStorage();
    const { wallet } = harmed(() => undefined, storage);
    const { id } = await harmed(() => undefined).wallet.pay(standard(await newHolder(server().url), "1"));
    await storage.put(exchangeOperation(ada.id, { ...terms, id }, Date.now()));
    const [outcome] = await wallet.reconcile();
    expect(outcome).toMatchObject({
      status: "failed",
      id,
      result: { errorCode: TransactionErrorCode.INVALID_TRANSACTION },
    });
    wallet.close();
  });
});
