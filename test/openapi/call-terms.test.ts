import { expect, test } from "vitest";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { declaredTerms } from "../../server/rpc/terms/terms.ts";
import { contractServices } from "../support/contract-services.ts";
import { publishedDocument } from "../support/openapi/document.ts";

const { paths } = publishedDocument().json;
type Operation = { operationId: string; description: string; "x-platonic-call": Record<string, never> };
const operations = Object.values(paths).flatMap((item) => Object.values(item as object)) as Operation[];

test("every operation has the terms of its method, in members and in words", async () => {
  const methods = (await contractServices()).flatMap((service) => service.methods);
  for (const { operationId, description, "x-platonic-call": call } of operations) {
    const [service, name] = operationId.split("_");
    const method = methods.find((one) => one.parent.name === service && one.name === name);
    const declared = declaredTerms(method as NonNullable<typeof method>);
    const deadlineMs = declared?.deadlineMs === 0 ? undefined : declared?.deadlineMs;
    expect(call["deadline_ms"], operationId).toBe(deadlineMs);
    expect(call).toMatchObject({
      retry_after: declared?.retryAfter.map((reason) => Reason[reason]),
    });
    expect(call["page"] !== undefined, operationId).toBe(declared?.page !== undefined);
    expect(((call["signed"] ?? []) as never[]).length).toBe(declared?.signed.length);
    if (deadlineMs === undefined) expect(description).not.toContain("Deadline");
    else expect(description).toContain(`Deadline of a caller that sets none: ${deadlineMs / 1000} s.`);
  }
});

test("an order is signed for the purpose `transfer`", () => {
  const transfer = operations.find(({ operationId }) => operationId === "TransactionService_Transfer");
  expect(transfer?.["x-platonic-call"]).toEqual({
    idempotency: "idempotent",
    deadline_ms: 30_000,
    retry_after: ["UNAVAILABLE"],
    signed: [
      {
        purpose: "transfer",
        message: "signed_order.order",
        signature: "signed_order.signature",
        key_id: "signed_order.key_id",
      },
    ],
  });
});
