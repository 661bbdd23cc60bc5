import type { TransactionService } from "../../../../../gen/es/wallet/v1/transaction_service_pb.js";
import type { Operations } from "../../../../rpc/operations.ts";
import type { Identities } from "../../../identity/domain/identities.ts";
import type { Vault } from "../../../identity/domain/vault.ts";
import type { Ledger } from "../../domain/book.ts";
import type { Policy } from "../../domain/policy.ts";
import type { Confirmation } from "./confirmation.ts";
import { transactionCreation } from "./creation.ts";
import type { Allowance, OrderChecks } from "./order-checks.ts";
import { transactionProcessing } from "./processing.ts";
import { type ReceiptSigner, transactionReading } from "./reading.ts";

export interface TransactionOperationsParts {
  readonly ledger: Ledger;
  readonly identities: Pick<Identities, "signingKeys">;
  readonly vault: Pick<Vault, "sign">;
  readonly policy: Policy;
  readonly checks: OrderChecks;
  /** Transactions that each identity may try. */
  readonly attempts: Allowance;
  readonly confirm: Confirmation;
  readonly receiptSigner: ReceiptSigner;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The operations of wallet.v1.TransactionService. */
export function transactionOperations(parts: TransactionOperationsParts): Operations<typeof TransactionService> {
  return { ...transactionCreation(parts), ...transactionProcessing(parts), ...transactionReading(parts) };
}
