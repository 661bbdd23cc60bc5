import { TransactionErrorCode } from "../../../../gen/es/platonic/wallet/v1/transaction_pb.js";
import type { PaymentOutcome } from "../../../typescript/src/wallet/payment-group.ts";

const reasons: Partial<Readonly<Record<keyof typeof TransactionErrorCode, string>>> = {
  INSUFFICIENT_FUNDS: "The wallet has less than the amount and its fee.",
  LIMIT_EXCEEDED: "It is above the limit of your verification level. Raise the level under Verification, or pay less.",
  INVALID_RECIPIENT: "The recipient has no wallet. Ask for their address again.",
  CHANNEL_FAILURE: "It was not processed in time, and never will be. Pay again if you still want to.",
  HOLD_ENDED: "The hold has ended.",
};

/** Says what became of a payment. Nothing is ever "maybe paid": what is not known yet is looked up until it is. */
export function outcomeText(outcome: PaymentOutcome): string {
  if (outcome.status === "unresolved") {
    return "The service does not answer. The payment is in this browser's journal, and its outcome will be looked up until it is known.";
  }
  const { result } = outcome;
  if (outcome.status === "completed") return `Completed. Confirmation code ${result.confirmationCode}.`;
  if (outcome.status === "held") return `Held for the recipient. Confirmation code ${result.confirmationCode}.`;
  const code = TransactionErrorCode[result.errorCode] as keyof typeof TransactionErrorCode | undefined;
  return `Not paid. ${(code && reasons[code]) ?? code ?? ""}`;
}

/** Whether money moved, or did not, or is not known to have. */
export function outcomeTone({ status }: PaymentOutcome): "good" | "bad" | "warn" {
  if (status === "unresolved") return "warn";
  return status === "failed" ? "bad" : "good";
}
