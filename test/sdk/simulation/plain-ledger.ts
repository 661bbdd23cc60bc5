import { TransactionStatus } from "../../../gen/es/wallet/v1/transaction_pb.js";

/** What the ledger says of a transaction. */
export interface Word {
  readonly id: string;
  readonly status: TransactionStatus;
  readonly isSealed: boolean;
}

/** Not enough for all that is paid. */
export const firstBalance = 250;

/** Nothing but what a ledger promises: one word for each id, for ever. It outlives servers. */
export class PlainLedger {
  balance = firstBalance;
  readonly words = new Map<string, Word>();
  /** How often money was moved for an id. */
  readonly moved = new Map<string, number>();

  transfer(id: string, amount: number): Word {
    const known = this.words.get(id);
    if (known !== undefined) return known;
    if (amount > this.balance) return this.#write(id, TransactionStatus.FAILED, false);
    this.balance -= amount;
    this.moved.set(id, (this.moved.get(id) ?? 0) + 1);
    return this.#write(id, TransactionStatus.COMPLETED, false);
  }

  seal(id: string): Word {
    return this.words.get(id) ?? this.#write(id, TransactionStatus.FAILED, true);
  }

  #write(id: string, status: TransactionStatus, isSealed: boolean): Word {
    const word = { id, status, isSealed };
    this.words.set(id, word);
    return word;
  }
}
