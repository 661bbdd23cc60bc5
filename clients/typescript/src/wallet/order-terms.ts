import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { ExchangeRequestSchema } from "#contract/wallet/v1/exchange_service_pb.js";
import type { CaptureOrderSchema, ReleaseOrderSchema } from "#contract/wallet/v1/hold_pb.js";
import type { TokenType } from "#contract/wallet/v1/money_pb.js";
import type { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import type { Operation } from "./operation-storage.ts";
import { isTransactionId, newTransactionId } from "./transaction-id.ts";

/** Terms of a payment. Absent fields get defaults. */
export type PaymentOrder = Omit<MessageInitShape<typeof TransferOrderSchema>, "$typeName" | "sender">;

/** Terms of a capture. */
export type CaptureTerms = Omit<MessageInitShape<typeof CaptureOrderSchema>, "$typeName" | "recipient">;
/** Terms of a release. */
export type ReleaseTerms = Omit<MessageInitShape<typeof ReleaseOrderSchema>, "$typeName" | "recipient">;

/** Terms of an exchange. */
export interface ExchangeTerms {
  /** Id of the exchange; by default a new one. */
  readonly id?: string;
  /** Kind of token to give, and its currency if it is an external one. */
  readonly sourceType: TokenType;
  readonly sourceCurrencyCode?: string;
  /** Amount to give, fee included: a decimal. */
  readonly amount: string;
  /** Kind of token to receive, and its currency if it is an external one. */
  readonly targetType: TokenType;
  readonly targetCurrencyCode?: string;
  /** Id of a quote of exactly this exchange; by default the current rate applies. */
  readonly quoteId?: string;
}

/**
 * Completes an order of a wallet.
 *
 * @throws TypeError for an id that is not a UUID in lower case
 */
export function completeOrder<Order extends { readonly id?: string | undefined }>(order: Order, nowMs: number) {
  return { createdAt: BigInt(nowMs), ...order, id: idOf(order, nowMs) };
}

/**
 * Returns the operation of an exchange.
 *
 * @throws TypeError for an id that is not a UUID in lower case
 */
export function exchangeOperation(identityId: string, { amount, ...terms }: ExchangeTerms, nowMs: number) {
  const id = idOf(terms, nowMs);
  const sourceAmount = { form: { case: "decimal" as const, value: amount } };
  const request = create(ExchangeRequestSchema, { ...terms, identityId, exchangeId: id, sourceAmount });
  const unsigned = { keyId: "", signature: new Uint8Array() };
  return { id, kind: "exchange", order: toBinary(ExchangeRequestSchema, request), ...unsigned } satisfies Operation;
}

function idOf({ id }: { readonly id?: string | undefined }, nowMs: number): string {
  if (id === undefined) return newTransactionId(nowMs);
  if (!isTransactionId(id)) throw new TypeError(`the id of a transaction must be a UUID in lower case, not ${id}`);
  return id;
}
