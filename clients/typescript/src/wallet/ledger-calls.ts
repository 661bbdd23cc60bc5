import { create, fromBinary } from "@bufbuild/protobuf";
import { type Client, createContextValues, type Transport } from "@connectrpc/connect";
import { HoldService } from "../../../../gen/es/platonic/wallet/v1/hold_service_pb.js";
import {
  SignedOrderSchema,
  TransactionErrorCode,
  type TransactionResult,
  TransactionResultSchema,
  TransactionStatus,
} from "../../../../gen/es/platonic/wallet/v1/transaction_pb.js";
import { TransactionService } from "../../../../gen/es/platonic/wallet/v1/transaction_service_pb.js";
import { isSentOnce } from "../call-terms.ts";
import type { Channel } from "../channel/channel.ts";
import { PlatonicError } from "../platonic-error.ts";
import { typedClient } from "../typed-client.ts";
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

/** Calls of payments to the ledger, over the channel or HTTP. All reject with PlatonicError. */
export class LedgerCalls {
  readonly #deps: LedgerCallsDeps;
  readonly #http: Client<typeof TransactionService>;
  readonly #holds: Client<typeof HoldService>;

  constructor(deps: LedgerCallsDeps) {
    this.#deps = deps;
    this.#http = typedClient(TransactionService, deps.transport);
    this.#holds = typedClient(HoldService, deps.transport);
  }

  /** Captures or releases a hold. */
  async change(what: Change, { id, order, keyId, signature }: Operation, way: Way): Promise<TransactionResult> {
    const { identityId: recipient, channel, confirmTimeoutMs: timeoutMs } = this.#deps;
    const method = HoldService.method[what];
    const request = { recipient, signedOrder: create(SignedOrderSchema, { order, keyId, signature }) };
    const { result } =
      way === "channel"
        ? await (channel as Channel).call(method, request, { opId: id, ...untilConfirmed })
        : await this.#holds[what](request, { timeoutMs, ...once() });
    return present(result);
  }

  async transfer({ id, order, keyId, signature }: Operation, way: Way): Promise<TransactionResult> {
    const { identityId: sender, channel, confirmTimeoutMs: timeoutMs } = this.#deps;
    const request = { sender, signedOrder: create(SignedOrderSchema, { order, keyId, signature }) };
    const { result } =
      way === "channel"
        ? await (channel as Channel).call(TransactionService.method.transfer, request, { opId: id, ...untilConfirmed })
        : await this.#http.transfer(request, { timeoutMs, ...once() });
    return present(result);
  }

  /** Returns the results in the order of the orders. */
  async transferMany(signed: SignedOrders, way: Way): Promise<TransactionResult[]> {
    const { identityId: sender, channel, confirmTimeoutMs: timeoutMs } = this.#deps;
    const request = { sender, ...signed };
    const { results } =
      way === "channel"
        ? await (channel as Channel).call(TransactionService.method.transferBatch, request, untilConfirmed)
        : await this.#http.transferBatch(request, { timeoutMs, ...once() });
    return results;
  }

  async void(transactionId: string, way: Way): Promise<TransactionResult> {
    try {
      return await this.#voided(transactionId, way);
    } catch (error) {
      if (!(error instanceof PlatonicError) || error.reason !== "RESOURCE_CONFLICT") throw error;
      // The id is used by somebody else, so that no transaction of this sender will ever have it.
      const failed = { status: TransactionStatus.FAILED, errorCode: TransactionErrorCode.INVALID_TRANSACTION };
      return create(TransactionResultSchema, { transactionId, ...failed });
    }
  }

  async #voided(transactionId: string, way: Way): Promise<TransactionResult> {
    const { identityId: sender, channel, confirmTimeoutMs } = this.#deps;
    const options = { timeoutMs: Math.max(1_000, confirmTimeoutMs) };
    if (way === "channel") {
      const { result } = await (channel as Channel).resolve(transactionId, true, options);
      return fromBinary(TransactionResultSchema, result);
    }
    const { result } = await this.#http.resolveTransaction(
      { sender, transactionId, seal: true },
      { ...options, ...once() },
    );
    return present(result);
  }
}

/** Payments have a timeout of their own, after which the machine of the payment resolves them. */
const untilConfirmed = { timeoutMs: Number.POSITIVE_INFINITY };

/** Options of calls that the machine of a payment repeats by itself. */
function once() {
  return { contextValues: createContextValues().set(isSentOnce, true) };
}

function present(result: TransactionResult | undefined): TransactionResult {
  if (result === undefined) throw new PlatonicError("UNKNOWN", "the service returned no result");
  return result;
}
