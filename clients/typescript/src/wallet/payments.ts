import type { TransactionResult } from "../../../../gen/es/wallet/v1/transaction_pb.js";
import { Alarm, type Clock } from "../clock.ts";
import { Listeners } from "../listeners.ts";
import { PlatonicError } from "../platonic-error.ts";
import { LedgerCalls, type LedgerCallsDeps } from "./ledger-calls.ts";
import type { Operation, OperationStorage } from "./operation-storage.ts";
import { type LedgerWord, Payment, type PaymentEffect, type PaymentTerms, type Way } from "./payment.ts";
import {
  leftOf,
  outcomesOf,
  type PaymentGroup,
  type PaymentOutcome,
  type SettledPayment,
  settledBy,
  wordOf,
} from "./payment-group.ts";
import type { SignedOrders } from "./sign-order.ts";

export interface PaymentsDeps extends Omit<LedgerCallsDeps, "confirmTimeoutMs"> {
  readonly storage: OperationStorage;
  readonly terms: PaymentTerms;
  readonly clock: Clock;
  readonly random: () => number;
}

/** What fits into one request on the channel. */
const channelOrdersMax = 200;
const channelBytesMax = 120_000;
/** A plan allows only so many calls at once. */
const sealsAtOnce = 8;

/** Payments from the moment that they are written down to the ledger's word on them. */
export class Payments {
  readonly #deps: PaymentsDeps;
  readonly #calls: LedgerCalls;
  /** Ids of payments from before they are written down until they are settled. */
  readonly #taken = new Set<string>();
  readonly #underWay = new Set<PaymentGroup>();
  readonly #settled = new Listeners<SettledPayment>();
  readonly #troubles = new Listeners<unknown>();
  readonly #stopListening: (() => void) | undefined;
  #isClosed = false;

