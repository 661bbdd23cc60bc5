import type { CaptureHoldRequest, ReleaseHoldRequest } from "#contract/wallet/v1/hold_service_pb.js";
import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import { Fault } from "../../../../core/fault.ts";
import type { Context } from "../../../../rpc/operations.ts";
import {
  type OrderedCapture,
  type OrderedRelease,
  readCapture,
  readRelease,
  type Signed,
  submitted,
} from "../../../ledger/index.ts";
import { holdMessage } from "../../messages/hold-message.ts";
import { failure, resultOf } from "../../messages/transfer-message.ts";
import { idTaken } from "../../orders/request-id.ts";
import type { TransactionDeps } from "../transfers/deps.ts";
import { holdEnded, vaultOrders } from "./vault-orders.ts";

/** Captures and releases of holds by their recipients. Signatures are verified here; the ledger applies all other rules. */
export function holdChanges(deps: TransactionDeps) {
  const { ledger, policy, checks, attempts } = deps;
  const vault = vaultOrders(deps);

  async function changed(order: OrderedCapture | OrderedRelease, isSigned: boolean, caller: Context) {
    const outcome = await submitted(ledger, { ...order, isSigned }, caller);
    if (outcome.kind === "entry")
      return { result: resultOf(outcome.entry, outcome.entryDigest), ...(await shown(order)) };
    if (outcome.kind === "unsigned") return { result: failure(order.id, outcome.error) };
    throw idTaken(order.kind === "capture" ? "capture_id" : "release_id", order.id);
  }

  async function shown({ holdId, owner }: OrderedCapture | OrderedRelease) {
    const hold = await ledger.hold(holdId);
    return hold?.recipient === owner
      ? { hold: holdMessage(hold, policy, (await ledger.reversedOf([hold.id])).get(hold.id)) }
      : {};
  }

  /** Processes an order signed by its recipient. Without an id of this recipient nothing can be recorded. */
  async function bySigned(order: OrderedCapture | OrderedRelease | undefined, caller: Context) {
    if (order === undefined) return { result: failure("", TransactionErrorCode.INVALID_TRANSACTION) };
    const isSigned = await checks.isSignedFor(order.kind, order, order.owner, caller.principal.id);
    return changed(order, isSigned, caller);
  }

  /** Lets the vault sign an order, unless the id has been used for the same one. */
  async function byVault(signed: () => Promise<OrderedCapture | OrderedRelease>, caller: Context) {
    const answer = await ordered(signed, caller);
    // Answers as it would have before the order was signed: the end by time may not be recorded yet.
    if (answer.result.errorCode === TransactionErrorCode.HOLD_ENDED) throw holdEnded();
    return answer;
  }

  async function ordered(signed: () => Promise<OrderedCapture | OrderedRelease>, caller: Context) {
    try {
      return await changed(await signed(), true, caller);
    } catch (error) {
      // A concurrent duplicate of the request came first, with another time of creation.
      if (error instanceof Fault && error.reason === "RESOURCE_CONFLICT") return changed(await signed(), true, caller);
      throw error;
    }
  }

  return {
    async capture(request: CaptureHoldRequest, caller: Context) {
      const { recipient, signedOrder } = request;
      attempts.consume(recipient);
      if (signedOrder === undefined) return byVault(() => vault.capture(request, caller), caller);
      refuseTerms({
        hold_id: request.holdId !== "",
        amount: request.amount !== undefined,
        keep_rest: request.keepRest,
        capture_id: request.captureId !== "",
      });
      return bySigned(readCapture(signedOrder as Signed, recipient, policy), caller);
    },

    async release(request: ReleaseHoldRequest, caller: Context) {
      const { recipient, signedOrder } = request;
      attempts.consume(recipient);
      if (signedOrder === undefined) return byVault(() => vault.release(request, caller), caller);
      refuseTerms({ hold_id: request.holdId !== "", release_id: request.releaseId !== "" });
      return bySigned(readRelease(signedOrder as Signed, recipient), caller);
    },
  };
}

/** Refuses terms sent together with a signed order, which could contradict it. */
function refuseTerms(fields: Readonly<Record<string, boolean>>): void {
  for (const [parameter, isThere] of Object.entries(fields)) {
    if (!isThere) continue;
    const message = `${parameter} must not be set together with signed_order`;
    throw new Fault("PARAMETER_INVALID", message, { parameter });
  }
}
