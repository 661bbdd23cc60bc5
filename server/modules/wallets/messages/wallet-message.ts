import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { WalletBalanceSchema, WalletSchema } from "#contract/wallet/v1/wallet_pb.js";
import { currencyCodeOf, microAsset, standardAsset } from "../../ledger/domain/assets.ts";
import { decimalOf, numberOf } from "../../ledger/domain/money.ts";
import type { AssetPolicy, Policy } from "../../ledger/domain/policy.ts";
import type { RateTable } from "../../ledger/domain/rates/rates.ts";
import type { Ledger } from "../../ledger/domain/requests.ts";
import type { Wallet } from "../../ledger/domain/wallets.ts";
import { assetFields, money, rateMessage } from "../orders/amounts.ts";
import { endpointsOf, type OwnAddress } from "./endpoints.ts";

export interface WalletMessageDeps {
  readonly ledger: Pick<Ledger, "balances">;
  readonly policy: Policy;
  readonly rates: RateTable;
  readonly ownAddress: OwnAddress;
}

type Balance = MessageInitShape<typeof WalletBalanceSchema>;

/** A wallet with its balances. */
export async function walletMessage(
  wallet: Wallet,
  deps: WalletMessageDeps,
): Promise<MessageInitShape<typeof WalletSchema>> {
  const accounts = new Map((await deps.ledger.balances(wallet.identityId)).map((account) => [account.asset, account]));
  const entries: { [currency: string]: Balance } = {};
  for (const [code, account] of accounts) {
    const asset = deps.policy.assets.get(code);
    if (asset !== undefined && currencyCodeOf(code) !== "") entries[code] = balanceMessage(asset, account, deps.rates);
  }
  const internal = (code: string) =>
    balanceMessage(deps.policy.assets.get(code) as AssetPolicy, accounts.get(code) ?? emptyAccount, deps.rates);
  const { configuration } = wallet;
  return {
    identityId: wallet.identityId,
    standard: internal(standardAsset),
    micro: internal(microAsset),
    external: { entries },
    configuration: {
      useChannel: configuration.useChannel,
      autoExchange: configuration.autoExchange,
      confirmTimeout: configuration.confirmTimeoutMs,
      retryCount: configuration.retryCount,
      ...endpointsOf(configuration, deps.ownAddress),
    },
    isFrozen: wallet.isFrozen,
    version: wallet.version,
    createdAt: timestampFromMs(wallet.createdAtMs),
  };
}

interface Account {
  readonly balance: bigint;
  /** Sum that remains in open holds of the wallet. */
  readonly held?: bigint;
}

/** An account that never had a posting. */
export const emptyAccount: Account = { balance: 0n };

function heldMoney(held: bigint, { scale }: AssetPolicy): { held: number; exactHeld: string } {
  return { held: numberOf(held, scale), exactHeld: decimalOf(held, scale) };
}

/** A balance with the rate of its asset in the standard token. */
export function balanceMessage(asset: AssetPolicy, { balance, held = 0n }: Account, rates: RateTable): Balance {
  const rate = asset.code === standardAsset ? undefined : rates(asset.code, standardAsset);
  return {
    ...assetFields(asset.code),
    ...money(balance, asset),
    ...heldMoney(held, asset),
    ...(rate && { exchangeRate: rateMessage(rate) }),
  };
}
