import { TokenType } from "#contract/wallet/v1/money_pb.js";
import type { TransactionResult } from "#contract/wallet/v1/transaction_pb.js";
import { PlatonicError, type WalletClient } from "../../typescript/src/index.ts";

/** The result of a transfer as the service reported it, and its latency. */
export interface TransferReport {
  readonly id: string;
  readonly sender: string;
  readonly result: ReportedResult;
  readonly ms: number;
}

export type ReportedResult =
  | { readonly status: "completed" | "held" | "failed"; readonly result: TransactionResult }
  /** The transfer was not recorded. */
  | { readonly status: "refused"; readonly reason: string }
  | { readonly status: "unresolved" };

export interface LoadDeps {
  readonly transfers: number;
  /** Concurrent transfers of each wallet. */
  readonly atOnce: number;
  readonly progress: (text: string) => void;
}

/** Sends transfers from each wallet to the next one, and measures the time they take. */
export async function sendTransfers(
  wallets: readonly WalletClient[],
  { transfers, atOnce, progress }: LoadDeps,
): Promise<{ readonly reports: TransferReport[]; readonly seconds: number }> {
  const reports: TransferReport[] = [];
  const step = Math.ceil(transfers / 10);
  const percent = (count: number) => Math.floor((100 * count) / transfers);
  let started = 0;
  const send = async (wallet: WalletClient, recipient: string) => {
    while (started < transfers) {
      started += 1;
      reports.push(await sendTransfer(wallet, recipient));
      if (reports.length % step === 0)
        progress(`${percent(reports.length)} %, ${reports.length} of ${transfers} transfers\n`);
    }
  };
  const startedMs = performance.now();
  const senders = wallets.flatMap((wallet, index) => {
    const { identityId } = wallets[(index + 1) % wallets.length] as WalletClient;
    return Array.from({ length: atOnce }, () => send(wallet, identityId));
  });
  await Promise.all(senders);
  return { reports, seconds: (performance.now() - startedMs) / 1000 };
}

async function sendTransfer(wallet: WalletClient, recipient: string): Promise<TransferReport> {
  const id = crypto.randomUUID();
  const startedMs = performance.now();
  const order = { id, recipient, tokenType: TokenType.STANDARD, amount: "0.00001", description: "bench" };
  const result = await wallet.pay(order).catch((error: unknown): ReportedResult => {
    if (!(error instanceof PlatonicError)) throw error;
    return { status: "refused", reason: `${error.reason}: ${error.message}` };
  });
  return { id, sender: wallet.identityId, result, ms: performance.now() - startedMs };
}
