import { transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import type { LinkedRequest, Request } from "../../../../server/modules/ledger/domain/requests.ts";

interface Move {
  readonly owner: string;
  readonly recipient: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly isHold?: boolean;
}

interface ModelHold extends Omit<Move, "isHold"> {
  readonly fee: bigint;
  /** Amount that the recipient has got. */
  got: bigint;
  isOpen: boolean;
}

/**
 * A minimal reference ledger: balances, and the outcome of each id. It has transfers, holds, captures that keep the rest,
 * releases, created transfers, voids, reversals, linked sets, deposits and withdrawals, with fees of 0.1 % and at least 1. All wallets are valid, and there are no limits.
 */
export class PlainModel {
  #balances = new Map<string, bigint>();
  readonly #pending = new Map<string, { id: string } & Move>();
  #holds = new Map<string, ModelHold>();
  /** Amount that is left of each transfer, capture and hold, by its id, sender and recipient. */
  #left = new Map<string, bigint>();
  /** The hold of each capture. */
  readonly #holdOf = new Map<string, string>();
  readonly #outcomes = new Map<string, string>();

  /** Returns the outcome of a request as a word. */
  submit(request: Request): string {
    const known = this.#outcomes.get(request.id);
    if (request.kind === "execute" || request.kind === "void") return known ?? this.#settle(request);
    if (known !== undefined) return known;
    if (request.kind === "create") throw new Error("created by `create`, whatever the balance is");
    if (request.kind === "transfer") {
      return this.#enter(request.id, this.#move({ ...request, isHold: request.captureBeforeMs !== undefined }));
    }
    if (request.kind === "capture" || request.kind === "release") return this.#enter(request.id, this.#change(request));
    if (request.kind === "reverse") return this.#reverse(request);
    if (request.kind === "deposit") {
      this.#add(request.owner, request.asset, request.amount);
      return this.#enter(request.id, 0);
    }
    if (request.kind !== "withdraw") throw new Error(`the model knows no ${request.kind}`);
    if (this.balance(request.owner, request.asset) < request.amount) return "refused";
    this.#add(request.owner, request.asset, -request.amount);
    return this.#enter(request.id, 0);
  }

  /** Processes linked orders, each on the state after those before it: all, or none. */
  link({ orders }: LinkedRequest): void {
    const before = [new Map(this.#balances), new Map(this.#holds), new Map(this.#left)] as const;
    const { TX_ERROR_LINKED_FAILED } = transactionErrors;
    for (const failed of orders) {
      const outcome = this.#move({ ...failed, isHold: failed.captureBeforeMs !== undefined });
      if (outcome === 0) continue;
      [this.#balances, this.#holds, this.#left] = before;
      for (const { id } of orders) this.#enter(id, id === failed.id ? outcome : TX_ERROR_LINKED_FAILED);
      return;
    }
    for (const { id } of orders) this.#enter(id, 0);
  }

  /** Returns the outcome of an id as a word. */
  outcomeOf(id: string): string | undefined {
    return this.#outcomes.get(id);
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

  /** Captures keep the rest. All holds last as long as the test. */
  #change(request: Request & { kind: "capture" | "release" }): number {
    const hold = this.#holds.get(request.holdId);
    if (hold?.recipient !== request.owner) return transactionErrors.TX_ERROR_HOLD_UNKNOWN;
    if (!hold.isOpen) return transactionErrors.TX_ERROR_HOLD_ENDED;
    const { owner, asset, amount, fee, got } = hold;
    const costs = (part: bigint) => (fee * part + amount - 1n) / amount;
    if (request.kind === "release") {
      hold.isOpen = false;
      this.#add(owner, asset, amount - got + fee - costs(got));
      return 0;
    }
    if (got + request.amount > amount) return transactionErrors.TX_ERROR_INSUFFICIENT_FUNDS;
    hold.got += request.amount;
    hold.isOpen = hold.got < amount;
    this.#add(request.owner, asset, request.amount);
    const keys = [request.id, request.holdId].map((id) => `${id} ${owner} ${request.owner}`);
    for (const key of keys) this.#left.set(key, (this.#left.get(key) ?? 0n) + request.amount);
    this.#holdOf.set(request.id, request.holdId);
    return 0;
  }

  #reverse({ id, owner, recipient, asset, amount = 0n, reverses }: Request & { kind: "reverse" }): string {
    if (this.#unreversible(recipient, owner, reverses, amount) !== undefined) return "refused";
    if (this.balance(owner, asset) < amount) return "refused";
    return this.#enter(id, this.#giveBack({ owner, recipient, asset, amount }, reverses));
  }

  #unreversible(sender: string, recipient: string, id: string, amount: bigint): number | undefined {
    const left = this.#left.get(`${id} ${sender} ${recipient}`);
    if (left === undefined) return transactionErrors.TX_ERROR_REVERSAL_INVALID;
    const ofHold = this.#left.get(`${this.#holdOf.get(id)} ${sender} ${recipient}`) ?? left;
    return left < amount || ofHold < amount ? transactionErrors.TX_ERROR_REVERSAL_EXCEEDED : undefined;
  }

  #giveBack({ owner, recipient, asset, amount }: Move, reverses: string): 0 {
    for (const id of [reverses, this.#holdOf.get(reverses)]) {
      const key = `${id} ${recipient} ${owner}`;
      if (id !== undefined) this.#left.set(key, (this.#left.get(key) ?? 0n) - amount);
    }
    this.#add(owner, asset, -amount);
    this.#add(recipient, asset, amount);
    return 0;
  }

  #move({
    id = "",
    owner,
    recipient,
    asset,
    amount,
    reverses,
    isHold = false,
  }: Move & { id?: string; reverses?: string | undefined }) {
    if (owner === recipient) return transactionErrors.TX_ERROR_INVALID_TRANSACTION;
    if (reverses !== undefined) {
      const flaw = this.#unreversible(recipient, owner, reverses, amount);
      if (flaw !== undefined) return flaw;
      if (this.balance(owner, asset) < amount) return transactionErrors.TX_ERROR_INSUFFICIENT_FUNDS;
      return this.#giveBack({ owner, recipient, asset, amount }, reverses);
    }
    const share = (amount + 999n) / 1000n;
    const fee = share > 1n ? share : 1n;
    if (this.balance(owner, asset) < amount + fee) return transactionErrors.TX_ERROR_INSUFFICIENT_FUNDS;
    this.#add(owner, asset, -(amount + fee));
    if (isHold) this.#holds.set(id, { owner, recipient, asset, amount, fee, got: 0n, isOpen: true });
    else {
      this.#add(recipient, asset, amount);
      this.#left.set(`${id} ${owner} ${recipient}`, amount);
    }
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
