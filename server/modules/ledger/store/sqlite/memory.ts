import type { AssetCode } from "../../domain/assets.ts";
import type { WalletFacts } from "../../domain/book.ts";
import type { ChangedAccount, StoredAccount } from "../batch-store.ts";
import type { SqliteStatements } from "./statements.ts";

/**
 * What is remembered of wallets and accounts from one batch to the next, for as long as nothing else has written to the
 * database: by `PRAGMA data_version` no other connection, of whatever process, and by `total_changes()` not this one.
 */
export class SqliteMemory {
  readonly #statements: Pick<SqliteStatements, "dataVersion" | "totalChanges">;
  readonly #wallets = new Map<string, WalletFacts>();
  readonly #accounts = new Map<AssetCode, Map<string, StoredAccount>>();
  readonly #countMax: number;
  #seen = "";

  constructor(statements: Pick<SqliteStatements, "dataVersion" | "totalChanges">, countMax = usualCountMax) {
    this.#countMax = countMax;
    this.#statements = statements;
  }

  /** In a transaction that has not written yet: forgets everything unless it is still as it was. */
  begin(): void {
    const state = this.state();
    const isFull = [this.#wallets, ...this.#accounts.values()].some(({ size }) => size > this.#countMax);
    if (state === this.#seen && !isFull) return;
    this.#wallets.clear();
    this.#accounts.clear();
    this.#seen = state;
  }

  /**
   * When the transaction is committed: what it has changed.
   *
   * @param state as it was in the transaction, after all that it wrote: others write as soon as it is over
   */
  end(state: string, changed: readonly ChangedAccount[]): void {
    for (const { id, owner, asset, balance, spentDay, spent } of changed) {
      this.setAccount(owner, asset, { id: id as number, balance, spentDay, spent });
    }
    this.#seen = state;
  }

  /** By which it is told whether somebody has written. */
  state(): string {
    return `${this.#statements.dataVersion.get()} ${this.#statements.totalChanges.get()}`;
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

/** Of wallets, and of the accounts of an asset: some 10 MB each. */
const usualCountMax = 50_000;
