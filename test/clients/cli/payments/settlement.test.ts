import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { TransactionResultSchema } from "#contract/wallet/v1/transaction_pb.js";
import { settledPayments } from "../../../../clients/cli/payments/settlement.ts";
import { PlatonicError, type SettledPayment } from "../../../../clients/typescript/src/index.ts";

const payment = (id: string, status: SettledPayment["status"]): SettledPayment => {
  return { id, status, result: create(TransactionResultSchema, { transactionId: id }) };
};

/** A wallet whose late outcomes the test tells. */
function lateWallet() {
  const listeners = new Set<(settled: SettledPayment) => void>();
  const onSettled = (listener: (settled: SettledPayment) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const tell = (settled: SettledPayment) => {
    for (const listener of listeners) listener(settled);
  };
  return { wallet: { payments: { onSettled } } as never, listeners, tell };
}

test("payments are waited for until the ledger has said of each what became of it", async () => {
  const { wallet, listeners, tell } = lateWallet();
  const outcomes = ["a", "b", "c"].map((id) =>
    id === "b" ? payment(id, "completed") : { status: "unresolved" as const, id },
  );
  const waited: number[] = [];
  let isOver = false;
  const settled = settledPayments(
    wallet,
    async () => outcomes,
    (count) => {
      waited.push(count);
      tell(payment("a", "failed"));
    },
  ).finally(() => {
    isOver = true;
  });
  await Promise.resolve().then(() => new Promise(setImmediate));
  expect([waited, isOver]).toEqual([[2], false]);
  tell(payment("c", "completed"));
  expect((await settled).map(({ id, status }) => [id, status])).toEqual([
    ["a", "failed"],
    ["b", "completed"],
    ["c", "completed"],
  ]);
  expect(listeners.size).toBe(0);
});

test("payments that are refused are not waited for", async () => {
  const { wallet, listeners } = lateWallet();
  const refused = new PlatonicError("PARAMETER_INVALID", "no");
  const settled = settledPayments(
    wallet,
    () => Promise.reject(refused),
    () => expect.unreachable(),
  );
  await expect(settled).rejects.toBe(refused);
  expect(listeners.size).toBe(0);
});
