import { create } from "@bufbuild/protobuf";
import type { Answer, ChannelEffect } from "../../../clients/typescript/src/channel/effects.ts";
import { ChannelMachine, resolveKey } from "../../../clients/typescript/src/channel/machine.ts";
import { PlatonicError } from "../../../clients/typescript/src/platonic-error.ts";
import { Payment, type PaymentEffect, type Way } from "../../../clients/typescript/src/wallet/payment.ts";
import { ErrorSchema } from "../../../gen/es/channel/v1/channel_pb.js";
import type { Reason } from "../../../gen/es/fault/v1/fault_pb.js";
import type { Random } from "../../fuzz/random.ts";
import type { Network } from "./network.ts";
import type { Word } from "./plain-ledger.ts";
import type { ServerModel } from "./server-model.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Hears what the client tells its user. */
export interface User {
  settled(id: string, word: Word): void;
  refused(id: string): void;
  unresolved(id: string): void;
  counted(id: string, answer: Answer): void;
}

export interface ClientParts {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly network: Network;
  readonly server: ServerModel;
  /** Payments that are written down, and their amounts: outlives the client. */
  readonly storage: Map<string, number>;
  readonly user: User;
}

const terms = { useChannel: true, confirmTimeoutMs: 8_000, retryCount: 2, patienceMs: 2_000 };

