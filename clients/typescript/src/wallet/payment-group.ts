import type { ExchangeResult } from "#contract/wallet/v1/exchange_pb.js";
import { type TransactionResult, TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import type { Alarm } from "../clock.ts";
import type { InContext } from "../trace-context.ts";
import type { AttemptTerms, LedgerAnswer } from "./ledger-calls.ts";
import type { Operation } from "./operation-storage.ts";
import type { LedgerWord, Payment } from "./payment.ts";

/** Outcome of a payment: the result of the ledger, or "unresolved" until `onSettled` reports it. */
export type PaymentOutcome = SettledPayment | { readonly status: "unresolved"; readonly id: string };

export interface SettledPayment {
  /** `held`: the money is set aside for the recipient of a hold, who has not got it. */
  readonly status: "completed" | "held" | "failed";
  readonly id: string;
  readonly result: TransactionResult;
  /** Set for an exchange that the ledger has processed: the amounts, or why nothing was exchanged. */
  readonly exchange?: ExchangeResult;
}

/** Payments that are processed as a group: a single one, those under one signature, or those of an earlier process. */
export interface PaymentGroup {
  readonly operations: readonly Operation[];
  /** Returns the answers in the order of the operations. */
  readonly transfer: (terms: AttemptTerms) => Promise<LedgerAnswer[]>;
  /** Payments with a final result, by id. */
  readonly settled: Map<string, SettledPayment>;
  /** Whether the caller was told that outcomes are unresolved. */
  isAnswered: boolean;
  /** Trace context of the caller. */
  readonly inContext: InContext;
  readonly machine: Payment<LedgerWord>;
  readonly alarm: Alarm;
  readonly resolve: (outcomes: PaymentOutcome[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Yields what is not settled. Concurrent consumers share the iterator, and a failure of one ends it for all. */
export function* unsettledOf({ operations, settled }: PaymentGroup): Generator<Operation> {
  for (const operation of operations) if (!settled.has(operation.id)) yield operation;
}

/** Status of a group: completed once all of its payments have a final result. */
export function statusOf({ operations, settled }: PaymentGroup): LedgerWord {
  return { status: settled.size === operations.length ? TransactionStatus.COMPLETED : TransactionStatus.PENDING };
}

export function outcomesOf({ operations, settled }: PaymentGroup): PaymentOutcome[] {
  return operations.map(({ id }) => settled.get(id) ?? { status: "unresolved", id });
}

const finalStatuses: Readonly<Partial<Record<TransactionStatus, SettledPayment["status"]>>> = {
  [TransactionStatus.COMPLETED]: "completed",
  [TransactionStatus.HELD]: "held",
  [TransactionStatus.FAILED]: "failed",
};

/** Returns the settled payment of an answer; undefined while the answer is not final. */
export function settledBy(id: string, answer: LedgerAnswer): SettledPayment | undefined {
  const status = finalStatuses[answer.result.status];
  return status && { status, id, ...answer };
}
