import type { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import type { Operations } from "../../../../rpc/operations.ts";
import { transactionBatches } from "./batches.ts";
import { transactionCreation } from "./creation.ts";
import type { TransactionDeps } from "./deps.ts";
import { linkedTransfers } from "./linked.ts";
import { transactionProcessing } from "./processing.ts";
import { transactionReading } from "./reading.ts";

/** The operations of wallet.v1.TransactionService. */
export function transactionOperations(deps: TransactionDeps): Operations<typeof TransactionService> {
  return {
    ...transactionCreation(deps),
    ...transactionProcessing(deps),
    ...transactionBatches(deps),
    ...linkedTransfers(deps),
    ...transactionReading(deps),
  };
}
