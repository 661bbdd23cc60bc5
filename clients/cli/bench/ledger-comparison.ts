import { equals } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { TransactionResultSchema } from "#contract/wallet/v1/transaction_pb.js";
import type { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import type { TransferReport } from "./load.ts";

const concurrentCalls = 32;

type Transactions = Pick<Client<typeof TransactionService>, "resolveTransaction">;

/** Compares the reported result of each transfer with the ledger. Returns a line for each difference. */
export async function differences(reports: readonly TransferReport[], transactions: Transactions): Promise<string[]> {
  const lines: string[] = [];
  const remaining = reports.values();
  const compare = async () => {
    for (const report of remaining) {
      const difference = await differenceOf(report, transactions).catch(
        (error: Error) => `cannot be read: ${error.message}`,
      );
      if (difference !== undefined) lines.push(`${report.id} ${difference}`);
    }
  };
  await Promise.all(Array.from({ length: concurrentCalls }, compare));
  return lines;
}

async function differenceOf(report: TransferReport, transactions: Transactions): Promise<string | undefined> {
  const { id: transactionId, sender, result: reported } = report;
  const { isFinal, result } = await transactions.resolveTransaction({ sender, transactionId, seal: false });
  if (reported.status === "unresolved") return "has no reported result";
  if (reported.status === "refused") {
    return isFinal ? `was refused by ${reported.reason}, but is in the ledger` : undefined;
  }
  if (isFinal && result !== undefined && equals(TransactionResultSchema, result, reported.result)) return undefined;
  return `was reported as ${reported.status}; the ledger has another result`;
}
