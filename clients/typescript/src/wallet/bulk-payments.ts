import { repetitionMs } from "../back-off.ts";
import type { Clock } from "../clock.ts";
import type { Closing } from "../closing.ts";
import { type FailureReason, PlatonicError } from "../platonic-error.ts";
import { type InContext, keepContext } from "../trace-context.ts";
import { idsOf, type OrderGroup } from "./bulk-orders.ts";
import type { Journal } from "./journal.ts";
import type { LedgerCalls } from "./ledger-calls.ts";
import type { Operation } from "./operation-storage.ts";
import { type PaymentOutcome, type SettledPayment, settledBy } from "./payment-group.ts";
import type { ToldOperations } from "./told-operations.ts";

export interface BulkPaymentsDeps {
  readonly calls: LedgerCalls;
  readonly journal: Journal;
  readonly told: ToldOperations;
  readonly closing: Closing;
  readonly clock: Clock;
  readonly random: () => number;
  /** Time for which a group without an answer is sent again, in ms. */
  readonly confirmTimeoutMs: number;
  /** Removes an operation from the journal; tells its failure elsewhere. */
  readonly remove: (id: string) => Promise<boolean>;
}

/** Most groups that are stored, sent, or answered and not yet told. */
const groupsMax = 4;

/** Failures after which nobody knows whether the ledger has the orders. */
const passing = new Set<FailureReason>([
  "UNREACHABLE",
  "UNAVAILABLE",
  "TIMED_OUT",
  "DEADLINE_EXCEEDED",
  "INTERNAL",
  "UNKNOWN",
]);
/** Failures of orders that the ledger cannot have. */
const refusals = new Set<FailureReason>(["PARAMETER_REQUIRED", "PARAMETER_INVALID"]);

/** A group that an earlier process has left. */
export interface FinishedGroup {
  readonly id: string;
  readonly outcomes: readonly PaymentOutcome[];
  readonly isAnswered: boolean;
}

/** A call of `pay`. */
interface Run {
  /** Ids that it has taken in the journal. */
  readonly taken: Set<string>;
  /** Whether a group has failed, after which no other is read. */
  hasFailed: boolean;
  isOver: boolean;
  /** Trace context of the caller. */
  readonly inContext: InContext;
}

/** A group under way. */
interface Begun {
  readonly id: string;
  readonly outcomes: Promise<readonly SettledPayment[]>;
  isOver: boolean;
}

/**
 * Sends groups of orders until the ledger has answered for each. They are never voided: the ledger answers an order that it has
 * with its first result, so that a group can be sent again, by any process.
 */
export class BulkPayments {
  readonly #deps: BulkPaymentsDeps;

  constructor(deps: BulkPaymentsDeps) {
    this.#deps = deps;
  }

  /**
   * Yields the outcomes of all orders in their sequence. A group leaves the journal when its caller has asked for what follows
   * its last outcome. Throws PlatonicError after the outcomes of all groups before the one that failed.
   */
  pay(groups: AsyncGenerator<OrderGroup, void>): AsyncGenerator<SettledPayment, void> {
    return this.#pay(groups, keepContext());
  }

  async *#pay(groups: AsyncGenerator<OrderGroup, void>, inContext: InContext): AsyncGenerator<SettledPayment, void> {
    const { closing, journal, remove } = this.#deps;
    closing.requireOpen();
    const run: Run = { taken: new Set(), hasFailed: false, isOver: false, inContext };
    const begun: Begun[] = [];
    let reading: Promise<void> | undefined;
    let isEnd = false;
    let failure: { readonly thrown: unknown } | undefined;
    const read = async () => {
      try {
        const { done, value } = await groups.next();
        if (done) isEnd = true;
        else begun.push(this.#begin(run, value));
      } catch (thrown) {
        failure = { thrown };
      }
      reading = undefined;
    };
    const work = closing.begin();
    const closed = new Promise<void>((resolve) => work.signal.addEventListener("abort", () => resolve()));
    try {
      for (;;) {
        if (!isEnd && failure === undefined && !run.hasFailed && begun.length < groupsMax) reading ??= read();
        const [head] = begun;
        if (head?.isOver) {
          yield* await head.outcomes;
          begun.shift();
          run.taken.delete(head.id);
          await remove(head.id);
        } else {
          if (head === undefined && reading === undefined) break;
          const over = head?.outcomes.catch(() => undefined);
          await Promise.race([closed, ...(reading ? [reading] : []), ...(over ? [over] : [])]);
        }
        closing.requireOpen();
      }
      if (failure !== undefined) throw failure.thrown;
    } finally {
      work.end();
      run.isOver = true;
      journal.leave([...run.taken]);
      const ended = groups.return();
      // A source that is asked for its next order ends after that, when nobody waits for it any more.
      if (reading === undefined) await ended;
      else ended.catch(() => undefined);
    }
  }

