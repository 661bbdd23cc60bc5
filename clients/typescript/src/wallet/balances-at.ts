import type { Client } from "@connectrpc/connect";
import type { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";

/** A moment of the ledger: the number of an entry, or a time. */
export type Moment = { readonly sequence: bigint } | { readonly at: Date };

/** Balances of a wallet at a moment. */
export interface BalancesAt {
  /** Exact decimals by token or currency: `TOKEN_STANDARD`, `TOKEN_MICRO`, `USD`. */
  readonly balances: ReadonlyMap<string, string>;
  /** Number of the last entry that counts; 0n if there was none. */
  readonly sequence: bigint;
  /** Time of that entry. */
  readonly recordedAt: Date | undefined;
}

/** Asks for all balances of a wallet at a moment; by default as they are now. */
export async function balancesAt(
  wallets: Client<typeof WalletService>,
  identityId: string,
  moment?: Moment,
): Promise<BalancesAt> {
  const named = moment !== undefined && "at" in moment ? { at: moment.at.toISOString() } : (moment ?? {});
  const { balances, sequence, recordedAt } = await wallets.getBalancesAt({ identityId, ...named });
  return {
    balances: new Map(balances.map((balance) => [nameOf(balance), balance.exactAmount])),
    sequence,
    recordedAt: recordedAt && new Date(Number(recordedAt.seconds) * 1000 + Math.floor(recordedAt.nanos / 1_000_000)),
  };
}

function nameOf({ tokenType, currencyCode }: { readonly tokenType: number; readonly currencyCode: string }): string {
  // A token of a later version of the contract keeps its number.
  return currencyCode || (["", "TOKEN_STANDARD", "TOKEN_MICRO", ""][tokenType] ?? String(tokenType));
}
