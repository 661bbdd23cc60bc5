import { type TransactionResult, TransactionStatus } from "../../../../gen/es/wallet/v1/transaction_pb.js";
import type { Alarm } from "../clock.ts";
import type { LedgerWord, Payment, Way } from "./payment.ts";

/** What is known of a payment: what the ledger holds of it; or nothing yet, and `onSettled` will tell. */
export type PaymentOutcome = SettledPayment | { readonly status: "unresolved"; readonly id: string };

export interface SettledPayment {
  readonly status: "completed" | "failed";
  readonly id: string;
  readonly result: TransactionResult;
}

/** Payments that go on together: one alone; those of one signature; or those that an earlier process left. */
export interface PaymentGroup {
  readonly ids: readonly string[];
  /** Answers in the order of the ids. */
  readonly transfer: (way: Way) => Promise<TransactionResult[]>;
  /** By id: those on which the ledger has said its last word. */
  readonly settled: Map<string, SettledPayment>;
  readonly machine: Payment<LedgerWord>;
  readonly alarm: Alarm;
  readonly resolve: (outcomes: PaymentOutcome[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Those that are not settled. When one who goes through them fails, nothing is left for others who do. */
export function* leftOf({ ids, settled }: PaymentGroup): Generator<string> {
  for (const id of ids) if (!settled.has(id)) yield id;
}

/** The ledger's last word on a group is that on all of it. */
export function wordOf({ ids, settled }: PaymentGroup): LedgerWord {
  return { status: settled.size === ids.length ? TransactionStatus.COMPLETED : TransactionStatus.PENDING };
}

export function outcomesOf({ ids, settled }: PaymentGroup): PaymentOutcome[] {
  return ids.map((id) => settled.get(id) ?? { status: "unresolved", id });
}

/** Undefined while the ledger can still say something else. */
export function settledBy(id: string, result: TransactionResult): SettledPayment | undefined {
  if (result.status === TransactionStatus.COMPLETED) return { status: "completed", id, result };
  return result.status === TransactionStatus.FAILED ? { status: "failed", id, result } : undefined;
}
