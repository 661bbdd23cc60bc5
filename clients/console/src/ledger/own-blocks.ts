import type { LedgerEntry } from "#contract/wallet/v1/ledger_pb.js";
import { PlatonicError } from "../../../typescript/src/platonic-error.ts";
import type { WalletClient } from "../../../typescript/src/wallet-client.ts";
import { type Block, blockOfReceipt, joinBlocks } from "./block.ts";

const pageSize = 10;

/** Reads the blocks with payments of a wallet, ten payments at a time, newest first. Returns the last ones. */
export async function* blocksOfWallet(
  client: WalletClient,
  keySet: () => Promise<unknown>,
): AsyncGenerator<readonly Block[], readonly Block[]> {
  const keys = await keySet();
  let ids = new Set<string>();
  for await (const { transaction } of client.history() as AsyncGenerator<LedgerEntry, void>) {
    if (transaction !== undefined && transaction.id !== "") ids.add(transaction.id);
    if (ids.size <= pageSize) continue;
    ids.delete(transaction?.id ?? "");
    yield await blocksOf(client, ids, keys);
    ids = new Set(transaction && [transaction.id]);
  }
  return await blocksOf(client, ids, keys);
}

async function blocksOf(client: WalletClient, ids: ReadonlySet<string>, keys: unknown): Promise<Block[]> {
  const receipts = await Promise.all([...ids].map((id) => receiptOf(client, id)));
  return Promise.all(receipts.flatMap((receipt) => (receipt === undefined ? [] : [blockOfReceipt(receipt, keys)])));
}

/** Returns a receipt; undefined if the service gives none, as for reversals by administrators. */
async function receiptOf(client: WalletClient, transactionId: string) {
  try {
    return await client.receipt(transactionId);
  } catch (error) {
    if (PlatonicError.from(error).reason === "RESOURCE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Merges blocks, in the order of the chain and each number once. */
export function merged(blocks: readonly Block[], more: readonly Block[]): Block[] {
  const byNumber = new Map<bigint, Block>();
  for (const block of [...blocks, ...more]) {
    const known = byNumber.get(block.number);
    byNumber.set(block.number, known === undefined ? block : joinBlocks(known, block));
  }
  return [...byNumber.values()].sort((a, b) => (a.number < b.number ? -1 : 1));
}
