import type { Database } from "../../../database/source.ts";
import { insertRows } from "../../../database/statements.ts";
import { microAsset, standardAsset } from "../domain/assets.ts";
import type { Wallet, Wallets } from "../domain/wallets.ts";
import { newAccountColumns } from "./ledger-row.ts";
import { toNewAccountRow } from "./row-conversion.ts";
import { type WalletRow, walletRows } from "./wallet-row.ts";

/** The wallets of a database. */
export function storedWallets(database: Database): Wallets {
  return {
    async open(wallet) {
      try {
        await database.transact(async (manager) => {
          await manager.insert(walletRows, toRow(wallet));
          const accounts = [standardAsset, microAsset].map((asset) => ({ owner: wallet.identityId, asset }));
          await insertRows(manager, newAccountColumns, accounts.map(toNewAccountRow));
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

    update(wallet, alongside) {
      const { identityId, version, createdAtMs, ...changed } = toRow(wallet);
      return database.transact(async (manager) => {
        const before = { identityId, version: version - 1 };
        const { affected } = await manager.update(walletRows, before, { ...changed, version });
        if (affected === 1) await alongside?.(manager);
        return affected === 1;
      });
    },
  };
}

function toRow(wallet: Wallet): WalletRow {
  return { ...wallet, autoExchange: wallet.configuration.autoExchange ? 1 : 0, isFrozen: wallet.isFrozen ? 1 : 0 };
}

function toWallet({ autoExchange, isFrozen, ...others }: WalletRow): Wallet {
  return { ...others, isFrozen: isFrozen !== 0 };
}
