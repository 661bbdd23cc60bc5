import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import type { PaymentOutcome } from "../../../typescript/src/wallet/payment-group.ts";
import { transactionRefusal } from "../../../typescript/src/wallet/refusals.ts";

/**
 * Describes the outcome of a payment. Nothing is ever "maybe paid": an unknown outcome is looked up until it is known.
 */
export function outcomeText(outcome: PaymentOutcome): string {
  if (outcome.status === "unresolved") {
    return "The service does not answer. The payment is in this browser's journal, and its outcome will be looked up until it is known.";
  }
  const { result } = outcome;
  if (outcome.status === "completed") return `Completed. Confirmation code ${result.confirmationCode}.`;
  if (outcome.status === "held") return `Held for the recipient. Confirmation code ${result.confirmationCode}.`;
  const advice = result.errorCode === TransactionErrorCode.LIMIT_EXCEEDED ? " You raise it under Verification." : "";
  return `Not paid. ${transactionRefusal(result.errorCode)}${advice}`;
}

/** Returns the tone of an outcome: money moved, did not move, or may have. */
export function outcomeTone({ status }: PaymentOutcome): "good" | "bad" | "warn" {
  if (status === "unresolved") return "warn";
  return status === "failed" ? "bad" : "good";
}
