import type { Wallet, WalletBalance } from "#contract/wallet/v1/wallet_pb.js";
import { assetName } from "../ui/assets.ts";

/** Amounts of one asset in a wallet. */
export interface Holding {
  /** `standard`, `micro`, or the code of a currency. */
  readonly asset: string;
  readonly amount: string;
  /** Held amount; empty if there is none. */
  readonly held: string;
}

/** Returns the holdings of a wallet: the tokens, then the currencies by their codes. */
export function holdingsOf({ standard, micro, external }: Wallet): readonly Holding[] {
  const currencies = Object.entries(external?.entries ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return [standard, micro, ...currencies.map(([, balance]) => balance)].flatMap((balance) =>
    balance === undefined ? [] : [holdingOf(balance)],
  );
}

function holdingOf({ tokenType, currencyCode, exactAmount, exactHeld }: WalletBalance): Holding {
  const isHeld = exactHeld !== "" && exactHeld !== "0";
  return { asset: assetName({ tokenType, currencyCode }), amount: exactAmount, held: isHeld ? exactHeld : "" };
}
