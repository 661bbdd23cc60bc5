import type { LinkedSignature } from "#contract/wallet/v1/transaction_service_pb.js";
import { channelBytesMax } from "../channel/configured-transport.ts";
import { Alarm, type Clock } from "../clock.ts";
import { Closing } from "../closing.ts";
import { Listeners } from "../listeners.ts";
import { PlatonicError } from "../platonic-error.ts";
import { type InContext, keepContext } from "../trace-context.ts";
import type { OrderGroup } from "./bulk-orders.ts";
import { BulkPayments } from "./bulk-payments.ts";
import { Journal } from "./journal.ts";
import {
  type AttemptTerms,
  type Change,
  type LedgerAnswer,
  LedgerCalls,
  type LedgerCallsDeps,
} from "./ledger-calls.ts";
import type { Operation, OperationStorage } from "./operation-storage.ts";
import { type LedgerWord, Payment, type PaymentEffect, type PaymentTerms } from "./payment.ts";
import {
  outcomesOf,
  type PaymentGroup,
  type PaymentOutcome,
  type SettledPayment,
  settledBy,
  statusOf,
  unsettledOf,
} from "./payment-group.ts";
import type { SignedOrders } from "./sign-order.ts";
import { ToldOperations } from "./told-operations.ts";

export interface PaymentsDeps extends Omit<LedgerCallsDeps, "confirmTimeoutMs"> {
  readonly storage: OperationStorage;
  readonly terms: PaymentTerms;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Most orders in one request on the channel. */
const channelOrdersMax = 200;
/** Concurrent voids; below the concurrency limits of plans. */
const concurrentVoids = 8;

/** Sends payments, from their entry in the journal to their final result. */
export class Payments {
  readonly #deps: PaymentsDeps;
  readonly #calls: LedgerCalls;
  readonly #journal: Journal;
  readonly #closing = new Closing("wallet");
  readonly #groups = new Set<PaymentGroup>();
  readonly #told: ToldOperations;
  readonly #bulk: BulkPayments;
  readonly #settled = new Listeners<SettledPayment>();
  readonly #troubles = new Listeners<unknown>();
  readonly #stopListening: (() => void) | undefined;

