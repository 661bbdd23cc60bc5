import { randomUUID } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { TransferOrdersSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import type { Outcome, Request } from "../../../server/modules/ledger/domain/requests.ts";
import { transactionBatches } from "../../../server/modules/wallets/operations/transfers/batches.ts";
import { policy } from "../../support/ledger/constants.ts";

/** A queue of capacity 100 with `waiting` requests, which drains only when a caller waits for room. */
function queueOf(waiting: number) {
  const submitted: Request[] = [];
  const ledger = {
    get load() {
      return (waiting + submitted.length) / 100;
    },
    relieved: async () => {
      waiting -= 40;
    },
    submitAll: async (requests: readonly Request[]): Promise<readonly Outcome[]> => {
      if (ledger.load >= 1) throw new Error("the queue is full");
      submitted.push(...requests);
      return requests.map(() => ({ kind: "conflict" }));
    },
    pending: async () => undefined,
    entry: async () => undefined,
  };
  return { ledger, submitted };
}

function batchOf(size: number) {
  const order = () => ({ id: randomUUID(), sender: "ada", recipient: "eve", tokenType: 1, amount: "1" });
  const orders = create(TransferOrdersSchema, { orders: Array.from({ length: size }, order) });
  return { sender: "ada", orders: toBinary(TransferOrdersSchema, orders), keyId: "key", signature: new Uint8Array(64) };
}

function transfer(ledger: object, size: number, hasPriority?: boolean) {
  const { transferBatch } = transactionBatches({
    ledger,
    policy,
    checks: { areSigned: async () => true },
    attempts: { check() {}, record() {}, consume() {} },
  } as never);
  return transferBatch(batchOf(size) as never, { principal: { id: "ada" }, hasPriority } as never);
}

test("a batch is refused as a whole when the queue is three quarters full", async () => {
  const { ledger, submitted } = queueOf(75);
  await expect(transfer(ledger, 3)).rejects.toMatchObject({ reason: "RATE_LIMIT_EXCEEDED" });
  expect(submitted).toEqual([]);
});

test("an accepted batch is submitted completely, and waits for room in the queue", async () => {
  const { ledger, submitted } = queueOf(74);
  const { results } = await transfer(ledger, 50);
  expect([results?.length, submitted.length]).toEqual([50, 50]);
});

test("a batch over a channel is accepted even when the queue is full", async () => {
  const { ledger, submitted } = queueOf(100);
  await transfer(ledger, 3, true);
  expect(submitted).toHaveLength(3);
});
