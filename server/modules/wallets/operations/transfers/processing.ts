import { TransactionErrorCode, TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import type { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { isUuid } from "../../../../core/uuid.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import { readOrder, type Signed, submitted } from "../../../ledger/index.ts";
import { failure, pendingResult, resultOf } from "../../messages/transfer-message.ts";
import { levelOfSession } from "../../orders/level-of-session.ts";
import { requireReadable } from "../../orders/order-texts.ts";
import { idTaken } from "../../orders/request-id.ts";
import type { TransactionDeps } from "./deps.ts";
import { isOfTransfer, resultOfId } from "./results.ts";

type Processing = "executeTransaction" | "transfer" | "resolveTransaction";

/** Operations that process transactions. Signatures are verified here; the ledger applies all other rules. */
export function transactionProcessing(deps: TransactionDeps): Pick<Operations<typeof TransactionService>, Processing> {
  const { ledger, policy, checks, attempts } = deps;

  return {
    async executeTransaction({ sender, transactionId: id }, caller) {
      attempts.consume(sender);
      const pending = await ledger.pending(id);
      const entry = pending === undefined ? await ledger.entry(id) : undefined;
      const owner = pending?.sender ?? entry?.owner;
      if (owner !== sender || (entry !== undefined && !isOfTransfer(entry))) throw notFound();
      if (entry !== undefined) return { result: resultOf(entry) };
      const isSigned = pending !== undefined && (await checks.isSigned(pending, sender, caller.principal.id));
      const { expiresAtMs, captureBeforeMs } = (pending && readOrder(pending, sender, policy)) ?? {};
      const reverses = pending?.reverses;
      const times = { expiresAtMs, captureBeforeMs };
      const levelMax = levelOfSession(caller.principal, sender);
      const request = { kind: "execute" as const, id, owner: sender, isSigned, reverses, levelMax, ...times };
      const outcome = await submitted(ledger, request, caller);
      if (outcome.kind !== "entry") throw notFound();
      return { result: resultOf(outcome.entry, outcome.entryDigest) };
    },

    async transfer({ sender, signedOrder }, caller) {
      attempts.consume(sender);
      const order = readOrder(signedOrder as Signed, sender, policy);
      requireReadable(order, "signed_order.order");
      // Without an id of this sender nothing can be recorded.
      if (order === undefined) return { result: failure("", TransactionErrorCode.INVALID_TRANSACTION) };
      const isSigned = await checks.isSigned(order, sender, caller.principal.id);
      const levelMax = levelOfSession(caller.principal, sender);
      const request = { ...order, kind: "transfer" as const, isSigned, levelMax };
      const outcome = await submitted(ledger, request, caller);
      if (outcome.kind === "entry") return { result: resultOf(outcome.entry, outcome.entryDigest) };
      if (outcome.kind === "unsigned") return { result: failure(order.id, outcome.error) };
      throw idTaken("signed_order.order");
    },

    async resolveTransaction({ sender, transactionId: id, seal }, caller) {
      if (!isUuid(id)) {
        const parameter = "transaction_id";
        throw new Fault("PARAMETER_INVALID", `${parameter} must be a UUID`, { parameter, provided: id });
      }
      if (seal) {
        attempts.consume(sender);
        const outcome = await submitted(ledger, { kind: "void", id, owner: sender }, caller);
        if (outcome.kind === "entry") return { isFinal: true, result: resultOf(outcome.entry, outcome.entryDigest) };
        throw idTaken("transaction_id", id);
      }
      const result = (await resultOfId(ledger, id, sender)) ?? pendingResult(id);
      return { isFinal: result.status !== TransactionStatus.PENDING, result };
    },
  };
}

/** The same fault for a transaction of another sender and for none. */
function notFound(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "The sender has no transaction with this id.");
}
