import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import { linkedSet, MemoryStorage, signLinked } from "../../../../clients/typescript/src/index.ts";
import { type Holder, heldBy, newHolder, phaseOf, standard, walletOf } from "../../../support/sdk-holder.ts";
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

test("a payment is given back in part and as a whole, and balances of before are still there", async () => {
  const [payer, receiver] = [walletOf(server.url, ada), walletOf(server.url, bob)];
  const paid = await payer.pay(standard(bob, "10.00000001"));
  const before = await receiver.balancesAt();
  expect(before.balances.get("TOKEN_STANDARD")).toBe("10.00000001");
  for (const amount of ["", "0", "0.00"]) {
    const refused = { reason: "PARAMETER_INVALID", parameter: "amount", wasNotSent: true };
    await expect(receiver.reverse(paid.id, { amount })).rejects.toMatchObject(refused);
  }
  expect(await receiver.reverse(paid.id, { amount: "4" })).toMatchObject({ status: "completed" });
  expect(await receiver.reverse(paid.id)).toMatchObject({ status: "completed" });
  await expect(receiver.reverse(paid.id)).rejects.toMatchObject({ reason: "STATE_INVALID" });
  await expect(payer.reverse(paid.id)).rejects.toMatchObject({ reason: "RESOURCE_NOT_FOUND" });
  const after = await receiver.balancesAt();
  expect(after.balances.get("TOKEN_STANDARD")).toBe("0");
  expect(await receiver.balancesAt({ sequence: before.sequence })).toEqual(before);
  const at = await receiver.balancesAt({ at: after.recordedAt as Date });
  expect(at.sequence).toBeGreaterThanOrEqual(after.sequence);
});

test.each([
  ["the channel", true],
  ["HTTP", false],
] as const)("linked payments go through together or not at all, over %s", async (_, useChannel) => {
  const payer = walletOf(server.url, ada, { configuration: { useChannel } });
  onTestFinished(() => payer.close());
  if (useChannel) await phaseOf(payer, "open");
  const paid = await payer.payLinked([standard(bob, "1"), standard(bob, "2")]);
  expect(paid.map(({ status }) => status)).toEqual(["completed", "completed"]);
  const held = await heldBy(server.url, bob.id);
  const [first, second] = await payer.payLinked([standard(bob, "1"), standard(bob, "1000000")]);
  expect(second).toMatchObject({ status: "failed", result: { errorCode: TransactionErrorCode.INSUFFICIENT_FUNDS } });
  expect(first).toMatchObject({ status: "failed", result: { firstFailed: second?.id } });
  expect(await heldBy(server.url, bob.id)).toBe(held);
});

test("two wallets exchange payments by a set that both have signed", async () => {
  const [one, other] = [walletOf(server.url, ada), walletOf(server.url, bob)];
  const terms = { createdAt: BigInt(Date.now()) };
  const set = await linkedSet([
    { ...standard(bob, "10"), ...terms, id: crypto.randomUUID(), sender: ada.id },
    { ...standard(ada, "5"), ...terms, id: crypto.randomUUID(), sender: bob.id },
  ]);
  await expect(one.sendLinked(set)).rejects.toMatchObject({ reason: "PARAMETER_INVALID", parameter: "signatures" });
  const { credentials } = bob;
  const answer = await one.sendLinked(set, [await signLinked(set, credentials)]);
  expect(answer.success).toBe(true);
  expect(await one.sendLinked(set, [await signLinked(set, credentials)])).toEqual(answer);
  const receipt = await other.transactions.getReceipt({
    identityId: bob.id,
    transactionId: answer.results[0]?.transactionId as string,
  });
  expect(receipt.receipt?.entry.length).toBeGreaterThan(100);
});

test("linked payments whose answers are lost are completed once, and those that never arrived all fail", async () => {
  for (const [isDone, amount] of [
    [true, 3],
    [false, 0],
  ] as const) {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (!String(input).endsWith("TransferLinked")) return globalThis.fetch(input, init);
      if (isDone) await (await globalThis.fetch(input, init)).arrayBuffer();
      throw new TypeError("the connection was reset");
    };
    const storage = new MemoryStorage();
    const configuration = { useChannel: false, confirmTimeout: 3_000, retryCount: 1 };
    const payer = walletOf(server.url, ada, { storage, configuration, session: { fetch } });
    const before = Number(await heldBy(server.url, bob.id));
    const outcomes = await payer.payLinked([standard(bob, "1"), standard(bob, "2")]);
    const status = isDone ? "completed" : "failed";
    expect(outcomes.map((outcome) => outcome.status)).toEqual([status, status]);
    expect(Number(await heldBy(server.url, bob.id)) - before).toBeCloseTo(amount, 6);
    await payer.payments.close();
    expect(await storage.list()).toEqual([]);
    payer.close();
  }
});
