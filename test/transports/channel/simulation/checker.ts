import { type TransactionResult, TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { PlatonicError } from "../../../../clients/typescript/src/platonic-error.ts";
import { confirmationCode, entryBytes, entryDigest } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { type Entry, entryKinds, transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import type { PaymentPlan } from "./payment-group.ts";
import { firstUnits, owners, type SharedLedger } from "./shared-ledger.ts";

/** Counts of events, which show that the schedules cover all outcomes. */
export type Findings = ReturnType<Checker["findings"]>;

/** Compares the answers to clients with the stored ledger. */
export class Checker {
  readonly #ledger: SharedLedger;
  readonly #plans = new Map<string, PaymentPlan>();
  readonly #results = new Map<string, TransactionResult>();
  readonly #refused = new Set<string>();
  readonly #unresolved = new Set<string>();
  /** Numbers of executions of requests that must not be executed twice. */
  readonly #executions = new Map<string, number>();
  /** Requests that were reported as not sent. */
  readonly #unsent = new Set<string>();
  /** Contradictions found so far. */
  readonly #flaws: string[] = [];

  constructor(ledger: SharedLedger) {
    this.#ledger = ledger;
  }

  planned(plan: PaymentPlan): void {
    this.#plans.set(plan.id, plan);
  }

  settled(id: string, result: TransactionResult): void {
    const entry = this.#ledger.entry(id);
    if (entry === undefined) this.#find(`${id} is reported as ${TransactionStatus[result.status]}, but is not stored`);
    else this.#compare(result, entry);
    const before = this.#results.get(id);
    if (before !== undefined && before.status !== result.status) this.#find(`${id} is reported with two statuses`);
    this.#results.set(id, result);
  }

  refused(id: string, error: unknown): void {
    if (!(error instanceof PlatonicError)) this.#find(`${id} fails with ${error}`);
    this.#refused.add(id);
  }

  unresolved(id: string): void {
    this.#unresolved.add(id);
  }

  /** Records that the server has executed a request. */
  executed(id: string): void {
    const times = (this.#executions.get(id) ?? 0) + 1;
    this.#executions.set(id, times);
    if (times > 1) this.#find(`${id} is executed ${times} times`);
  }

  requestSucceeded(id: string): void {
    if (!this.#executions.has(id)) this.#find(`${id} is reported as executed, but was not`);
  }

  requestFailed(id: string, error: unknown): void {
    if (!(error instanceof PlatonicError)) this.#find(`${id} fails with ${error}`);
    else if (error.reason === "UNREACHABLE" && !error.wasSentAgain) this.#unsent.add(id);
  }

  /** Records an unexpected error of a server. */
  bug(error: unknown): void {
    this.#find(`${(error as Error).stack ?? error}`);
  }

  /** @throws Error if there are contradictions */
  check(): void {
    if (this.#flaws.length > 0) throw new Error(this.#flaws.join("\n"));
  }

  /**
   * Checks the end of a schedule, when nothing runs any more.
   *
   * @throws Error if there are contradictions
   */
  async close(): Promise<void> {
    for (const id of this.#unsent) {
      if (this.#executions.has(id)) this.#find(`${id} is reported as not sent, but was executed`);
    }
    const expected = new Map(owners.map((owner) => [owner, firstUnits]));
    for (const plan of this.#plans.values()) if (this.#checkPlan(plan)) move(expected, plan);
    for (const [owner, units] of expected) {
      const held = await this.#ledger.balance(owner);
      if (held !== units) this.#find(`${owner} has ${held} instead of ${units}`);
    }
    this.#flaws.push(...(await this.#ledger.flaws()));
    this.check();
  }

  findings() {
    const results = [...this.#results.values()];
    const failed = results.filter(({ status }) => status === TransactionStatus.FAILED);
    return {
      completed: results.length - failed.length,
      failed: failed.length,
      voided: failed.filter(({ errorCode }) => errorCode === transactionErrors.TX_ERROR_CHANNEL_FAILURE).length,
      refused: this.#refused.size,
      unresolved: this.#unresolved.size,
      executed: this.#executions.size,
    };
  }

  /** Checks the final outcome of a payment. Returns whether it moved money. */
  #checkPlan({ id }: PaymentPlan): boolean {
    const entry = this.#ledger.entry(id);
    const result = this.#results.get(id);
    const isDone = entry?.outcome === 0;
    if (result === undefined) {
      if (entry !== undefined || this.#unresolved.has(id)) this.#find(`${id} has no reported outcome`);
    } else if (entry === undefined) this.#find(`${id} was reported, but is no longer stored`);
    else this.#compare(result, entry);
    if (isDone && this.#refused.has(id)) this.#find(`${id} is reported as refused, but was executed`);
    return isDone;
  }

  #compare({ transactionId: id, success, status, errorCode, confirmationCode: code }: TransactionResult, entry: Entry) {
    const isDone = entry.kind === entryKinds.transfer && entry.outcome === 0;
    const isVoid = entry.kind === entryKinds.void && errorCode === transactionErrors.TX_ERROR_CHANNEL_FAILURE;
    const isTrue = isDone
      ? success && status === TransactionStatus.COMPLETED && code === confirmationCode(entryDigest(entryBytes(entry)))
      : !success && status === TransactionStatus.FAILED && errorCode === entry.outcome;
    if (!isTrue || entry.id !== id || (errorCode === transactionErrors.TX_ERROR_CHANNEL_FAILURE && !isVoid)) {
      const stored = `${entry.kind} ${entry.outcome}`;
      this.#find(`${id} is reported as ${TransactionStatus[status]} ${errorCode}, but stored as ${stored}`);
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