/** The machines of the client, wired to a network that is none. */
export class ClientModel {
  readonly #parts: ClientParts;
  readonly #machine: ChannelMachine;
  readonly #payments = new Map<string, Payment<Word>>();
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  #connection: { readonly number: number; readonly end: ReturnType<Network["connect"]> } | undefined;
  #isDead = false;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.#machine = new ChannelMachine(() => parts.random.next());
    this.#act(this.#machine.start(parts.time.nowMs));
    for (const id of parts.storage.keys()) {
      this.#begin(id, (payment) => payment.reconcile(this.#isOpen, parts.time.nowMs));
    }
  }

  get #isOpen(): boolean {
    return this.#machine.phase === "open";
  }

  pay(id: string, amount: number): void {
    this.#parts.storage.set(id, amount);
    this.#begin(id, (payment) => payment.start(this.#isOpen, this.#parts.time.nowMs));
  }

  /** Asks for what must not be done twice. */
  count(id: string): void {
    this.#ask(id, "count", new Uint8Array(), false, (answer) => this.#parts.user.counted(id, answer));
  }

  /** As when its process is killed. */
  kill(): void {
    this.#isDead = true;
    this.#connection?.end.close();
  }

  #begin(id: string, start: (payment: Payment<Word>) => PaymentEffect<Word>[]): void {
    const payment = new Payment<Word>(terms, () => this.#parts.random.next());
    this.#payments.set(id, payment);
    this.#go(id, payment, start(payment));
  }

  #go(id: string, payment: Payment<Word>, effects: readonly PaymentEffect<Word>[]): void {
    const { storage, user, time } = this.#parts;
    for (const effect of effects) {
      if (effect.do === "settle" || effect.do === "refuse") {
        storage.delete(id);
        this.#payments.delete(id);
        if (effect.do === "settle") user.settled(id, effect.word);
        else user.refused(id);
      } else if (effect.do === "give notice") user.unresolved(id);
      else this.#try(id, payment, effect.do, effect.way, effect.attempt);
    }
    const { nextMs } = payment;
    if (!Number.isFinite(nextMs)) return;
    time.after(nextMs - time.nowMs, () => {
      if (!this.#isDead && !payment.isSettled && time.nowMs >= payment.nextMs) {
        this.#go(id, payment, payment.tick(time.nowMs));
      }
    });
  }

  #try(id: string, payment: Payment<Word>, what: "transfer" | "seal", way: Way, attempt: number): void {
    const { storage, time, network, server } = this.#parts;
    const amount = storage.get(id);
    if (amount === undefined) throw new Error("what is not written down is not to be sent");
    const tell = (answer: Word | PlatonicError) => {
      if (this.#isDead) return;
      const effects =
        answer instanceof PlatonicError
          ? payment.failed(attempt, answer, time.nowMs)
          : payment.answered(attempt, answer, time.nowMs);
      this.#go(id, payment, effects);
    };
    if (way === "http") {
      const isReason = (answer: Word | Reason) => typeof answer === "number";
      network.ask(
        () => server.work(what, id, amount),
        isReason,
        (answer) => {
          if (answer === "lost") tell(new PlatonicError("UNREACHABLE", "no answer"));
          else tell(typeof answer === "number" ? errorOf(answer, false) : answer);
        },
      );
      return;
    }
    const answered = (answer: Answer) => {
      if (answer.kind === "result") tell(JSON.parse(Buffer.from(answer.payload).toString()));
      else if (answer.kind === "outcome") tell(JSON.parse(Buffer.from(answer.result).toString()));
      else if (answer.kind === "error") tell(PlatonicError.fromChannel(answer.error, answer.wasSentAgain));
      else tell(new PlatonicError("UNREACHABLE", "lost"));
    };
    if (what === "transfer") this.#ask(id, "transfer", Uint8Array.of(amount), true, answered);
    else this.#resolve(id, answered);
  }

  #ask(
    id: string,
    method: string,
    payload: Uint8Array,
    isIdempotent: boolean,
    answered: (answer: Answer) => void,
  ): void {
    this.#waiting.set(id, answered);
    const body = { case: "request" as const, value: { opId: id, method, payload } };
    this.#act(this.#machine.request({ key: id, body, isIdempotent }));
  }

  /** Given up as long after as the payment waits for a seal. */
  #resolve(id: string, answered: (answer: Answer) => void): void {
    const key = resolveKey(id);
    this.#waiting.set(key, answered);
    const body = { case: "resolve" as const, value: { opId: id, seal: true } };
    this.#act(this.#machine.request({ key, body, isIdempotent: true }));
    this.#parts.time.after(terms.confirmTimeoutMs - 1, () => {
      if (this.#isDead || this.#waiting.get(key) !== answered) return;
      this.#machine.abandon(key);
      this.#waiting.delete(key);
      answered({ kind: "lost", wasSent: true });
    });
  }

  #act(effects: readonly ChannelEffect[]): void {
    const { time, network } = this.#parts;
    for (const effect of effects) this.#perform(effect, network);
    const { nextMs } = this.#machine;
    if (!Number.isFinite(nextMs)) return;
    time.after(nextMs - time.nowMs, () => {
      if (!this.#isDead && time.nowMs >= this.#machine.nextMs) this.#act(this.#machine.tick(time.nowMs));
    });
  }

  #perform(effect: ChannelEffect, network: Network): void {
    const { time } = this.#parts;
    if (effect.do === "connect") {
      const { connection: number, resume } = effect;
      const alive = (act: () => ChannelEffect[]) => {
        if (!this.#isDead) this.#act(act());
      };
      const end = network.connect(
        {
          connected: () => alive(() => this.#machine.connected(number)),
          received: (envelope) => alive(() => this.#machine.received(number, envelope, time.nowMs)),
          lost: () => alive(() => this.#machine.lost(number, time.nowMs)),
        },
        resume,
      );
      this.#connection = { number, end };
    } else if (effect.do === "send") {
      if (this.#connection?.number === effect.connection) this.#connection.end.send(effect.envelope);
    } else if (effect.do === "disconnect") {
      if (this.#connection?.number === effect.connection) this.#connection.end.close();
    } else if (effect.do === "settle") {
      const answered = this.#waiting.get(effect.key);
      this.#waiting.delete(effect.key);
      answered?.(effect.answer);
    } else if (effect.do === "tell phase") {
      for (const [id, payment] of this.#payments) {
        this.#go(id, payment, payment.channel(effect.phase === "open", time.nowMs));
      }
    }
  }
}

function errorOf(reason: Reason, wasSentAgain: boolean): PlatonicError {
  return PlatonicError.fromChannel(create(ErrorSchema, { reason }), wasSentAgain);
}