  constructor(deps: PaymentsDeps) {
    this.#deps = deps;
    this.#journal = new Journal(deps.storage, deps.identityId);
    this.#told = new ToldOperations(deps.clock, (id) => this.#remove(id));
    this.#calls = new LedgerCalls({ ...deps, confirmTimeoutMs: deps.terms.confirmTimeoutMs });
    this.#bulk = new BulkPayments({
      calls: this.#calls,
      journal: this.#journal,
      told: this.#told,
      closing: this.#closing,
      clock: deps.clock,
      random: deps.random,
      confirmTimeoutMs: deps.terms.confirmTimeoutMs,
      remove: (id) => this.#remove(id),
    });
    this.#stopListening = deps.channel?.onPhase(({ phase }) => {
      for (const group of this.#groups) {
        this.#act(group, group.machine.channel(phase === "open", deps.clock.now()));
      }
    });
  }

  /** Calls a listener with each payment that is settled after its caller was told "unresolved". Returns a function that removes it. */
  onSettled(listener: (payment: SettledPayment) => void): () => void {
    return this.#settled.add(listener);
  }

  /** Calls a listener with errors of the journal when it deletes settled payments, and when it closes. Returns a function that removes it. */
  onTrouble(listener: (error: unknown) => void): () => void {
    return this.#troubles.add(listener);
  }

  /** Stores an operation in the journal and sends it. Rejects with PlatonicError if it was refused and is not in the ledger. */
  async send(operation: Operation): Promise<PaymentOutcome> {
    const transfer = async (terms: AttemptTerms) => [await this.#calls.transfer(operation, terms)];
    const [outcome] = await this.#send([operation], transfer, this.#deps.terms);
    return outcome as PaymentOutcome;
  }

  /** Does the same for an order to capture or release a hold. */
  async sendChange(what: Change, operation: Operation): Promise<PaymentOutcome> {
    const change = async (terms: AttemptTerms) => [await this.#calls.change(what, operation, terms)];
    const [outcome] = await this.#send([operation], change, this.#deps.terms);
    return outcome as PaymentOutcome;
  }

  /** Does the same for the request of an exchange. */
  async sendExchange(operation: Operation & { readonly kind: "exchange" }): Promise<PaymentOutcome> {
    const exchange = async (terms: AttemptTerms) => [await this.#calls.exchange(operation, terms)];
    const [outcome] = await this.#send([operation], exchange, this.#deps.terms);
    return outcome as PaymentOutcome;
  }

  /** Does the same for operations under one signature, in one request. Rejects if none of them is in the ledger. */
  sendMany(operations: readonly Operation[], signed: SignedOrders): Promise<PaymentOutcome[]> {
    const transfer = (terms: AttemptTerms) => this.#calls.transferMany(signed, terms);
    return this.#send(operations, transfer, this.#termsOf(operations, signed.orders));
  }

  /** Does the same for operations that are processed all or none. */
  sendLinked(
    operations: readonly Operation[],
    orders: Uint8Array,
    signatures: LinkedSignature[],
  ): Promise<PaymentOutcome[]> {
    const transfer = (terms: AttemptTerms) => this.#calls.transferLinked(orders, signatures, terms);
    return this.#send(operations, transfer, this.#termsOf(operations, orders));
  }

  /** Stores and sends groups of orders, and yields the outcome of each order. Throws PlatonicError for a group without an answer. */
  sendAll(groups: AsyncGenerator<OrderGroup, void>): AsyncGenerator<SettledPayment, void> {
    return this.#bulk.pay(groups);
  }

  /** Removes the payments whose outcomes were told from the journal now. */
  acknowledge(): Promise<void> {
    return this.#told.clear();
  }

  /**
   * Resolves all operations that other processes have left in the journal; voids those that are not processed yet, but sends groups
   * of `sendAll` again.
   */
  async reconcile(): Promise<PaymentOutcome[]> {
    this.#closing.requireOpen();
    const inContext = keepContext();
    const left = await this.#journal.takeOthers();
    const [groups, single] = [left.filter(isBatch), left.filter((operation) => !isBatch(operation))];
    const finished = await Promise.all(groups.map((group) => this.#bulk.finish(group, inContext)));
    // The last to be known, as they count as told from then on.
    const outcomes = await this.#resolve(single, inContext);
    this.#told.add(finished.flatMap(({ id, isAnswered }) => (isAnswered ? [id] : [])));
    return [...outcomes, ...finished.flatMap((group) => group.outcomes)];
  }

  async #resolve(left: readonly Operation[], inContext: InContext): Promise<PaymentOutcome[]> {
    const { clock, terms } = this.#deps;
    if (left.length === 0) return [];
    const start = (machine: Payment<LedgerWord>) => machine.reconcile(this.#isChannelOpen, clock.now());
    return this.#begin(left, neverSent, terms, inContext, start);
  }

  /**
   * Stops sending. Unsettled payments remain in the journal; everything that is asked afterwards is STATE_INVALID. Resolves
   * when the journal has no payment any more whose outcome was told.
   */
  close(): Promise<void> {
    this.#closing.close();
    this.#stopListening?.();
    for (const group of this.#groups) {
      group.alarm.set(Number.POSITIVE_INFINITY);
      this.#tellUnresolved(group);
    }
    this.#groups.clear();
    return this.#journal.close(this.#told.close()).catch((error: unknown) => this.#troubles.tell(error));
  }

  /** Terms of operations in one request, which may be too large for the channel. */
  #termsOf(operations: readonly Operation[], orders: Uint8Array): PaymentTerms {
    const { terms } = this.#deps;
    const isForChannel = operations.length <= channelOrdersMax && orders.length <= channelBytesMax;
    return { ...terms, useChannel: terms.useChannel && isForChannel };
  }

  get #isChannelOpen(): boolean {
    return this.#deps.channel?.phase === "open";
  }

  async #send(
    operations: readonly Operation[],
    transfer: PaymentGroup["transfer"],
    terms: PaymentTerms,
  ): Promise<PaymentOutcome[]> {
    const { clock } = this.#deps;
    const inContext = keepContext();
    this.#closing.requireOpen();
    const ids = operations.map(({ id }) => id);
    await this.#told.forget(ids);
    this.#journal.take(ids);
    await this.#journal.put(operations);
    if (this.#closing.isClosed) {
      await Promise.all(operations.map(({ id }) => this.#remove(id)));
      this.#closing.requireOpen();
    }
    const start = (machine: Payment<LedgerWord>) => machine.start(this.#isChannelOpen, clock.now());
    return this.#begin(operations, transfer, terms, inContext, start);
  }

  #begin(
    operations: readonly Operation[],
    transfer: PaymentGroup["transfer"],
    terms: PaymentTerms,
    inContext: InContext,
    start: (machine: Payment<LedgerWord>) => PaymentEffect<LedgerWord>[],
  ): Promise<PaymentOutcome[]> {
    const { clock, random } = this.#deps;
    const machine = new Payment<LedgerWord>(terms, random);
    return new Promise((resolve, reject) => {
      const alarm = new Alarm(clock, () => this.#act(group, machine.tick(clock.now())));
      const group: PaymentGroup = {
        operations,
        transfer,
        settled: new Map(),
        isAnswered: false,
        inContext,
        machine,
        alarm,
        resolve,
        reject,
      };
      if (this.#closing.isClosed) {
        this.#journal.leave(operations.map(({ id }) => id));
        resolve(outcomesOf(group));
        return;
      }
      this.#groups.add(group);
      this.#act(group, start(machine));
    });
  }

  #act(group: PaymentGroup, effects: readonly PaymentEffect<LedgerWord>[]): void {
    if (!this.#groups.has(group)) return;
    for (const effect of effects) this.#perform(group, effect);
    group.alarm.set(group.machine.nextMs);
  }

  #perform(group: PaymentGroup, effect: PaymentEffect<LedgerWord>): void {
    const { now } = this.#deps.clock;
    switch (effect.do) {
      case "transfer":
      case "void": {
        const { attempt, way } = effect;
        const attemptTerms = { attempt, way, inContext: group.inContext };
        const attempted =
          effect.do === "transfer" ? this.#transfer(group, attemptTerms) : this.#void(group, attemptTerms);
        attempted.then(
          (word) => this.#act(group, group.machine.answered(attempt, word, now())),
          (error) => this.#act(group, group.machine.failed(attempt, PlatonicError.from(error), now())),
        );
        break;
      }
      case "settle":
        this.#groups.delete(group);
        if (!group.isAnswered) {
          group.resolve(outcomesOf(group));
          this.#told.add(group.settled.keys());
        }
        break;
      case "refuse":
        this.#groups.delete(group);
        this.#removeAll(group).then(() => group.reject(effect.error));
        break;
      case "notify":
        this.#tellUnresolved(group);
        break;
    }
  }

  /** Returns the outcomes as they are. What is settled later is told by itself. */
  #tellUnresolved(group: PaymentGroup): void {
    if (group.isAnswered) return;
    group.isAnswered = true;
    group.resolve(outcomesOf(group));
    this.#told.add(group.settled.keys());
  }

  async #transfer(group: PaymentGroup, terms: AttemptTerms): Promise<LedgerWord> {
    const { operations } = group;
    const answers = await group.transfer(terms);
    if (answers.length !== operations.length) throw new PlatonicError("UNKNOWN", "the service did not answer for all");
    await Promise.all(operations.map(({ id }, index) => this.#learn(group, id, answers[index] as LedgerAnswer)));
    return statusOf(group);
  }

  async #void(group: PaymentGroup, terms: AttemptTerms): Promise<LedgerWord> {
    const unsettled = unsettledOf(group);
    const voidNext = async () => {
      for (const operation of unsettled) {
        await this.#learn(group, operation.id, await this.#calls.void(operation, terms));
      }
    };
    await Promise.all(Array.from({ length: concurrentVoids }, voidNext));
    return statusOf(group);
  }

  /** Notes a final answer. It stays in the journal until its caller is told, so that the next process can tell it. */
  async #learn(group: PaymentGroup, id: string, answer: LedgerAnswer): Promise<void> {
    const payment = settledBy(id, answer);
    if (payment === undefined || group.settled.has(id) || !this.#groups.has(group)) return;
    group.settled.set(id, payment);
    if (!group.isAnswered) return;
    // Called separately, so that a listener that throws does not count as a failed attempt.
    queueMicrotask(() => this.#settled.tell(payment));
    this.#told.add([id]);
  }

  /** Removes operations that were refused. Those that stay are tried again later. */
  async #removeAll({ operations }: PaymentGroup): Promise<void> {
    const removed = await Promise.all(operations.map(async ({ id }) => ({ id, isGone: await this.#remove(id) })));
    this.#told.add(removed.flatMap(({ id, isGone }) => (isGone ? [] : [id])));
  }

  /** Removes an operation from the journal; returns whether it could. */
  async #remove(id: string): Promise<boolean> {
    try {
      await this.#journal.delete(id);
      return true;
    } catch (error) {
      this.#troubles.tell(error);
      return false;
    }
  }
}

function isBatch({ kind }: Operation): boolean {
  return kind === "batch";
}

/** Payments of an earlier process are resolved, never resent. */
function neverSent(): never {
  throw new Error("an operation of an earlier process is not sent again");
}
