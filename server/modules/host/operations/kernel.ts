import { create } from "@bufbuild/protobuf";
import type { KernelService } from "#contract/host/v1/host_pb.js";
import type { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { AuthErrorCode, AuthenticateRequestSchema } from "#contract/identity/v1/authentication_service_pb.js";
import { TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { type TransactionService, TransferRequestSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import { Fault } from "../../../core/fault.ts";
import type { Context, Operations } from "../../../rpc/operations.ts";
import { type HostAccounts, readClaims, readCompactJws } from "../../identity/index.ts";
import { confirmationCode, entryBytes, entryDigest } from "../../ledger/domain/entry/chain.ts";
import { entryKinds } from "../../ledger/domain/entry/entry.ts";
import { kindFacts } from "../../ledger/domain/entry/kinds.ts";
import type { Ledger } from "../../ledger/domain/requests.ts";
import { type ReceiptKey, receiptCheck } from "../../wallets/index.ts";

export interface KernelOperationsDeps {
  /** Operations that authenticate and transfer for every transport. */
  readonly authenticate: Operations<typeof AuthenticationService>["authenticate"];
  readonly transfer: Operations<typeof TransactionService>["transfer"];
  readonly ledger: Pick<Ledger, "entry" | "pending" | "batchOf" | "batchesOf" | "lastBatch">;
  readonly accounts: Pick<HostAccounts, "byName">;
  readonly receiptKey: ReceiptKey;
}

/** The operations of host.v1.KernelService. */
export function kernelOperations(deps: KernelOperationsDeps): Operations<typeof KernelService> {
  const { authenticate, transfer, ledger, accounts, receiptKey } = deps;
  const isReceipt = receiptCheck(ledger, receiptKey);

  return {
    async walletAuthenticate({ token, userName }, context) {
      const subject = subjectOf(token);
      const user = userName === "" ? undefined : await accounts.byName(userName);
      // The token is not the user's. Checked first, so that it is not consumed needlessly.
      if (userName !== "" && subject !== undefined && user?.identityId !== subject)
        return { success: false, errorCode: AuthErrorCode.SIGNATURE_INVALID };
      const request = create(AuthenticateRequestSchema, { token });
      const answer = await authenticate(request, onBehalfOf(userName, context));
      const { success = false, authLevel = 0, sessionToken, errorCode } = answer;
      return {
        success,
        authLevel,
        ...(sessionToken !== undefined && { sessionToken }),
        ...(errorCode !== undefined && { errorCode }),
        ...(success && subject !== undefined && { identityId: subject }),
        ...(success && user !== undefined && { uid: BigInt(user.uid) }),
      };
    },

    async walletTransfer({ sender, signedOrder }, context) {
      const request = create(TransferRequestSchema, { sender, ...(signedOrder && { signedOrder }) });
      const {
        success = false,
        transactionId = "",
        status = 0,
        ...rest
      } = (await transfer(request, context)).result ?? {};
      return {
        success,
        transactionId,
        status,
        ...(rest.errorCode !== undefined && { errorCode: rest.errorCode }),
        ...(rest.confirmationCode !== undefined && { confirmationCode: rest.confirmationCode }),
      };
    },

    async walletVerify({ transactionId, receipt }) {
      if ((transactionId === "") === (receipt === undefined)) throw oneOfTwo(receipt === undefined);
      const id = receipt?.transactionId ?? transactionId;
      const entry = await ledger.entry(id);
      // A hold has not paid anybody yet; its captures have.
      if (entry === undefined || !kindFacts[entry.kind].pays || entry.kind === entryKinds.hold) {
        const isPending = entry === undefined && (await ledger.pending(id)) !== undefined;
        return { verified: false, transactionId: id, ...(isPending && { status: TransactionStatus.PENDING }) };
      }
      if (entry.outcome !== 0) return { verified: false, transactionId: id, status: TransactionStatus.FAILED };
      const status = TransactionStatus.COMPLETED;
      if (receipt !== undefined && !(await isReceipt(receipt, entry))) {
        return { verified: false, transactionId: id, status };
      }
      const code = confirmationCode(entryDigest(entryBytes(entry)));
      return { verified: true, transactionId: id, status, confirmationCode: code };
    },
  };
}

/** Returns the unverified subject of a token; undefined if the token cannot be read. */
function subjectOf(token: string): string | undefined {
  const jws = readCompactJws(token);
  return jws && readClaims(jws.payload)?.subject;
}

/** Counts failures by user of the host, since one program makes the calls of all of them. */
function onBehalfOf(userName: string, context: Context): Context {
  if (userName === "") return context;
  const { principal, signal } = context;
  return { principal: { ...principal, id: `${principal.id} ${userName}` }, signal };
}

function oneOfTwo(isMissing: boolean): Fault {
  const parameter = "transaction_id";
  return isMissing
    ? new Fault("PARAMETER_REQUIRED", "transaction_id or receipt is required", { parameter })
    : new Fault("PARAMETER_INVALID", "transaction_id must not be set together with receipt", { parameter });
}
