import { TransactionStatus } from "../../../../gen/es/wallet/v1/transaction_pb.js";
import { backOffMs } from "../back-off.ts";
import type { FailureReason, PlatonicError } from "../platonic-error.ts";

/** By what a payment travels. */
export type Way = "channel" | "http";

/** What the ledger says of a transaction. */
export interface LedgerWord {
  readonly status: TransactionStatus;
}

export interface PaymentTerms {
  /** Whether it goes by the channel while there is one; else by HTTP alone. */
  readonly useChannel: boolean;
  /** Milliseconds to wait for the confirmation. */
  readonly confirmTimeoutMs: number;
  /** How often it is tried again when it is not known what became of it. */
  readonly retryCount: number;
  /** Milliseconds for which a channel that is not open is waited for, before HTTP has its turn. */
  readonly patienceMs: number;
}

/** What the machine of a payment wants done. Attempts have numbers, by which they are answered. */
export type PaymentEffect<Word> =
  | { readonly do: "transfer" | "void"; readonly way: Way; readonly attempt: number }
  /** The ledger's own word, which does not change any more. */
  | { readonly do: "settle"; readonly word: Word }
  /** The only request there was is refused, so that nothing was done. */
  | { readonly do: "refuse"; readonly error: PlatonicError }
  /** In the time of the confirmation nobody could be asked what became of it. Asking goes on. */
  | { readonly do: "notify" };

type Stage = "sending" | "sealing" | "settled";

/**
 * One payment as a machine: told what happens and when, it answers what is to be done. It calls a payment failed only
 * when the ledger does. Who got no answer in time seals: then the ledger says what became of it, or that nothing ever
 * will. Times are milliseconds from any fixed moment.
 */
export class Payment<Word extends LedgerWord> {
  readonly #terms: PaymentTerms;
  readonly #random: () => number;
  #effects: PaymentEffect<Word>[] = [];
  #stage: Stage = "sending";
  #isChannelOpen = false;
  #attempts = 0;
  /** The seal that is waited for. */
  #sealAttempt = 0;
  #failures = 0;
  /** Attempts that are not answered. */
  readonly #open = new Map<number, Way>();
  #deadlineMs = 0;
  /** When HTTP has its turn, when a seal counts as lost, and when the next attempt is. */
  #patienceEndsMs = Number.POSITIVE_INFINITY;
  #sealEndsMs = Number.POSITIVE_INFINITY;
  #retryMs = Number.POSITIVE_INFINITY;
  #hasGivenNotice = false;

  /** `random` answers numbers in [0, 1). */
  constructor(terms: PaymentTerms, random: () => number) {
    this.#terms = terms;
    this.#random = random;
  }

