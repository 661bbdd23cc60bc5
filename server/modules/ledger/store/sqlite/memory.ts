import { GenerationCache } from "../../../../core/generation-cache.ts";
import type { AssetCode } from "../../domain/assets.ts";
import { isSameHash } from "../../domain/entry/digests.ts";
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
  /** Hash of the batch up to which everything here is known. */
  #lastHash: Uint8Array | typeof unknown | undefined;
  #frontier: Frontier | undefined;
  #factChanges = -1n;

  /** @param countMax most wallets, and most accounts of an asset, that are cached */
  constructor(checkpointEntries: number, countMax: number) {
    this.checkpoints = new Checkpoints(checkpointEntries);
    this.#wallets = new GenerationCache(countMax);
    this.#countMax = countMax;
  }

  /**
   * Forgets what may have changed. Call it in a transaction, before its first write.
   *
   * @param follow reads what another process, or a transaction that failed, has changed since a batch with this hash; undefined
   * if no batch is known
   */
  begin({ lastHash, factChanges }: CachedState, follow: (knownHash: Uint8Array | undefined) => void): void {
    if (factChanges !== this.#factChanges) this.#wallets.clear();
    this.#factChanges = factChanges;
    const known = this.#lastHash;
    if (known !== unknown && isSameHash(lastHash, known)) return;
    this.#accounts.clear();
    this.#frontier = undefined;
    // Until all is read: a batch that decided on rows without their later changes would decide wrongly.
    this.#lastHash = unknown;
    follow(known === unknown ? undefined : known);
    this.#lastHash = lastHash;
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

/** Stands for the hash of a batch while the changes up to the last batch are not all read. */
const unknown = Symbol("unknown");

type KnownAccount = { -readonly [Name in keyof StoredAccount]: StoredAccount[Name] };
