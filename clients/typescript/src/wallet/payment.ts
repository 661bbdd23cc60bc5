import { TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { repetitionMs } from "../back-off.ts";
import type { FailureReason, PlatonicError } from "../platonic-error.ts";

/** Path of a payment to the ledger. */
export type Way = "channel" | "http";

/** Status of a transaction in the ledger. */
export interface LedgerWord {
  readonly status: TransactionStatus;
}

export interface PaymentTerms {
  /** Whether the channel is used while it is open; otherwise HTTP only. */
  readonly useChannel: boolean;
  /** Timeout of the confirmation. */
  readonly confirmTimeoutMs: number;
  /** Retries while the result is unknown. */
  readonly retryCount: number;
  /** Longest wait for a channel that is not open before falling back to HTTP. */
  readonly patienceMs: number;
}

/** Effects that the state machine of a payment requests. Attempts are numbered, to match their results. */
export type PaymentEffect<Word> =
  | { readonly do: "transfer" | "void"; readonly way: Way; readonly attempt: number }
  /** The final result of the ledger. */
  | { readonly do: "settle"; readonly word: Word }
  /** The only request was refused, so that nothing is in the ledger. */
  | { readonly do: "refuse"; readonly error: PlatonicError }
  /** The result is still unknown when the timeout of the confirmation has passed once more. Attempts continue. */
  | { readonly do: "notify" };

/** Voids that are made before the notice, if none is answered. A late answer to an earlier one counts, too. */
const voidsPerTimeout = 3;

type Stage = "sending" | "voiding" | "settled";

/**
 * State machine of one payment: takes events with their times, returns effects. A payment fails only if the ledger says
 * so. Without a confirmation in time it is voided: the ledger then returns its result, or that it will never be processed.
 * Times are milliseconds since an arbitrary origin.
 */
export class Payment<Word extends LedgerWord> {
  readonly #terms: PaymentTerms;
  readonly #random: () => number;
  #effects: PaymentEffect<Word>[] = [];
  #stage: Stage = "sending";
  #isChannelOpen = false;
  #attempts = 0;
  /** The latest attempt to void. */
  #voidAttempt = 0;
  #failures = 0;
  /** Attempts without a response. */
  readonly #open = new Map<number, Way>();
  #deadlineMs = 0;
  /** Time of the notice that the result is unknown. */
  #noticeMs = Number.POSITIVE_INFINITY;
  /** Times of the fallback to HTTP, of the timeout of a void, and of the next attempt. */
  #fallbackMs = Number.POSITIVE_INFINITY;
  #voidEndsMs = Number.POSITIVE_INFINITY;
  #retryMs = Number.POSITIVE_INFINITY;

  /** @param random returns numbers in [0, 1) */
  constructor(terms: PaymentTerms, random: () => number) {
    this.#terms = terms;
    this.#random = random;
  }

  /** Starts a payment. */
  start(isChannelOpen: boolean, nowMs: number): PaymentEffect<Word>[] {
    this.#isChannelOpen = isChannelOpen;
    this.#deadlineMs = nowMs + this.#terms.confirmTimeoutMs;
    if (!this.#terms.useChannel) this.#attempt("transfer", "http");
    else if (isChannelOpen) this.#attempt("transfer", "channel");
    else this.#fallbackMs = nowMs + this.#terms.patienceMs;
    return this.#take();
  }

  /** Resolves a payment of an earlier process by voiding it. */
  reconcile(isChannelOpen: boolean, nowMs: number): PaymentEffect<Word>[] {
    this.#isChannelOpen = isChannelOpen;
    this.#void(nowMs);
    return this.#take();
  }

  /** Time at which `tick` is due. */
  get nextMs(): number {
    if (this.#stage === "settled") return Number.POSITIVE_INFINITY;
    if (this.#stage === "voiding") return Math.min(this.#voidEndsMs, this.#retryMs, this.#noticeMs);
    return Math.min(this.#deadlineMs, this.#fallbackMs, this.#retryMs);
  }

  get isSettled(): boolean {
    return this.#stage === "settled";
  }

  /** Handles that the channel has opened or closed. */
  channel(isOpen: boolean, nowMs: number): PaymentEffect<Word>[] {
    this.#isChannelOpen = isOpen;
    if (this.#stage !== "sending" || !this.#terms.useChannel) return [];
    if (!isOpen && this.#attempts > 0 && !this.#isOpenBy("http")) {
      this.#fallbackMs = nowMs + this.#terms.patienceMs;
    }
    if (isOpen) {
      this.#fallbackMs = Number.POSITIVE_INFINITY;
      // The channel itself resends what it has sent before.
      if (this.#attempts === 0) this.#attempt("transfer", "channel");
    }
    return this.#take();
  }

  /** Handles a response of the ledger to an attempt. */
  answered(attempt: number, word: Word, nowMs: number): PaymentEffect<Word>[] {
    this.#open.delete(attempt);
    if (this.#stage === "settled") return [];
    if (finalStatuses.has(word.status)) {
      this.#stage = "settled";
      this.#effects.push({ do: "settle", word });
    } else if (this.#isAwaited(attempt)) this.#failed(nowMs);
    return this.#take();
  }

  /** Handles a failed attempt. */
  failed(attempt: number, error: PlatonicError, nowMs: number): PaymentEffect<Word>[] {
    const way = this.#open.get(attempt);
    if (way === undefined || this.#stage === "settled") return [];
    this.#open.delete(attempt);
    if (this.#stage === "sending" && this.#attempts === 1 && (isRefusal(error, way) || this.#isTooLate(error, nowMs))) {
      this.#stage = "settled";
      this.#effects.push({ do: "refuse", error });
    } else if (this.#isAwaited(attempt)) this.#failed(nowMs, (error.retryAfterSeconds ?? 0) * 1000);
    return this.#take();
  }

  tick(nowMs: number): PaymentEffect<Word>[] {
    if (this.#stage === "sending") this.#tickSending(nowMs);
    else if (this.#stage === "voiding") this.#tickVoiding(nowMs);
    return this.#take();
  }

  #tickSending(nowMs: number): void {
    if (nowMs >= this.#deadlineMs) this.#void(nowMs);
    else if (nowMs >= this.#fallbackMs) {
      this.#fallbackMs = Number.POSITIVE_INFINITY;
      this.#attempt("transfer", "http");
    } else if (nowMs >= this.#retryMs) {
      this.#retryMs = Number.POSITIVE_INFINITY;
      // The channel itself resends its requests.
      this.#attempt("transfer", this.#isOpenBy("channel") ? "http" : this.#way());
    }
  }

  #tickVoiding(nowMs: number): void {
    if (nowMs >= this.#voidEndsMs) this.#failed(nowMs);
    else if (nowMs >= this.#retryMs) this.#tryVoid(nowMs);
    this.#giveNotice(nowMs);
  }

  #giveNotice(nowMs: number): void {
    if (nowMs < this.#noticeMs) return;
    this.#noticeMs = Number.POSITIVE_INFINITY;
    this.#effects.push({ do: "notify" });
  }

  /** Schedules the next attempt after a failed one. */
  #failed(nowMs: number, waitMs = 0): void {
    const delayMs = Math.max(waitMs, repetitionMs(this.#failures, this.#random()));
    this.#failures += 1;
    if (this.#stage === "sending") {
      const isLeft = this.#failures <= this.#terms.retryCount && nowMs + delayMs < this.#deadlineMs;
      if (isLeft) this.#retryMs = nowMs + delayMs;
      else if (this.#open.size === 0) this.#void(nowMs);
      return;
    }
    this.#voidAttempt = 0;
    this.#voidEndsMs = Number.POSITIVE_INFINITY;
    this.#retryMs = nowMs + delayMs;
  }

  #void(nowMs: number): void {
    this.#stage = "voiding";
    this.#failures = 0;
    this.#noticeMs = nowMs + this.#terms.confirmTimeoutMs;
    this.#tryVoid(nowMs);
  }

  #tryVoid(nowMs: number): void {
    this.#retryMs = Number.POSITIVE_INFINITY;
    this.#voidEndsMs = nowMs + this.#terms.confirmTimeoutMs / voidsPerTimeout;
    this.#attempt("void", this.#way());
    this.#voidAttempt = this.#attempts;
  }

  /** Whether a payment was not sent, and no session may be opened before the timeout. */
  #isTooLate({ reason, wasNotSent, retryAfterSeconds = 0 }: PlatonicError, nowMs: number): boolean {
    return reason === "RATE_LIMIT_EXCEEDED" && wasNotSent && nowMs + retryAfterSeconds * 1000 >= this.#deadlineMs;
  }

  /** Alternates between channel and HTTP after failures. */
  #way(): Way {
    const { useChannel } = this.#terms;
    return useChannel && this.#isChannelOpen && this.#failures % 2 === 0 ? "channel" : "http";
  }

  #attempt(what: "transfer" | "void", way: Way): void {
    this.#attempts += 1;
    this.#open.set(this.#attempts, way);
    this.#effects.push({ do: what, way, attempt: this.#attempts });
  }

  /** Once a payment is being voided, only the latest void counts. */
  #isAwaited(attempt: number): boolean {
    return this.#stage === "sending" || attempt === this.#voidAttempt;
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
 * Whether the only request was refused for good. Over HTTP an intermediary may have resent the request and returned the
 * response to a later copy: there, only a fault of the order itself applies to all copies.
 */
function isRefusal({ reason, wasSentAgain, wasNotSent }: PlatonicError, way: Way): boolean {
  if (wasSentAgain) return false;
  return orderFaults.has(reason) || (temporaryFaults.has(reason) && (way === "channel" || wasNotSent));
}

/** Whether the ledger's answer is final; the result of a hold does not change by what becomes of it. */
const finalStatuses = new Set([TransactionStatus.COMPLETED, TransactionStatus.HELD, TransactionStatus.FAILED]);

/** Faults of the order, the same for every copy of a request. */
const orderFaults = new Set<FailureReason>(["PARAMETER_REQUIRED", "PARAMETER_INVALID", "RESOURCE_CONFLICT"]);

/** Faults that depend on the time of the request. */
const temporaryFaults = new Set<FailureReason>([
  "AUTHENTICATION_REQUIRED",
  "INVALID_API_KEY",
  "RESOURCE_NOT_FOUND",
  "STATE_INVALID",
]);