  /** Sends it. */
  start(isChannelOpen: boolean, nowMs: number): PaymentEffect<Word>[] {
    this.#isChannelOpen = isChannelOpen;
    this.#deadlineMs = nowMs + this.#terms.confirmTimeoutMs;
    if (!this.#terms.useChannel) this.#attempt("transfer", "http");
    else if (isChannelOpen) this.#attempt("transfer", "channel");
    else this.#patienceEndsMs = nowMs + this.#terms.patienceMs;
    return this.#take();
  }

  /** Goes on with one that was sent by a process that is no more: asks what became of it, and ends it. */
  reconcile(isChannelOpen: boolean, nowMs: number): PaymentEffect<Word>[] {
    this.#isChannelOpen = isChannelOpen;
    this.#seal(nowMs);
    return this.#take();
  }

  /** When `tick` is to be called at the latest. */
  get nextMs(): number {
    if (this.#stage === "settled") return Number.POSITIVE_INFINITY;
    if (this.#stage === "sealing") return Math.min(this.#sealEndsMs, this.#retryMs, this.#noticeMs);
    return Math.min(this.#deadlineMs, this.#patienceEndsMs, this.#retryMs);
  }

  get isSettled(): boolean {
    return this.#stage === "settled";
  }

  /** The channel has opened, or is open no more. */
  channel(isOpen: boolean, nowMs: number): PaymentEffect<Word>[] {
    this.#isChannelOpen = isOpen;
    if (this.#stage !== "sending" || !this.#terms.useChannel) return [];
    if (!isOpen && this.#attempts > 0 && !this.#isOpenBy("http")) {
      this.#patienceEndsMs = nowMs + this.#terms.patienceMs;
    }
    if (isOpen) {
      this.#patienceEndsMs = Number.POSITIVE_INFINITY;
      // What was sent by the channel before is sent again by the channel itself.
      if (this.#attempts === 0) this.#attempt("transfer", "channel");
    }
    return this.#take();
  }

  /** The ledger has answered an attempt. */
  answered(attempt: number, word: Word, nowMs: number): PaymentEffect<Word>[] {
    this.#open.delete(attempt);
    if (this.#stage === "settled") return [];
    if (word.status === TransactionStatus.COMPLETED || word.status === TransactionStatus.FAILED) {
      this.#stage = "settled";
      this.#effects.push({ do: "settle", word });
    } else if (this.#isWaitedFor(attempt)) this.#failed(nowMs);
    return this.#take();
  }

  /** An attempt was answered by a failure of the call, or by nothing. */
  failed(attempt: number, error: PlatonicError, nowMs: number): PaymentEffect<Word>[] {
    const way = this.#open.get(attempt);
    if (way === undefined || this.#stage === "settled") return [];
    this.#open.delete(attempt);
    if (this.#stage === "sending" && this.#attempts === 1 && isRefusal(error, way)) {
      this.#stage = "settled";
      this.#effects.push({ do: "refuse", error });
    } else if (this.#isWaitedFor(attempt)) this.#failed(nowMs, (error.retryAfterSeconds ?? 0) * 1000);
    return this.#take();
  }

  tick(nowMs: number): PaymentEffect<Word>[] {
    if (this.#stage === "sending") this.#tickSending(nowMs);
    else if (this.#stage === "sealing") this.#tickSealing(nowMs);
    return this.#take();
  }

  #tickSending(nowMs: number): void {
    if (nowMs >= this.#deadlineMs) this.#seal(nowMs);
    else if (nowMs >= this.#patienceEndsMs) {
      this.#patienceEndsMs = Number.POSITIVE_INFINITY;
      this.#attempt("transfer", "http");
    } else if (nowMs >= this.#retryMs) {
      this.#retryMs = Number.POSITIVE_INFINITY;
      // On the channel it is sent again by the channel itself.
      this.#attempt("transfer", this.#isOpenBy("channel") ? "http" : this.#way());
    }
  }

  #tickSealing(nowMs: number): void {
    if (nowMs >= this.#sealEndsMs) this.#failed(nowMs);
    else if (nowMs >= this.#retryMs) this.#trySeal(nowMs);
    this.#giveNotice(nowMs);
  }

  /** When notice is due: retries may be over long before the time in which a confirmation may come. */
  get #noticeMs(): number {
    const isDue = !this.#hasGivenNotice && this.#failures > this.#terms.retryCount;
    return isDue ? this.#deadlineMs : Number.POSITIVE_INFINITY;
  }

  #giveNotice(nowMs: number): void {
    if (nowMs < this.#noticeMs) return;
    this.#hasGivenNotice = true;
    this.#effects.push({ do: "notify" });
  }

  /** An attempt came to nothing. */
  #failed(nowMs: number, waitMs = 0): void {
    const delayMs = Math.max(waitMs, backOffMs(this.#failures, this.#random()));
    this.#failures += 1;
    if (this.#stage === "sending") {
      const isLeft = this.#failures <= this.#terms.retryCount && nowMs + delayMs < this.#deadlineMs;
      if (isLeft) this.#retryMs = nowMs + delayMs;
      else if (this.#open.size === 0) this.#seal(nowMs);
      return;
    }
    this.#sealAttempt = 0;
    this.#sealEndsMs = Number.POSITIVE_INFINITY;
    this.#retryMs = nowMs + delayMs;
    this.#giveNotice(nowMs);
  }

  #seal(nowMs: number): void {
    this.#stage = "sealing";
    this.#failures = 0;
    this.#trySeal(nowMs);
  }

  #trySeal(nowMs: number): void {
    this.#retryMs = Number.POSITIVE_INFINITY;
    this.#sealEndsMs = nowMs + Math.max(1_000, this.#terms.confirmTimeoutMs);
    this.#attempt("void", this.#way());
    this.#sealAttempt = this.#attempts;
  }

  /** Where the channel has failed, HTTP is tried in turns with it. */
  #way(): Way {
    const { useChannel } = this.#terms;
    return useChannel && this.#isChannelOpen && this.#failures % 2 === 0 ? "channel" : "http";
  }

  #attempt(what: "transfer" | "void", way: Way): void {
    this.#attempts += 1;
    this.#open.set(this.#attempts, way);
    this.#effects.push({ do: what, way, attempt: this.#attempts });
  }

  /** Once it is sealed, nothing but that is waited for. */
  #isWaitedFor(attempt: number): boolean {
    return this.#stage === "sending" || attempt === this.#sealAttempt;
  }

  #isOpenBy(way: Way): boolean {
    return [...this.#open.values()].includes(way);
  }

  #take(): PaymentEffect<Word>[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }
}

/**
 * Whether nothing was done of the only request, nor will be. What stands in between may send a request over HTTP again by
 * itself, and pass on what the later copy is answered: so there only what is wrong with the order is wrong with all copies.
 */
function isRefusal({ reason, wasSentAgain, wasNotSent }: PlatonicError, way: Way): boolean {
  if (wasSentAgain) return false;
  return ofOrder.has(reason) || (ofMoment.has(reason) && (way === "channel" || wasNotSent));
}

/** Answered to every copy of a request alike. */
const ofOrder = new Set<FailureReason>(["PARAMETER_REQUIRED", "PARAMETER_INVALID", "RESOURCE_CONFLICT"]);

/** Answered as things are when the request comes in. */
const ofMoment = new Set<FailureReason>([
  "AUTHENTICATION_REQUIRED",
  "INVALID_API_KEY",
  "RESOURCE_NOT_FOUND",
  "STATE_INVALID",
]);
