import { type TransactionResult, TransactionStatus } from "../../../../gen/es/platonic/wallet/v1/transaction_pb.js";
import type { Alarm } from "../clock.ts";
import type { LedgerWord, Payment, Way } from "./payment.ts";

/** Outcome of a payment: the result of the ledger, or "unresolved" until `onSettled` reports it. */
export type PaymentOutcome = SettledPayment | { readonly status: "unresolved"; readonly id: string };

export interface SettledPayment {
  /** `held`: the money is set aside for the recipient of a hold, who has not got it. */
  readonly status: "completed" | "held" | "failed";
  readonly id: string;
  readonly result: TransactionResult;
}

/** Payments that are processed as a group: a single one, those under one signature, or those of an earlier process. */
export interface PaymentGroup {
  readonly ids: readonly string[];
  /** Returns the results in the order of the ids. */
  readonly transfer: (way: Way) => Promise<TransactionResult[]>;
  /** Payments with a final result, by id. */
  readonly settled: Map<string, SettledPayment>;
  readonly machine: Payment<LedgerWord>;
  readonly alarm: Alarm;
  readonly resolve: (outcomes: PaymentOutcome[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Yields the ids that are not settled. Concurrent consumers share the iterator, and a failure of one ends it for all. */
export function* unsettledOf({ ids, settled }: PaymentGroup): Generator<string> {
  for (const id of ids) if (!settled.has(id)) yield id;
}

/** Status of a group: completed once all of its payments have a final result. */
export function statusOf({ ids, settled }: PaymentGroup): LedgerWord {
  return { status: settled.size === ids.length ? TransactionStatus.COMPLETED : TransactionStatus.PENDING };
}

export function outcomesOf({ ids, settled }: PaymentGroup): PaymentOutcome[] {
  return ids.map((id) => settled.get(id) ?? { status: "unresolved", id });
}

/** Returns the settled payment of a result; undefined while the result is not final. */
export function settledBy(id: string, result: TransactionResult): SettledPayment | undefined {
  if (result.status === TransactionStatus.COMPLETED) return { status: "completed", id, result };
  if (result.status === TransactionStatus.HELD) return { status: "held", id, result };
  return result.status === TransactionStatus.FAILED ? { status: "failed", id, result } : undefined;
}