  /** Sends a group that an earlier process has left. It stays in the journal until its caller has told its outcomes. */
  async finish(operation: Operation, inContext: InContext): Promise<FinishedGroup> {
    const { id } = operation;
    const ids = idsOf(operation);
    try {
      const outcomes = await this.#answers(operation, ids, inContext, () => false);
      return { id, outcomes, isAnswered: true };
    } catch (thrown) {
      // Refused, it is in no journal and no ledger.
      if (refusals.has(PlatonicError.from(thrown).reason)) return { id, outcomes: [], isAnswered: false };
      this.#deps.journal.leave([id]);
      return { id, outcomes: ids.map((each) => ({ status: "unresolved", id: each })), isAnswered: false };
    }
  }

  #begin(run: Run, group: OrderGroup): Begun {
    const outcomes = this.#send(run, group);
    const begun = { id: group.operation.id, outcomes, isOver: false };
    const end = () => {
      begun.isOver = true;
    };
    outcomes.then(end, () => {
      run.hasFailed = true;
      end();
    });
    return begun;
  }

  async #send(run: Run, { operation, ids, first }: OrderGroup): Promise<readonly SettledPayment[]> {
    const { told, journal, closing } = this.#deps;
    await told.forget([operation.id]);
    // A group that was being read when another one failed.
    if (run.isOver || run.hasFailed) return [];
    closing.requireOpen();
    journal.take([operation.id]);
    run.taken.add(operation.id);
    await journal.put([operation]);
    try {
      return await this.#answers(operation, ids, run.inContext, () => run.isOver);
    } catch (thrown) {
      throw fromFirst(PlatonicError.from(thrown), first);
    }
  }

  /** Sends the orders until they are answered, or nobody asks for them any more. An operation that is refused leaves the journal. */
  async #answers(
    operation: Operation,
    ids: readonly string[],
    inContext: InContext,
    isOver: () => boolean,
  ): Promise<readonly SettledPayment[]> {
    const { calls, closing, clock, random, confirmTimeoutMs, remove } = this.#deps;
    const { order: orders, keyId, signature } = operation;
    let [endMs, failures] = [clock.now() + confirmTimeoutMs, 0];
    for (let attempt = 1; ; attempt += 1) {
      closing.requireOpen();
      try {
        const answers = await calls.transferMany({ orders, keyId, signature }, { way: "http", attempt, inContext });
        const settled = answers.map((answer, index) => settledBy(ids[index] as string, answer));
        if (settled.length === ids.length && settled.every((payment) => payment !== undefined)) return settled;
        throw new PlatonicError("UNKNOWN", "the service did not answer for all orders");
      } catch (thrown) {
        const error = PlatonicError.from(thrown);
        if (refusals.has(error.reason)) await remove(operation.id);
        const isLimited = error.reason === "RATE_LIMIT_EXCEEDED";
        if (isOver() || (!isLimited && !passing.has(error.reason))) throw error;
        const waitMs = Math.max((error.retryAfterSeconds ?? 0) * 1000, repetitionMs(failures, random()));
        failures = isLimited && error.retryAfterSeconds !== undefined ? 0 : failures + 1;
        if (isLimited) endMs = clock.now() + waitMs + confirmTimeoutMs;
        if (clock.now() + waitMs >= endMs) throw error;
        await this.#wait(waitMs);
      }
    }
  }

  /** Resolves after a time, or as soon as the wallet is closed. */
  async #wait(ms: number): Promise<void> {
    const { closing, clock } = this.#deps;
    const work = closing.begin();
    await new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      work.signal.addEventListener("abort", () => {
        cancel();
        resolve();
      });
    });
    work.end();
  }
}

/** Returns an error whose parameter has the index of an order in its group with that in the sequence. */
function fromFirst(error: PlatonicError, first: number): PlatonicError {
  const { reason, message, parameter = "", retryAfterSeconds, wasSentAgain, wasNotSent } = error;
  const [own, index] = /^orders\[(\d+)\]/.exec(parameter) ?? [];
  if (own === undefined) return error;
  const whole = `orders[${Number(index) + first}]`;
  const facts = { parameter: whole + parameter.slice(own.length), retryAfterSeconds, wasSentAgain, wasNotSent };
  return new PlatonicError(reason, message.replaceAll(own, whole), facts, { cause: error });
}
