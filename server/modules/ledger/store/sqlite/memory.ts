import { GenerationCache } from "../../../../core/generation-cache.ts";
import type { AssetCode } from "../../domain/assets.ts";
import type { WalletFacts } from "../../domain/requests.ts";
import type { Frontier } from "../../domain/tree/frontier.ts";
import { Checkpoints } from "../../engine/checkpoint/checkpoints.ts";
import type { Chained, ChangedAccount, StoredAccount } from "../batch-store.ts";

/** State of the database from which wallets and accounts are cached. */
export interface CachedState {
  /** Hash of the last batch: batches alone change accounts. */
  readonly lastHash: Uint8Array | undefined;
  /** Number of changes of the facts of wallets. */
  readonly factChanges: bigint;
}

/**
 * Cache of wallets, accounts and the tree from one batch to the next, valid until a batch of another ledger, or a change of a
 * wallet or of the level of an identity, in any process.
 */
export class SqliteMemory {
  readonly #wallets: GenerationCache<string, WalletFacts>;
  readonly #accounts = new Map<AssetCode, GenerationCache<string, KnownAccount>>();
  readonly #countMax: number;
  /** The changes that rows lack. */
  readonly checkpoints: Checkpoints;
  #lastHash: Uint8Array | undefined;
  #frontier: Frontier | undefined;
  #factChanges = -1n;

  /** @param countMax most wallets, and most accounts of an asset, that are cached */
  constructor(checkpointEntries: number, countMax: number) {
    this.checkpoints = new Checkpoints(checkpointEntries);
    this.#wallets = new GenerationCache(countMax);
    this.#countMax = countMax;
  }

  /**
   * Forgets what may have changed. Call it in a transaction, before its first write. Returns whether another process, or a
   * transaction that failed, has changed the ledger.
   */
  begin({ lastHash, factChanges }: CachedState): boolean {
    const isOther = !isSame(lastHash, this.#lastHash);
    if (factChanges !== this.#factChanges) this.#wallets.clear();
    if (isOther) this.#accounts.clear();
    if (isOther) this.#frontier = undefined;
    this.#factChanges = factChanges;
    this.#lastHash = lastHash;
    return isOther;
  }

  /**
   * Stores the changes of a committed transaction.
   *
   * @param chained undefined if it has written no batch
   */
  end(chained: Pick<Chained, "batch" | "frontier"> | undefined, changed: readonly ChangedAccount[]): void {
    for (const { id, owner, asset, balance, spentDay, spent, held } of changed) {
      const known = this.#accounts.get(asset)?.get(owner);
      if (known === undefined) {
        this.setAccount(owner, asset, { id: id as number, balance, spentDay, spent, held });
        continue;
      }
      // In place: a new object for each change would soon be garbage among those that stay, which is collected at the highest cost.
      known.balance = balance;
      known.spentDay = spentDay;
      known.spent = spent;
      known.held = held;
    }
    if (chained === undefined) return;
    this.#lastHash = chained.batch.hash;
    this.#frontier = chained.frontier;
  }

  /** Returns the tree of all batches; reads it unless it is known. */
  frontier(read: () => Frontier): Frontier {
    this.#frontier ??= read();
    return this.#frontier;
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
      ofAsset = new GenerationCache(this.#countMax);
      this.#accounts.set(asset, ofAsset);
    }
    ofAsset.set(owner, account);
  }
}

type KnownAccount = { -readonly [Name in keyof StoredAccount]: StoredAccount[Name] };

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;
}
