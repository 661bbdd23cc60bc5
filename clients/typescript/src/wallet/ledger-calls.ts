import { create, type DescMethodUnary, fromBinary, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { createContextValues, type Transport } from "@connectrpc/connect";
import type { ExchangeResult } from "#contract/wallet/v1/exchange_pb.js";
import { ExchangeRequestSchema, ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { HoldService } from "#contract/wallet/v1/hold_service_pb.js";
import {
  SignedOrderSchema,
  TransactionErrorCode,
  type TransactionResult,
  TransactionResultSchema,
  TransactionStatus,
} from "#contract/wallet/v1/transaction_pb.js";
import { type LinkedSignature, TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { ownAttempt } from "../call-terms.ts";
import { callUnary } from "../call-unary.ts";
import type { Channel } from "../channel/channel.ts";
import { PlatonicError } from "../platonic-error.ts";
import { attemptMs } from "../repetition.ts";
import type { InContext } from "../trace-context.ts";
import type { Operation } from "./operation-storage.ts";
import type { Way } from "./payment.ts";
import type { SignedOrders } from "./sign-order.ts";

export interface LedgerCallsDeps {
  readonly identityId: string;
  /** HTTP transport, authenticated as the identity. */
  readonly transport: Transport;
  /** Undefined: HTTP only. */
  readonly channel: Channel | undefined;
  /** Timeout of the confirmation. */
  readonly confirmTimeoutMs: number;
}

/** Methods that change a hold. */
export type Change = "captureHold" | "releaseHold";

/** Path and number of an attempt, and the trace context of its caller. */
export interface AttemptTerms {
  readonly way: Way;
  readonly attempt: number;
  readonly inContext: InContext;
}

/** The ledger's answer about an operation. */
export interface LedgerAnswer {
  readonly result: TransactionResult;
  /** Set for an exchange that the ledger has processed. */
  readonly exchange?: ExchangeResult;
}

/** Calls of payments to the ledger, over the channel or HTTP. All reject with PlatonicError. */
export class LedgerCalls {
  readonly #deps: LedgerCallsDeps;

  constructor(deps: LedgerCallsDeps) {
    this.#deps = deps;
  }

  /** Captures or releases a hold. */
  async change(what: Change, operation: Operation, terms: AttemptTerms): Promise<LedgerAnswer> {
    const request = { recipient: this.#deps.identityId, signedOrder: signedOrder(operation) };
    const { result } = await this.#call(HoldService.method[what], request, terms, operation.id);
    return { result: present(result) };
  }

  async transfer(operation: Operation, terms: AttemptTerms): Promise<LedgerAnswer> {
    const request = { sender: this.#deps.identityId, signedOrder: signedOrder(operation) };
    const { result } = await this.#call(TransactionService.method.transfer, request, terms, operation.id);
    return { result: present(result) };
  }

  /** Returns the answers in the order of the orders. */
  async transferMany(signed: SignedOrders, terms: AttemptTerms): Promise<LedgerAnswer[]> {
    const request = { sender: this.#deps.identityId, ...signed };
    const { results } = await this.#call(TransactionService.method.transferBatch, request, terms);
    return results.map((result) => ({ result }));
  }

  /** Does the same for linked orders, which are processed all or none. */
  async transferLinked(
    orders: Uint8Array,
    signatures: LinkedSignature[],
    terms: AttemptTerms,
  ): Promise<LedgerAnswer[]> {
    const request = { sender: this.#deps.identityId, orders, signatures };
    const { results } = await this.#call(TransactionService.method.transferLinked, request, terms);
    return results.map((result) => ({ result }));
  }

  /** Sends the request of an exchange. The ledger answers a repeated one with the first result. */
  async exchange({ id, order }: Operation, terms: AttemptTerms): Promise<LedgerAnswer> {
    const request = fromBinary(ExchangeRequestSchema, order);
    const { result: exchange } = await this.#call(ExchangeService.method.exchange, request, terms, id);
    const { success } = present(exchange);
    const status = success ? TransactionStatus.COMPLETED : TransactionStatus.FAILED;
    const result = create(TransactionResultSchema, { transactionId: id, success, status });
    return { result, exchange: present(exchange) };
  }

  /** Returns what the ledger says of an operation; it will never process one that it has not processed by then. */
  async void(operation: Operation, terms: AttemptTerms): Promise<LedgerAnswer> {
    const { id, kind } = operation;
    try {
      const result = await this.#voided(id, terms);
      // It may be that of a payment with this id.
      return kind === "exchange" && result.success ? neverProcessed(id) : { result };
    } catch (error) {
      if (!isConflict(error)) throw error;
      return kind === "exchange" ? this.#exchanged(operation, terms) : neverProcessed(id);
    }
  }

  /** Returns the result of an exchange whose id the ledger knows: it is answered again, and cannot be done now. */
  async #exchanged(operation: Operation, terms: AttemptTerms): Promise<LedgerAnswer> {
    try {
      return await this.exchange(operation, terms);
    } catch (error) {
      if (!isConflict(error)) throw error;
      return neverProcessed(operation.id);
    }
  }

  async #voided(transactionId: string, { way, attempt, inContext }: AttemptTerms): Promise<TransactionResult> {
    const { identityId: sender, channel, confirmTimeoutMs } = this.#deps;
    const timeoutMs = Math.max(1_000, confirmTimeoutMs);
    if (way === "channel") {
      const { result } = await (channel as Channel).resolve(transactionId, true, { timeoutMs, attempt });
      return fromBinary(TransactionResultSchema, result);
    }
    const request = { sender, transactionId, seal: true };
    const { resolveTransaction } = TransactionService.method;
    const { result } = await inContext(() => this.#callOverHttp(resolveTransaction, request, attempt, timeoutMs));
    return present(result);
  }

  /** Payments have a timeout of their own, after which their machine resolves them. */
  #call<Method extends DescMethodUnary>(
    method: Method,
    request: MessageInitShape<Method["input"]>,
    { way, attempt, inContext }: AttemptTerms,
    opId?: string,
  ): Promise<MessageShape<Method["output"]>> {
    const { channel, confirmTimeoutMs } = this.#deps;
    if (way === "http")
      return inContext(() => this.#callOverHttp(method, request, attempt, attemptMs(confirmTimeoutMs)));
    const options = { timeoutMs: Number.POSITIVE_INFINITY, attempt, ...(opId !== undefined && { opId }) };
    return inContext(() => (channel as Channel).call(method, request, options));
  }

  #callOverHttp<Method extends DescMethodUnary>(
    method: Method,
    request: MessageInitShape<Method["input"]>,
    attempt: number,
    timeoutMs: number,
  ): Promise<MessageShape<Method["output"]>> {
    const contextValues = createContextValues().set(ownAttempt, attempt);
    const answer = callUnary(this.#deps.transport, method, request as never, { timeoutMs, contextValues });
    return answer as Promise<MessageShape<Method["output"]>>;
  }
}

function signedOrder({ order, keyId, signature }: Operation) {
  return create(SignedOrderSchema, { order, keyId, signature });
}

/** Whether the ledger says that an id is used otherwise; a channel says so, too, while the same question is pending. */
function isConflict(error: unknown): boolean {
  return error instanceof PlatonicError && error.reason === "RESOURCE_CONFLICT" && !error.wasNotSent;
}

/** The id is used by somebody else, or for something else, so that no operation of this sender will ever have it. */
function neverProcessed(transactionId: string): LedgerAnswer {
  const failed = { status: TransactionStatus.FAILED, errorCode: TransactionErrorCode.INVALID_TRANSACTION };
  return { result: create(TransactionResultSchema, { transactionId, ...failed }) };
}

function present<Result>(result: Result | undefined): Result {
  if (result === undefined) throw new PlatonicError("UNKNOWN", "the service returned no result");
  return result;
}
