import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { TransactionResultSchema } from "#contract/wallet/v1/transaction_pb.js";
import { reconciledOutcome } from "../../../../clients/cli/wallet-run.ts";
import type { PaymentOutcome } from "../../../../clients/typescript/src/index.ts";

const made: PaymentOutcome = {
  id: "a",
  status: "completed",
  result: create(TransactionResultSchema, { success: true, confirmationCode: "CODE" }),
};
const open: PaymentOutcome = { id: "b", status: "unresolved" };

test("reconciling fails while a payment is unresolved, and says why", () => {
  const { json, text, status } = reconciledOutcome([made, open], "UNREACHABLE of wallet.v1.TransactionService/X");
  expect([status, json]).toMatchObject([
    1,
    {
      outcomes: [{ status: "completed" }, { status: "unresolved" }],
      lastFailure: expect.stringMatching(/^UNREACHABLE/),
    },
  ]);
  expect(text).toMatch(/\nThe last failure: UNREACHABLE of .+\. Repeat the command/);
});

test("reconciling says that nothing is left", () => {
  expect(reconciledOutcome([], "UNREACHABLE")).toEqual({
    json: { outcomes: [] },
    text: "Nothing is to be settled.\n",
  });
});

test("reconciled payments are no failure, whatever was repeated meanwhile", () => {
  const { json, text, status = 0 } = reconciledOutcome([made], "UNREACHABLE");
  expect([status, json]).toEqual([0, { outcomes: [{ id: "a", status: "completed", confirmationCode: "CODE" }] }]);
  expect(text).not.toContain("failure");
});
