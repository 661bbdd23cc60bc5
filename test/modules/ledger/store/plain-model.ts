import type { Request } from "../../../../server/modules/ledger/domain/book.ts";
import { transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";

/**
 * A minimal reference ledger: balances, and the outcome of each id. It has transfers, created transfers, voids,
 * deposits and withdrawals, with fees of 0.1 % and at least 1. All wallets are valid, and there are no limits.
 */
export class PlainModel {
  readonly #balances = new Map<string, bigint>();
  readonly #pending = new Map<string, { owner: string; recipient: string; asset: string; amount: bigint }>();
  readonly #outcomes = new Map<string, string>();

  /** Returns the outcome of a request as a word. */
  submit(request: Request): string {
    const known = this.#outcomes.get(request.id);
    if (request.kind === "execute" || request.kind === "void") return known ?? this.#settle(request);
    if (known !== undefined) return known;
    if (request.kind === "create") throw new Error("created by `create`, whatever the balance is");
    if (request.kind === "transfer") return this.#enter(request.id, this.#move(request));
    if (request.kind === "deposit") {
      this.#add(request.owner, request.asset, request.amount);
      return this.#enter(request.id, 0);
    }
    if (request.kind !== "withdraw") throw new Error(`the model knows no ${request.kind}`);
    if (this.balance(request.owner, request.asset) < request.amount) return "refused";
    this.#add(request.owner, request.asset, -request.amount);
    return this.#enter(request.id, 0);
  }

  /** Stores a transfer to be processed later. */
  create(request: Request): void {
    if (request.kind === "create") this.#pending.set(request.id, request);
  }

  balance(owner: string, asset: string): bigint {
    return this.#balances.get(`${owner} ${asset}`) ?? 0n;
  }

  #settle(request: Request): string {
    const pending = this.#pending.get(request.id);
    this.#pending.delete(request.id);
    if (request.kind === "void") return this.#enter(request.id, transactionErrors.TX_ERROR_CHANNEL_FAILURE);
    return pending === undefined ? "unknown" : this.#enter(request.id, this.#move(pending));
  }

  #move({ owner, recipient, asset, amount }: { owner: string; recipient: string; asset: string; amount: bigint }) {
    if (owner === recipient) return transactionErrors.TX_ERROR_INVALID_TRANSACTION;
    const share = (amount + 999n) / 1000n;
    const fee = share > 1n ? share : 1n;
    if (this.balance(owner, asset) < amount + fee) return transactionErrors.TX_ERROR_INSUFFICIENT_FUNDS;
    this.#add(owner, asset, -(amount + fee));
    this.#add(recipient, asset, amount);
    return 0;
  }

  #add(owner: string, asset: string, amount: bigint): void {
    this.#balances.set(`${owner} ${asset}`, this.balance(owner, asset) + amount);
  }

  #enter(id: string, outcome: number): string {
    this.#outcomes.set(id, `entry ${outcome}`);
    return `entry ${outcome}`;
  }
}
