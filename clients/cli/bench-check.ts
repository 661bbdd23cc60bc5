import { equals } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { TransactionResultSchema } from "../../gen/es/wallet/v1/transaction_pb.js";
import type { TransactionService } from "../../gen/es/wallet/v1/transaction_service_pb.js";
import type { Told } from "./bench-load.ts";

/** Asked for at the same time. */
const atOnce = 32;

/** What was told otherwise than the ledger has it, or cannot be compared: a line for each. */
export async function differences(
  told: readonly Told[],
  transactions: Pick<Client<typeof TransactionService>, "resolveTransaction">,
): Promise<string[]> {
  const lines: string[] = [];
  const left = told.values();
  const lane = async () => {
    for (const one of left) {
      const difference = await differenceOf(one, transactions).catch(
        (error: Error) => `cannot be read: ${error.message}`,
      );
      if (difference !== undefined) lines.push(`${one.id} ${difference}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return lines;
}

async function differenceOf(
  { id: transactionId, sender, word }: Told,
  transactions: Pick<Client<typeof TransactionService>, "resolveTransaction">,
): Promise<string | undefined> {
  const { isFinal, result } = await transactions.resolveTransaction({ sender, transactionId, seal: false });
  if (word.status === "unresolved") return "was not told";
  if (word.status === "refused") return isFinal ? `was refused by ${word.reason}, and is in the ledger` : undefined;
  if (isFinal && result !== undefined && equals(TransactionResultSchema, result, word.result)) return undefined;
  return `was told as ${word.status}, and the ledger has it otherwise`;
}
