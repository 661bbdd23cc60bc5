import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { TransactionResultSchema } from "#contract/wallet/v1/transaction_pb.js";
import { payLines } from "../../../../clients/cli/payments/batches.ts";
import { type PaymentOrder, PlatonicError } from "../../../../clients/typescript/src/index.ts";

const lines = Array.from({ length: 2_500 }, (_, index) => {
  return { line: index + 2, id: `payment-${index}`, recipient: "bob", amount: "1" };
});

/** A wallet that makes all payments of its first batches, and refuses the others. */
function refusingAfter(batches: number, refusal: Error) {
  const sent: number[] = [];
  const payMany = async (orders: readonly PaymentOrder[]) => {
    sent.push(orders.length);
    if (sent.length > batches) throw refusal;
    const result = create(TransactionResultSchema, { success: true, confirmationCode: "CODE" });
    return orders.map(({ id }) => ({ status: "completed", id, result }));
  };
  const payments = { onSettled: () => () => undefined };
  const counts: number[] = [];
  const listener = { done: (count: number) => counts.push(count), waiting: () => expect.unreachable() };
  return { sent, counts, pay: () => payLines({ payMany, payments } as never, lines, listener) };
}

test("those who were paid are told though a later batch is refused, after which none is sent", async () => {
  for (const [refusal, errorCode] of [
    [new PlatonicError("RESOURCE_NOT_FOUND", "no"), "RESOURCE_NOT_FOUND"],
    [new Error("ENOSPC: no space left on device"), "ENOSPC: no space left on device"],
  ] as const) {
    const { sent, counts, pay } = refusingAfter(1, refusal);
    const outcomes = await pay();
    expect(outcomes.map(({ line }) => line)).toEqual(lines.map(({ line }) => line));
    expect(outcomes[999]).toMatchObject({ status: "completed", confirmationCode: "CODE" });
    expect(outcomes[1_000]).toMatchObject({ status: "refused", errorCode });
    expect(outcomes[1_999]).toMatchObject({ status: "refused", errorCode });
    expect(outcomes[2_000]).toMatchObject({ status: "not-sent" });
    expect([sent, counts]).toEqual([[1_000, 1_000], [1_000]]);
  }
});

test("a refusal of the first batch is that of the command", async () => {
  const refusal = new PlatonicError("RESOURCE_NOT_FOUND", "no");
  const { sent, pay } = refusingAfter(0, refusal);
  await expect(pay()).rejects.toBe(refusal);
  expect(sent).toEqual([1_000]);
});