  constructor(deps: PaymentsDeps) {
    this.#deps = deps;
    this.#calls = new LedgerCalls({ ...deps, confirmTimeoutMs: deps.terms.confirmTimeoutMs });
    this.#stopListening = deps.channel?.onPhase(({ phase }) => {
      for (const group of this.#underWay) {
        this.#act(group, group.machine.channel(phase === "open", deps.clock.now()));
      }
    });
  }

  /** Hears of every payment when the ledger has said what became of it; answers how to hear no more. */
  onSettled(listener: (payment: SettledPayment) => void): () => void {
    return this.#settled.add(listener);
  }

  /** Hears of a storage that did not cross out what is settled; answers how to hear no more. */
  onTrouble(listener: (error: unknown) => void): () => void {
    return this.#troubles.add(listener);
  }

  /** Writes the operation down, and then sends it. Rejects with PlatonicError when it was refused and not done. */
  async send(operation: Operation): Promise<PaymentOutcome> {
    const transfer = async (way: Way) => [await this.#calls.transfer(operation, way)];
    const [outcome] = await this.#send([operation], transfer, this.#deps.terms);
    return outcome as PaymentOutcome;
  }

  /** The same for operations under one signature, which go in one request. Rejects when none of them was done. */
  sendMany(operations: readonly Operation[], signed: SignedOrders): Promise<PaymentOutcome[]> {
    const { terms } = this.#deps;
    const isForChannel = operations.length <= channelOrdersMax && signed.orders.length <= channelBytesMax;
    const transfer = (way: Way) => this.#calls.transferMany(signed, way);
    return this.#send(operations, transfer, { ...terms, useChannel: terms.useChannel && isForChannel });
  }

  /** Learns what became of everything that is written down; what is not done by now never will be. */
  async reconcile(): Promise<PaymentOutcome[]> {
    const { storage, clock, terms } = this.#deps;
    const left = (await storage.list()).map(({ id }) => id).filter((id) => !this.#taken.has(id));
    if (left.length === 0) return [];
    this.#take(left);
    return this.#begin(left, neverSent, terms, (machine) => machine.reconcile(this.#isChannelOpen, clock.now()));
  }

  /** What is under way stays written down. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening?.();
    for (const group of this.#underWay) {
      group.alarm.set(Number.POSITIVE_INFINITY);
      group.resolve(outcomesOf(group));
    }
    this.#underWay.clear();
  }

  get #isChannelOpen(): boolean {
    return this.#deps.channel?.phase === "open";
  }

  async #send(
    operations: readonly Operation[],
    transfer: PaymentGroup["transfer"],
    terms: PaymentTerms,
  ): Promise<PaymentOutcome[]> {
    const { storage, clock } = this.#deps;
    const ids = operations.map(({ id }) => id);
    this.#take(ids);
    try {
      await Promise.all(operations.map((operation) => storage.put(operation)));
    } catch (error) {
      this.#release(ids);
      throw error;
    }
    return this.#begin(ids, transfer, terms, (machine) => machine.start(this.#isChannelOpen, clock.now()));
  }

  #take(ids: readonly string[]): void {
    if (new Set(ids).size < ids.length || ids.some((id) => this.#taken.has(id))) {
      throw new PlatonicError("RESOURCE_CONFLICT", "a payment with this id is under way");
    }
    for (const id of ids) this.#taken.add(id);
  }

  #release(ids: readonly string[]): void {
    for (const id of ids) this.#taken.delete(id);
  }

  #begin(
    ids: readonly string[],
    transfer: PaymentGroup["transfer"],
    terms: PaymentTerms,
    start: (machine: Payment<LedgerWord>) => PaymentEffect<LedgerWord>[],
  ): Promise<PaymentOutcome[]> {
    const { clock, random } = this.#deps;
    const machine = new Payment<LedgerWord>(terms, random);
    return new Promise((resolve, reject) => {
      const alarm = new Alarm(clock, () => this.#act(group, machine.tick(clock.now())));
      const group: PaymentGroup = { ids, transfer, settled: new Map(), machine, alarm, resolve, reject };
      if (this.#isClosed) {
        resolve(outcomesOf(group));
        return;
      }
      this.#underWay.add(group);
      this.#act(group, start(machine));
    });
  }

  #act(group: PaymentGroup, effects: readonly PaymentEffect<LedgerWord>[]): void {
    if (!this.#underWay.has(group)) return;
    for (const effect of effects) this.#perform(group, effect);
    group.alarm.set(group.machine.nextMs);
  }

  #perform(group: PaymentGroup, effect: PaymentEffect<LedgerWord>): void {
    const { now } = this.#deps.clock;
    switch (effect.do) {
      case "transfer":
      case "void": {
        const { attempt, way } = effect;
        const asked = effect.do === "transfer" ? this.#transfer(group, way) : this.#seal(group, way);
        asked.then(
          (word) => this.#act(group, group.machine.answered(attempt, word, now())),
          (error) => this.#act(group, group.machine.failed(attempt, PlatonicError.from(error), now())),
        );
        break;
      }
      case "settle":
        this.#underWay.delete(group);
        group.resolve(outcomesOf(group));
        break;
      case "refuse":
        this.#underWay.delete(group);
        Promise.all(group.ids.map((id) => this.#crossOut(id))).then(() => group.reject(effect.error));
        break;
      case "notify":
        group.resolve(outcomesOf(group));
        break;
    }
  }

  async #transfer(group: PaymentGroup, way: Way): Promise<LedgerWord> {
    const results = await group.transfer(way);
    if (results.length !== group.ids.length) throw new PlatonicError("UNKNOWN", "the service did not answer for all");
    await Promise.all(group.ids.map((id, index) => this.#learn(group, id, results[index] as TransactionResult)));
    return wordOf(group);
  }

  async #seal(group: PaymentGroup, way: Way): Promise<LedgerWord> {
    const left = leftOf(group);
    const work = async () => {
      for (const id of left) await this.#learn(group, id, await this.#calls.seal(id, way));
    };
    await Promise.all(Array.from({ length: sealsAtOnce }, work));
    return wordOf(group);
  }

  async #learn(group: PaymentGroup, id: string, result: TransactionResult): Promise<void> {
    const payment = settledBy(id, result);
    if (payment === undefined || group.settled.has(id) || !this.#underWay.has(group)) return;
    group.settled.set(id, payment);
    await this.#crossOut(id);
    // By itself: a listener that throws is no answer that did not come.
    queueMicrotask(() => this.#settled.tell(payment));
  }

  /** What is not crossed out is asked for again by the next process, and answered the same. */
  async #crossOut(id: string): Promise<void> {
    try {
      await this.#deps.storage.delete(id);
    } catch (error) {
      this.#troubles.tell(error);
    }
    this.#taken.delete(id);
  }
}

/** Of what was sent by an earlier process it is only asked what became of it. */
function neverSent(): never {
  throw new Error("an operation of an earlier process is not sent again");
}
