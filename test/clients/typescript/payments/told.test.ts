import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { MemoryStorage } from "../../../../clients/typescript/src/index.ts";
import type { SettledPayment } from "../../../../clients/typescript/src/wallet/payment-group.ts";
import { Payments } from "../../../../clients/typescript/src/wallet/payments.ts";
import { ToldOperations } from "../../../../clients/typescript/src/wallet/told-operations.ts";
import { VirtualTime } from "../../../transports/channel/simulation/virtual-time.ts";

const confirmTimeoutMs = 30_000;

/** Payments of an earlier process, and a ledger that answers for them by `known`. */
async function leftPayments(ids: string[], known: Set<string>) {
  const time = new VirtualTime();
  const startMs = time.nowMs;
  const storage = new MemoryStorage();
  for (const id of ids) {
    await storage.put({ id, order: new Uint8Array(), keyId: "key", signature: new Uint8Array() });
  }
  const transport = {
    async unary(method, _signal, _timeoutMs, _header, { transactionId }: { transactionId: string }) {
      if (!known.has(transactionId)) throw new ConnectError("not now", Code.Unavailable);
      const result = { transactionId, success: true, status: TransactionStatus.COMPLETED };
      const empty = new Headers();
      const message = create(method.output, { result } as never);
      return { stream: false, service: method.parent, method, header: empty, trailer: empty, message };
    },
  } as Transport;
  const payments = new Payments({
    identityId: "ada",
    transport,
    channel: undefined,
    storage,
    terms: { useChannel: false, confirmTimeoutMs, retryCount: 0, patienceMs: 0 },
    clock: { now: () => time.nowMs, after: (ms, act) => time.after(ms, act) },
    random: () => 0.5,
  });
  const told: SettledPayment[] = [];
  payments.onSettled((payment) => told.push(payment));
  const advanceTo = async (ms: number) => {
    let isReached = false;
    time.after(startMs + ms - time.nowMs, () => {
      isReached = true;
    });
    while (!isReached) {
      await new Promise(setImmediate);
      time.step();
    }
  };
  const kept = async () => (await storage.list()).map(({ id }) => id);
  return { payments, told, advanceTo, kept };
}

test("the journal keeps what is settled until 5 s after it was told, so that the next process could tell it", async () => {
  const known = new Set(["a"]);
  const { payments, told, advanceTo, kept } = await leftPayments(["a", "b"], known);
  const reconciling = payments.reconcile();
  await advanceTo(confirmTimeoutMs - 5_000);
  expect(await kept()).toEqual(["a", "b"]);
  await advanceTo(confirmTimeoutMs + 1);
  expect((await reconciling).map(({ status }) => status)).toEqual(["completed", "unresolved"]);
  expect(await kept()).toEqual(["a", "b"]);
  await advanceTo(confirmTimeoutMs + 4_900);
  expect(await kept()).toEqual(["a", "b"]);
  await advanceTo(confirmTimeoutMs + 5_200);
  expect(await kept()).toEqual(["b"]);
  expect(told).toEqual([]);
  known.add("b");
  await advanceTo(4 * confirmTimeoutMs);
  expect(told.map(({ id }) => id)).toEqual(["b"]);
  expect(await kept()).toEqual([]);
});

test("a later process of the same journal is told again, and this one leaves alone what it has told", async () => {
  const { payments, advanceTo, kept } = await leftPayments(["a"], new Set(["a"]));
  const reconciling = payments.reconcile();
  await advanceTo(1_000);
  expect((await reconciling).map(({ status }) => status)).toEqual(["completed"]);
  expect(await payments.reconcile()).toEqual([]);
  expect(await kept()).toEqual(["a"]);
  await payments.close();
  expect(await kept()).toEqual([]);
});

test("what was told leaves the journal at once when it is acknowledged; what is not settled stays", async () => {
  const { payments, advanceTo, kept } = await leftPayments(["a", "b"], new Set(["a"]));
  const reconciling = payments.reconcile();
  await advanceTo(confirmTimeoutMs + 1);
  await reconciling;
  expect(await kept()).toEqual(["a", "b"]);
  await payments.acknowledge();
  expect(await kept()).toEqual(["b"]);
});

test("what is settled when payments are closed is told and leaves the journal; what is not stays", async () => {
  const { payments, advanceTo, kept } = await leftPayments(["a", "b"], new Set(["a"]));
  const reconciling = payments.reconcile();
  await advanceTo(1_000);
  const closed = payments.close();
  expect((await reconciling).map(({ status }) => status)).toEqual(["completed", "unresolved"]);
  await closed;
  expect(await kept()).toEqual(["b"]);
});

describe("told operations", () => {
  /** Told operations whose removals end when the test says so. */
  function held() {
    const time = new VirtualTime();
    const removals: { readonly id: string; readonly end: (isGone: boolean) => void }[] = [];
    const remove = (id: string) => new Promise<boolean>((end) => void removals.push({ id, end }));
    const told = new ToldOperations({ now: () => time.nowMs, after: (ms, act) => time.after(ms, act) }, remove);
    return { time, removals, told };
  }

  test("are removed once; whoever asks for the id again waits until that is done", async () => {
    const { time, removals, told } = held();
    told.add(["a"]);
    time.step();
    expect(removals.map(({ id }) => id)).toEqual(["a"]);
    let isForgotten = false;
    const forgetting = told.forget(["a"]).then(() => {
      isForgotten = true;
    });
    await new Promise(setImmediate);
    expect([isForgotten, removals.length]).toEqual([false, 1]);
    removals[0]?.end(true);
    await forgetting;
  });

  test("that cannot be removed when their id is asked again are tried again 5 s later", async () => {
    const { time, removals, told } = held();
    told.add(["a"]);
    const forgetting = told.forget(["a"]);
    removals[0]?.end(false);
    await forgetting;
    const startMs = time.nowMs;
    while (removals.length < 2) time.step();
    expect([removals[1]?.id, time.nowMs - startMs]).toEqual(["a", 5_000]);
  });

  test("are tried once more when they are closed, and no more", async () => {
    const { removals, told } = held();
    told.add(["a"]);
    const closing = told.close();
    removals[0]?.end(false);
    await closing;
    told.add(["b"]);
    await told.clear();
    expect(removals.map(({ id }) => id)).toEqual(["a"]);
  });
});
