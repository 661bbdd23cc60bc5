import { TokenType } from "../../gen/es/wallet/v1/money_pb.js";
import type { TransactionResult } from "../../gen/es/wallet/v1/transaction_pb.js";
import { PlatonicError, type WalletClient } from "../typescript/src/index.ts";

/** What the service told of a transfer, and how long that took. */
export interface Told {
  readonly id: string;
  readonly sender: string;
  readonly word: Word;
  readonly ms: number;
}

export type Word =
  | { readonly status: "completed" | "failed"; readonly result: TransactionResult }
  /** Nothing was done. */
  | { readonly status: "refused"; readonly reason: string }
  | { readonly status: "unresolved" };

export interface LoadDeps {
  readonly transfers: number;
  /** Of each wallet. */
  readonly atOnce: number;
  readonly progress: (text: string) => void;
}

/** Sends transfers from each wallet to the next one; tells what became of every one, and how many seconds it took. */
export async function sendTransfers(
  wallets: readonly WalletClient[],
  { transfers, atOnce, progress }: LoadDeps,
): Promise<{ readonly told: Told[]; readonly seconds: number }> {
  const told: Told[] = [];
  const step = Math.ceil(transfers / 10);
  let begun = 0;
  const lane = async (wallet: WalletClient, recipient: string) => {
    while (begun < transfers) {
      begun += 1;
      told.push(await sendOne(wallet, recipient));
      if (told.length % step === 0) progress(`${told.length} of ${transfers} transfers\n`);
    }
  };
  const startedMs = performance.now();
  const lanes = wallets.flatMap((wallet, index) => {
    const { identityId } = wallets[(index + 1) % wallets.length] as WalletClient;
    return Array.from({ length: atOnce }, () => lane(wallet, identityId));
  });
  await Promise.all(lanes);
  return { told, seconds: (performance.now() - startedMs) / 1000 };
}

async function sendOne(wallet: WalletClient, recipient: string): Promise<Told> {
  const id = crypto.randomUUID();
  const startedMs = performance.now();
  const order = { id, recipient, tokenType: TokenType.STANDARD, amount: "0.00001", description: "bench" };
  const word = await wallet.pay(order).catch((error: unknown): Word => {
    if (!(error instanceof PlatonicError)) throw error;
    return { status: "refused", reason: `${error.reason}: ${error.message}` };
  });
  return { id, sender: wallet.identityId, word, ms: performance.now() - startedMs };
}
