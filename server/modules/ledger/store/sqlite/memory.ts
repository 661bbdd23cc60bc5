import type { AssetCode } from "../../domain/assets.ts";
import type { WalletFacts } from "../../domain/requests.ts";
import type { ChangedAccount, StoredAccount } from "../batch-store.ts";
import type { FactsVersion } from "./facts-version.ts";

/** Detects changes of the database. */
export interface Versions {
  /** A number that changes when another connection commits. */
  readonly others: () => bigint;
  /** Changes by this connection of rows that may be cached. */
  readonly own: Pick<FactsVersion, "count">;
}

/**
 * Cache of wallets and accounts from one batch to the next, valid until something else changes them. Any commit of
 * another connection, in any process, clears it; so do changes by this connection of wallets, accounts and the levels
 * of identities.
 */
export class SqliteMemory {
  readonly #versions: Versions;
  readonly #wallets = new Map<string, WalletFacts>();
  readonly #accounts = new Map<AssetCode, Map<string, StoredAccount>>();
  readonly #countMax: number;
  #seen = "";

  constructor(versions: Versions, countMax = usualCountMax) {
    this.#versions = versions;
    this.#countMax = countMax;
  }

  /** Clears the cache if the database has changed. Call it in a transaction, before its first write. */
  begin(): void {
    const state = this.state();
    const isFull = [this.#wallets, ...this.#accounts.values()].some(({ size }) => size > this.#countMax);
    if (state === this.#seen && !isFull) return;
    this.#wallets.clear();
    this.#accounts.clear();
    this.#seen = state;
  }

  /**
   * Stores the changes of a committed transaction.
   *
   * @param state `state()` read inside the transaction after its last write: others may write as soon as it is
   * committed
   */
  end(state: string, changed: readonly ChangedAccount[]): void {
    for (const { id, owner, asset, balance, spentDay, spent, held } of changed) {
      this.setAccount(owner, asset, { id: id as number, balance, spentDay, spent, held });
    }
    this.#seen = state;
  }

  /** Returns a fingerprint of the database that changes with every such write. */
  state(): string {
    return `${this.#versions.others()} ${this.#versions.own.count}`;
  }

  wallet(owner: string): WalletFacts | undefined {
    return this.#wallets.get(owner);
  }

  setWallet(owner: string, wallet: WalletFacts): void {
    this.#wallets.set(owner, wallet);
  }

  account(owner: string, asset: AssetCode): StoredAccount | undefined {
    return this.#accounts.get(asset)?.get(owner);
  }

  setAccount(owner: string, asset: AssetCode, account: StoredAccount): void {
    let ofAsset = this.#accounts.get(asset);
    if (ofAsset === undefined) {
      ofAsset = new Map();
      this.#accounts.set(asset, ofAsset);
    }
    ofAsset.set(owner, account);
  }
}

/** Largest number of cached wallets, and of cached accounts per asset: some 10 MB each. */
const usualCountMax = 50_000;
