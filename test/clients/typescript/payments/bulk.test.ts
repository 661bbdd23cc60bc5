import { create, fromBinary } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { beforeEach, expect, test } from "vitest";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { TransferOrdersSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import {
  MemoryStorage,
  newExportableKey,
  type Operation,
  type PaymentOrder,
  PlatonicError,
} from "../../../../clients/typescript/src/index.ts";
import { idsOf, orderGroups } from "../../../../clients/typescript/src/wallet/bulk-orders.ts";
import { Payments } from "../../../../clients/typescript/src/wallet/payments.ts";
import { newTransactionId } from "../../../../clients/typescript/src/wallet/transaction-id.ts";

const identityId = "01920000-0000-7000-8000-000000000001";
const signer = { ...newExportableKey(), keyId: "key" };

let storage: MemoryStorage;
/** Requests that wait for an answer. */
let waiting: { readonly ids: readonly string[]; readonly answer: () => void; readonly fail: () => void }[];
let payments: Payments;

beforeEach(() => {
  storage = new MemoryStorage();
  waiting = [];
  payments = opened();
});

function opened(): Payments {
  const transport = {
    unary(method, _signal, _timeoutMs, _header, { orders }: { orders: Uint8Array }) {
      const ids = fromBinary(TransferOrdersSchema, orders).orders.map(({ id }) => id);
      return new Promise((resolve, reject) => {
        const results = ids.map((transactionId) => ({ transactionId, status: TransactionStatus.COMPLETED }));
        const message = create(method.output, { results } as never);
        const answer = {
          stream: false as const,
          service: method.parent,
          method,
          header: new Headers(),
          trailer: new Headers(),
        };
        waiting.push({
          ids,
          answer: () => resolve({ ...answer, message }),
          fail: () => reject(new PlatonicError("STATE_INVALID", "the wallet is frozen")),
        });
      });
    },
  } as Transport;
  return new Payments({
    identityId,
    transport,
    channel: undefined,
    storage,
    terms: { useChannel: false, confirmTimeoutMs: 30_000, retryCount: 0, patienceMs: 0 },
    clock: { now: () => 0, after: () => () => {} },
    random: () => 0.5,
  });
}

function order(): PaymentOrder & { readonly id: string } {
  return { id: newTransactionId(), recipient: identityId, tokenType: TokenType.STANDARD, amount: "1" };
}

/** Yields orders without end, and counts them. */
function endless() {
  const source = { read: 0, isEnded: false };
  const orders = (function* () {
    try {
      for (;;) {
        source.read += 1;
        yield order();
      }
    } finally {
      source.isEnded = true;
    }
  })();
  return { source, groups: orderGroups(orders, identityId, signer) };
}

/** Waits until a number of requests wait for an answer. */
async function requests(count: number): Promise<void> {
  while (waiting.length < count) await new Promise(setImmediate);
}

/** Waits until a source is told that nobody wants more of it. */
async function ended(source: { readonly isEnded: boolean }): Promise<void> {
  while (!source.isEnded) await new Promise(setImmediate);
}

/** Lets everything happen that needs no answer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

const kept = async () => (await storage.list()).map(({ id }) => id);

test("reads and sends at most four groups ahead of its caller, and the next one when a whole group was taken", async () => {
  const { source, groups } = endless();
  const outcomes = payments.sendAll(groups);
  const first = outcomes.next();
  await requests(4);
  await settled();
  expect(waiting).toHaveLength(4);
  expect(source.read).toBe(4_000);
  waiting[0]?.answer();
  expect((await first).value?.id).toBe(waiting[0]?.ids[0]);
  for (let taken = 1; taken < 1_000; taken += 1) await outcomes.next();
  await settled();
  expect([waiting.length, source.read]).toEqual([4, 4_000]);
  const second = outcomes.next();
  await requests(5);
  waiting[1]?.answer();
  expect((await second).value?.id).toBe(waiting[1]?.ids[0]);
  await outcomes.return();
  await ended(source);
});

test("tells outcomes that are there while its source stalls", async () => {
  const stalled = Promise.withResolvers<void>();
  const orders = (async function* () {
    for (let index = 0; index < 1_000; index += 1) yield order();
    await stalled.promise;
  })();
  const outcomes = payments.sendAll(orderGroups(orders, identityId, signer));
  const first = outcomes.next();
  await requests(1);
  waiting[0]?.answer();
  expect((await first).value?.status).toBe("completed");
  stalled.resolve();
  await outcomes.return();
});

test("tells outcomes in the sequence of the orders, whichever group is answered first", async () => {
  const orders = Array.from({ length: 2_500 }, order);
  const outcomes = payments.sendAll(orderGroups(orders, identityId, signer));
  const told: string[] = [];
  const telling = (async () => {
    for await (const { id } of outcomes) told.push(id);
  })();
  await requests(3);
  for (const place of [2, 0, 1]) waiting[place]?.answer();
  await telling;
  expect(told).toEqual(orders.map(({ id }) => id));
});

test("keeps a group in the journal until its caller has asked for what follows its last outcome", async () => {
  const orders = Array.from({ length: 1_001 }, order);
  const outcomes = payments.sendAll(orderGroups(orders, identityId, signer));
  const first = outcomes.next();
  await requests(2);
  for (const { answer } of waiting) answer();
  await first;
  for (let taken = 1; taken < 1_000; taken += 1) await outcomes.next();
  expect(await kept()).toEqual([orders[0]?.id, orders[1_000]?.id]);
  await outcomes.next();
  expect(await kept()).toEqual([orders[1_000]?.id]);
  expect(await outcomes.next()).toEqual({ done: true, value: undefined });
  expect(await kept()).toEqual([]);
});

test("leaves what was not told wholly in the journal, where the same orders take it over, and reconcile finishes it", async () => {
  const orders = Array.from({ length: 1_001 }, order);
  for (const _ of ["first", "again"]) {
    const outcomes = payments.sendAll(orderGroups(orders, identityId, signer));
    const first = outcomes.next();
    await requests(2);
    for (const { answer } of waiting.splice(0)) answer();
    await first;
    await outcomes.return();
    expect(await kept()).toEqual([orders[0]?.id, orders[1_000]?.id]);
  }
  const reconciling = payments.reconcile();
  await requests(2);
  for (const { answer } of waiting) answer();
  expect((await reconciling).map(({ status, id }) => [status, id])).toEqual(orders.map(({ id }) => ["completed", id]));
  await payments.acknowledge();
  expect(await kept()).toEqual([]);
});

test("fails after the outcomes of the groups before, reads no more, and keeps the group that failed", async () => {
  const { source, groups } = endless();
  const outcomes = payments.sendAll(groups);
  const first = outcomes.next();
  await requests(4);
  waiting[1]?.fail();
  waiting[0]?.answer();
  await first;
  for (let taken = 1; taken < 1_000; taken += 1) await outcomes.next();
  await expect(outcomes.next()).rejects.toMatchObject({ reason: "STATE_INVALID" });
  expect(await kept()).toContain(waiting[1]?.ids[0]);
  await ended(source);
});

test("has groups of the same bytes for the same orders, of at most 1,000 orders and 900,000 bytes", async () => {
  const description = "🫖".repeat(256);
  const orders = Array.from({ length: 2_500 }, (_, index) => ({ ...order(), ...(index > 999 && { description }) }));
  const split = async () => {
    const operations: Operation[] = [];
    for await (const { operation } of orderGroups(orders, identityId, signer)) operations.push(operation);
    return operations;
  };
  const [operations, again] = [await split(), await split()];
  expect(again.map(({ order }) => order)).toEqual(operations.map(({ order }) => order));
  const sizes = operations.map(({ order }) => [fromBinary(TransferOrdersSchema, order).orders.length, order.length]);
  expect(sizes[0]?.[0]).toBe(1_000);
  expect(sizes[1]?.[0]).toBeLessThan(1_000);
  for (const [count = 0, bytes = 0] of sizes) expect([count <= 1_000, bytes <= 900_000]).toEqual([true, true]);
  expect(sizes.reduce((sum, [count = 0]) => sum + count, 0)).toBe(2_500);
});

test("does not take a group that another call has under way", async () => {
  const orders = [order()];
  const first = payments.sendAll(orderGroups(orders, identityId, signer)).next();
  await requests(1);
  const second = payments.sendAll(orderGroups(orders, identityId, signer)).next();
  await expect(second).rejects.toMatchObject({ reason: "RESOURCE_CONFLICT" });
  expect(await payments.reconcile()).toEqual([]);
  waiting[0]?.answer();
  expect((await first).value?.status).toBe("completed");
});

test("begins no group after one has failed, even while those before it are not answered", async () => {
  const { groups } = endless();
  const outcomes = payments.sendAll(groups);
  const first = outcomes.next();
  await requests(4);
  waiting[2]?.fail();
  waiting[0]?.answer();
  await first;
  for (let taken = 1; taken <= 1_000; taken += 1) {
    if (taken === 1_000) waiting[1]?.answer();
    await outcomes.next();
  }
  await settled();
  expect(waiting).toHaveLength(4);
  await outcomes.return();
});

test("is not disturbed by a source that fails when it is ended while it is read", async () => {
  const stalled = Promise.withResolvers<void>();
  const source = { isEnded: false };
  const orders = (async function* () {
    try {
      for (let index = 0; index < 1_000; index += 1) yield order();
      await stalled.promise;
      for (;;) yield order();
    } finally {
      source.isEnded = true;
      // biome-ignore lint/correctness/noUnsafeFinally: a source of a caller's may do so
      throw new Error("the file cannot be closed");
    }
  })();
  const outcomes = payments.sendAll(orderGroups(orders, identityId, signer));
  const first = outcomes.next();
  await requests(1);
  waiting[0]?.answer();
  await first;
  await outcomes.return();
  stalled.resolve();
  await ended(source);
  await settled();
});

test.for([[255], []])("says that a group of the bytes %j is damaged", (bytes) => {
  const order = Uint8Array.from(bytes);
  const operation: Operation = { id: "a", kind: "batch", order, keyId: "key", signature: new Uint8Array() };
  expect(() => idsOf(operation)).toThrow("the group of orders a of the journal is damaged");
});
