import { isEqual } from "../bytes.ts";
import { PlatonicError } from "../platonic-error.ts";
import { idsOf } from "./bulk-orders.ts";
import { ownerOf } from "./operation-owner.ts";
import { journaled, type Operation, type OperationStorage, underWay } from "./operation-storage.ts";

/** Numbers of journals that use a storage and are not closed. */
const usersOf = new WeakMap<OperationStorage, number>();

/** The storage of a wallet, and which of its operations this process has begun. */
export class Journal {
  readonly #storage: OperationStorage;
  readonly #identityId: string;
  /** Ids of operations of this process that are not settled. */
  readonly #active = new Set<string>();
  /** For each listing under way, the ids that it must leave alone: those begun before it or meanwhile. */
  readonly #listings = new Set<Set<string>>();
  #isClosed = false;
  /** Ids that earlier processes have left; read once, before anything is stored. */
  #left: Promise<Set<string>> | undefined;

  constructor(storage: OperationStorage, identityId: string) {
    this.#storage = storage;
    usersOf.set(storage, (usersOf.get(storage) ?? 0) + 1);
    this.#identityId = identityId;
  }

  /**
   * Reserves ids for this process.
   *
   * @throws PlatonicError RESOURCE_CONFLICT for an id that is under way
   */
  take(ids: readonly string[]): void {
    const conflict = ids.find((id, place) => this.#active.has(id) || ids.indexOf(id) < place);
    if (conflict !== undefined) throw underWay(conflict);
    for (const id of ids) {
      this.#active.add(id);
      for (const listing of this.#listings) listing.add(id);
    }
  }

  /**
   * Stores operations that were taken, all or none. Rejects with RESOURCE_CONFLICT for an id that the storage has, unless an earlier
   * process has left the same group of orders, which is sent again in any case.
   */
  async put(operations: readonly Operation[]): Promise<void> {
    try {
      this.#left ??= this.#readLeft();
      const left = await this.#left;
      const kept = operations.some(({ id }) => left.has(id)) ? await this.#keptOf(operations) : new Set();
      if (this.#isClosed) throw closed();
      await this.#putAll(operations.filter(({ id }) => !kept.has(id)));
    } catch (error) {
      for (const { id } of operations) this.#active.delete(id);
      throw error;
    }
  }

  /** Returns the ids of the groups that the storage has. */
  async #keptOf(operations: readonly Operation[]): Promise<Set<string>> {
    const stored = new Map((await this.#storage.list()).map((operation) => [operation.id, operation]));
    const found = operations.filter(({ id }) => stored.has(id));
    for (const operation of found) if (!isSameBatch(operation, stored.get(operation.id))) throw journaled(operation.id);
    return new Set(found.map(({ id }) => id));
  }

  async #putAll(operations: readonly Operation[]): Promise<void> {
    const stored = await Promise.allSettled(operations.map((operation) => this.#storage.put(operation)));
    const failed = stored.find((result) => result.status === "rejected");
    if (failed === undefined) return;
    const partial = operations.filter((_, place) => stored[place]?.status === "fulfilled");
    // An operation that cannot be deleted was never sent, so `reconcile` voids it.
    await Promise.allSettled(partial.map(({ id }) => this.#storage.delete(id)));
    throw failed.reason;
  }

  /** Lists the ids in the storage; after a failure, the next `put` lists them again. */
  async #readLeft(): Promise<Set<string>> {
    try {
      return new Set((await this.#storage.list()).map(({ id }) => id));
    } catch (error) {
      this.#left = undefined;
      throw error;
    }
  }

  /** Takes all operations of this identity that are not of this process, or were left by it. */
  async takeOthers(): Promise<Operation[]> {
    const own = new Set(this.#active);
    this.#listings.add(own);
    try {
      const others = (await this.#storage.list()).filter((one) => !own.has(one.id) && this.#isOwn(one));
      // Before any of them is taken: nobody could tell the outcomes of a group that cannot be read.
      for (const one of others) if (one.kind === "batch") idsOf(one);
      this.take(others.map(({ id }) => id));
      return others;
    } finally {
      this.#listings.delete(own);
    }
  }

  /** Tells operations of this identity from those of other wallets, which may share a folder. */
  #isOwn(operation: Operation): boolean {
    return (ownerOf(operation) ?? this.#identityId) === this.#identityId;
  }

  /** Forgets operations that were taken and are still stored: their outcome is not known. */
  leave(ids: readonly string[]): void {
    for (const id of ids) {
      this.#active.delete(id);
      void this.#left?.then((left) => left.add(id)).catch(() => {});
    }
  }

  /** Stores nothing any more, and closes the storage once it is `left`, unless the journal of another wallet uses it. */
  async close(left: Promise<void>): Promise<void> {
    if (this.#isClosed) return left;
    this.#isClosed = true;
    await left;
    const others = (usersOf.get(this.#storage) ?? 1) - 1;
    usersOf.set(this.#storage, others);
    if (others === 0) await this.#storage.close?.();
  }

  /** Deletes an operation that is settled. If that fails, it stays one of this process; the next one resolves it with the same result. */
  async delete(id: string): Promise<void> {
    await this.#storage.delete(id);
    (await this.#left)?.delete(id);
    this.#active.delete(id);
  }
}

function isSameBatch({ kind, order }: Operation, stored: Operation | undefined): boolean {
  return kind === "batch" && stored?.kind === kind && isEqual(order, stored.order);
}

function closed(): PlatonicError {
  return new PlatonicError("STATE_INVALID", "the wallet is closed", { wasNotSent: true });
}
