import { create, fromBinary } from "@bufbuild/protobuf";
import type { Client, Transport } from "@connectrpc/connect";
import {
  SignedOrderSchema,
  type TransactionResult,
  TransactionResultSchema,
} from "../../../../gen/es/wallet/v1/transaction_pb.js";
import { TransactionService } from "../../../../gen/es/wallet/v1/transaction_service_pb.js";
import type { Channel } from "../channel/channel.ts";
import { Alarm, type Clock } from "../clock.ts";
import { Listeners } from "../listeners.ts";
import { PlatonicError } from "../platonic-error.ts";
import { typedClient } from "../typed-client.ts";
import type { Operation, OperationStorage } from "./operation-storage.ts";
import { Payment, type PaymentEffect, type PaymentTerms, type Way } from "./payment.ts";

/** What is known of a payment: what the ledger holds of it; or nothing yet, and `onSettled` will tell. */
export type PaymentOutcome =
  | { readonly status: "completed" | "failed"; readonly id: string; readonly result: TransactionResult }
  | { readonly status: "unresolved"; readonly id: string };

export type SettledPayment = Exclude<PaymentOutcome, { readonly status: "unresolved" }>;

export interface PaymentsParts {
  readonly identityId: string;
  /** Calls over HTTP with the rights of the identity. */
  readonly transport: Transport;
  /** Absent: HTTP alone. */
  readonly channel: Channel | undefined;
  readonly storage: OperationStorage;
  readonly terms: PaymentTerms;
  readonly clock: Clock;
  readonly random: () => number;
}

interface UnderWay {
  readonly operation: Operation;
  readonly machine: Payment<TransactionResult>;
  readonly alarm: Alarm;
  readonly resolve: (outcome: PaymentOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Payments from the moment that they are written down to the ledger's word on them. */
export class Payments {
  readonly #parts: PaymentsParts;
  readonly #http: Client<typeof TransactionService>;
  readonly #underWay = new Map<string, UnderWay>();
  readonly #settled = new Listeners<SettledPayment>();
  readonly #troubles = new Listeners<unknown>();
  readonly #stopListening: (() => void) | undefined;

  constructor(parts: PaymentsParts) {
    this.#parts = parts;
    this.#http = typedClient(TransactionService, parts.transport);
    this.#stopListening = parts.channel?.onPhase(({ phase }) => {
      for (const one of this.#underWay.values()) {
        this.#act(one, one.machine.channel(phase === "open", parts.clock.now()));
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
    const { storage, clock } = this.#parts;
    if (this.#underWay.has(operation.id)) throw new PlatonicError("RESOURCE_CONFLICT", "the payment is under way");
    await storage.put(operation);
    return this.#begin(operation, (machine) => machine.start(this.#isChannelOpen, clock.now()));
  }

  /** Learns what became of everything that is written down; what is not done by now never will be. */
  async reconcile(): Promise<PaymentOutcome[]> {
    const { storage, clock } = this.#parts;
    const left = (await storage.list()).filter(({ id }) => !this.#underWay.has(id));
    return Promise.all(
      left.map((operation) => {
        return this.#begin(operation, (machine) => machine.reconcile(this.#isChannelOpen, clock.now()));
      }),
    );
  }

  /** What is under way stays written down. */
  close(): void {
    this.#stopListening?.();
    for (const { alarm, resolve, operation } of this.#underWay.values()) {
      alarm.set(Number.POSITIVE_INFINITY);
      resolve({ status: "unresolved", id: operation.id });
    }
    this.#underWay.clear();
  }

  get #isChannelOpen(): boolean {
    return this.#parts.channel?.phase === "open";
  }

  #begin(
    operation: Operation,
    start: (machine: Payment<TransactionResult>) => PaymentEffect<TransactionResult>[],
  ): Promise<PaymentOutcome> {
    const { terms, clock, random } = this.#parts;
    const machine = new Payment<TransactionResult>(terms, random);
    return new Promise((resolve, reject) => {
      const alarm = new Alarm(clock, () => this.#act(one, machine.tick(clock.now())));
      const one: UnderWay = { operation, machine, alarm, resolve, reject };
      this.#underWay.set(operation.id, one);
      this.#act(one, start(machine));
    });
  }

  #act(one: UnderWay, effects: readonly PaymentEffect<TransactionResult>[]): void {
    if (this.#underWay.get(one.operation.id) !== one) return;
    for (const effect of effects) this.#perform(one, effect);
    one.alarm.set(one.machine.nextMs);
  }

  #perform(one: UnderWay, effect: PaymentEffect<TransactionResult>): void {
    const { id } = one.operation;
    const { now } = this.#parts.clock;
    switch (effect.do) {
      case "transfer":
      case "seal": {
        const { attempt, way } = effect;
        const asked = effect.do === "transfer" ? this.#transfer(one.operation, way) : this.#seal(id, way);
        asked.then(
          (word) => this.#act(one, one.machine.answered(attempt, word, now())),
          (error) => this.#act(one, one.machine.failed(attempt, PlatonicError.from(error), now())),
        );
        break;
      }
      case "settle":
        this.#end(one, () => {
          const status = effect.word.success ? "completed" : "failed";
          const payment: SettledPayment = { status, id, result: effect.word };
          one.resolve(payment);
          this.#settled.tell(payment);
        });
        break;
      case "refuse":
        this.#end(one, () => one.reject(effect.error));
        break;
      case "give notice":
        one.resolve({ status: "unresolved", id });
        break;
    }
  }

  /** What is not crossed out is asked for again by the next process, and answered the same. */
  #end(one: UnderWay, tell: () => void): void {
    this.#underWay.delete(one.operation.id);
    this.#parts.storage.delete(one.operation.id).then(tell, (error) => {
      tell();
      this.#troubles.tell(error);
    });
  }

  async #transfer({ order, keyId, signature, id }: Operation, way: Way): Promise<TransactionResult> {
    const { identityId: sender, channel } = this.#parts;
    const signedOrder = create(SignedOrderSchema, { order, keyId, signature });
    const request = { sender, signedOrder };
    const { result } =
      way === "channel"
        ? await (channel as Channel).call(TransactionService.method.transfer, request, { opId: id })
        : await this.#http.transfer(request, { timeoutMs: this.#parts.terms.confirmTimeoutMs });
    return present(result);
  }

  async #seal(transactionId: string, way: Way): Promise<TransactionResult> {
    const { identityId: sender, channel, terms } = this.#parts;
    const options = { timeoutMs: Math.max(1_000, terms.confirmTimeoutMs) };
    if (way === "channel") {
      const { result } = await (channel as Channel).resolve(transactionId, true, options);
      return fromBinary(TransactionResultSchema, result);
    }
    const { result } = await this.#http.resolveTransaction({ sender, transactionId, seal: true }, options);
    return present(result);
  }
}

function present(result: TransactionResult | undefined): TransactionResult {
  if (result === undefined) throw new PlatonicError("UNKNOWN", "the service answered no result");
  return result;
}
