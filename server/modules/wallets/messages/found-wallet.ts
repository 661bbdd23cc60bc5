import { Fault } from "../../../core/fault.ts";
import type { Wallet, Wallets } from "../../ledger/domain/wallets.ts";

/** @throws Fault RESOURCE_NOT_FOUND */
export async function foundWallet(wallets: Pick<Wallets, "find">, identityId: string): Promise<Wallet> {
  const wallet = await wallets.find(identityId);
  if (wallet === undefined) throw new Fault("RESOURCE_NOT_FOUND", "The identity has no wallet.");
  return wallet;
}
