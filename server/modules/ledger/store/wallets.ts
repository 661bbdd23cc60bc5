import type { Database } from "../../../database/source.ts";
import { microAsset, standardAsset } from "../domain/assets.ts";
import type { Wallet, Wallets } from "../domain/wallets.ts";
import { type WalletRow, walletRows } from "./wallet-row.ts";

/** The wallets of a database. */
export function storedWallets(database: Database): Wallets {
  return {
    async open(wallet) {
      try {
        await database.transact(async (manager) => {
          await manager.insert(walletRows, toRow(wallet));
          await manager.query(
            "INSERT INTO ledger_accounts (owner, asset, balance, spent_day, spent, is_customer) " +
              "VALUES (?, ?, 0, 0, 0, 1), (?, ?, 0, 0, 0, 1)",
            [wallet.identityId, standardAsset, wallet.identityId, microAsset],
          );
        });
        return true;
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async find(identityId) {
      const row = await database.manager.findOneBy(walletRows, { identityId });
      return row === null ? undefined : toWallet(row);
    },

    async update(wallet) {
      const { identityId, version, createdAtMs, ...changed } = toRow(wallet);
      const { affected } = await database.transact((manager) =>
        manager.update(walletRows, { identityId, version: version - 1 }, { ...changed, version }),
      );
      return affected === 1;
    },
  };
}

function toRow(wallet: Wallet): WalletRow {
  return { ...wallet, autoExchange: wallet.configuration.autoExchange ? 1 : 0, isFrozen: wallet.isFrozen ? 1 : 0 };
}

function toWallet({ autoExchange, isFrozen, ...others }: WalletRow): Wallet {
  return { ...others, isFrozen: isFrozen !== 0 };
}
