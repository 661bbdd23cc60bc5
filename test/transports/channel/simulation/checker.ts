import { PlatonicError } from "../../../../clients/typescript/src/platonic-error.ts";
import { type TransactionResult, TransactionStatus } from "../../../../gen/es/wallet/v1/transaction_pb.js";
import { confirmationCode, entryBytes, entryDigest } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { type Entry, entryKinds, transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { type Bank, firstUnits, owners } from "./bank.ts";
import type { PaymentPlan } from "./bill.ts";

/** Counts of events, to check that schedules differ. */
export type Findings = ReturnType<Witness["findings"]>;

/** Compares what users are told with what is stored. */
export class Witness {
  readonly #bank: Bank;
  readonly #plans = new Map<string, PaymentPlan>();
  readonly #told = new Map<string, TransactionResult>();
  readonly #refused = new Set<string>();
  readonly #unresolved = new Set<string>();
  /** Executions of requests that must not run twice, and the requests reported as not executed. */
  readonly #done = new Map<string, number>();
  readonly #notDone = new Set<string>();
  /** Observations that must never occur. */
  readonly #flaws: string[] = [];

  constructor(bank: Bank) {
    this.#bank = bank;
  }

  planned(plan: PaymentPlan): void {
    this.#plans.set(plan.id, plan);
  }

  settled(id: string, result: TransactionResult): void {
    const entry = this.#bank.entry(id);
    if (entry === undefined) this.#find(`${id} is told as ${TransactionStatus[result.status]}, and is nowhere`);
    else this.#compare(result, entry);
    const before = this.#told.get(id);
    if (before !== undefined && before.status !== result.status) this.#find(`${id} is told as both`);
    this.#told.set(id, result);
  }

  refused(id: string, error: unknown): void {
    if (!(error instanceof PlatonicError)) this.#find(`${id} fails by ${error}`);
    this.#refused.add(id);
  }

  unresolved(id: string): void {
    this.#unresolved.add(id);
  }

  /** Records that the server has executed a request. */
  done(id: string): void {
    const times = (this.#done.get(id) ?? 0) + 1;
    this.#done.set(id, times);
    if (times > 1) this.#find(`${id} is done ${times} times`);
  }

  counted(id: string): void {
    if (!this.#done.has(id)) this.#find(`${id} is told as done, and is not`);
  }

  notCounted(id: string, error: unknown): void {
    if (!(error instanceof PlatonicError)) this.#find(`${id} fails by ${error}`);
    else if (error.reason === "UNREACHABLE" && !error.wasSentAgain) this.#notDone.add(id);
  }

  /** Records an unexpected error of a server. */
  bug(error: unknown): void {
    this.#find(`${(error as Error).stack ?? error}`);
  }

  /** @throws Error if an observation must not occur */
  check(): void {
    if (this.#flaws.length > 0) throw new Error(this.#flaws.join("\n"));
  }

  /**
   * Checks the end of a schedule, when nothing is running any more.
   *
   * @throws Error as `check`
   */
  async close(): Promise<void> {
    for (const id of this.#notDone) if (this.#done.has(id)) this.#find(`${id} is told as not sent, and is done`);
    const expected = new Map(owners.map((owner) => [owner, firstUnits]));
    for (const plan of this.#plans.values()) if (this.#settle(plan)) move(expected, plan);
    for (const [owner, units] of expected) {
      const held = this.#bank.balance(owner);
      if (held !== units) this.#find(`${owner} has ${held} instead of ${units}`);
    }
    this.#flaws.push(...(await this.#bank.flaws()));
    this.check();
  }

  findings() {
    const results = [...this.#told.values()];
    const failed = results.filter(({ status }) => status === TransactionStatus.FAILED);
    return {
      completed: results.length - failed.length,
      failed: failed.length,
      sealed: failed.filter(({ errorCode }) => errorCode === transactionErrors.TX_ERROR_CHANNEL_FAILURE).length,
      refused: this.#refused.size,
      unresolved: this.#unresolved.size,
      counted: this.#done.size,
    };
  }

  /** Whether it moved money. */
  #settle({ id }: PaymentPlan): boolean {
    const entry = this.#bank.entry(id);
    const result = this.#told.get(id);
    const isDone = entry?.outcome === 0;
    if (result === undefined) {
      if (entry !== undefined || this.#unresolved.has(id)) this.#find(`${id} is not told`);
    } else if (entry === undefined) this.#find(`${id} was told and is lost`);
    else this.#compare(result, entry);
    if (isDone && this.#refused.has(id)) this.#find(`${id} is told as refused, and is done`);
    return isDone;
  }

  #compare({ transactionId: id, success, status, errorCode, confirmationCode: code }: TransactionResult, entry: Entry) {
    const isDone = entry.kind === entryKinds.transfer && entry.outcome === 0;
    const isSealed = entry.kind === entryKinds.void && errorCode === transactionErrors.TX_ERROR_CHANNEL_FAILURE;
    const isTrue = isDone
      ? success && status === TransactionStatus.COMPLETED && code === confirmationCode(entryDigest(entryBytes(entry)))
      : !success && status === TransactionStatus.FAILED && errorCode === entry.outcome;
    if (!isTrue || entry.id !== id || (errorCode === transactionErrors.TX_ERROR_CHANNEL_FAILURE && !isSealed)) {
      this.#find(`${id} is told as ${TransactionStatus[status]} ${errorCode}, and is ${entry.kind} ${entry.outcome}`);
    }
  }

  #find(flaw: string): void {
    this.#flaws.push(flaw);
  }
}

function move(balances: Map<string, bigint>, { sender, recipient, units }: PaymentPlan): void {
  const fee = 1n;
  balances.set(sender, (balances.get(sender) as bigint) - BigInt(units) - fee);
  balances.set(recipient, (balances.get(recipient) as bigint) + BigInt(units));
}
