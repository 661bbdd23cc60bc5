import type { Transport } from "@connectrpc/connect";
import { type FailureFacts, PlatonicError } from "./platonic-error.ts";

/** A call or stream whose signal aborts when its caller aborts it, or when its client, session or wallet is closed. */
export interface Work {
  readonly signal: AbortSignal;
  /** Stops tracking it, once it has ended. */
  end(): void;
}

/** Whether a client, a session or a wallet is closed, and what is under way until then. */
export class Closing {
  readonly #name: string;
  readonly #open = new Set<AbortController>();
  #isClosed = false;

  /** @param name such as `wallet`, for the text of errors */
  constructor(name: string) {
    this.#name = name;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @throws PlatonicError STATE_INVALID once it is closed */
  requireOpen(): void {
    if (this.#isClosed) throw this.#closedError({ wasNotSent: true });
  }

  /** Ends all work. */
  close(): void {
    this.#isClosed = true;
    for (const work of this.#open) work.abort();
    this.#open.clear();
  }

  /**
   * Begins work with an abort controller of its own. Listeners on one signal for the whole client would pile up until it is
   * closed.
   *
   * @throws PlatonicError STATE_INVALID once it is closed
   */
  begin(signal?: AbortSignal): Work {
    this.requireOpen();
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    this.#open.add(controller);
    return {
      signal: controller.signal,
      end: () => {
        signal?.removeEventListener("abort", abort);
        this.#open.delete(controller);
      },
    };
  }

  /** Does work. Rejects with STATE_INVALID if the work fails after `close`. */
  async during<Result>(work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const begun = this.begin(signal);
    try {
      return await work(begun.signal);
    } catch (thrown) {
      throw this.failureOf(thrown);
    } finally {
      begun.end();
    }
  }

  /** Returns STATE_INVALID after `close`, otherwise the failure itself. The service may still process what was sent. */
  failureOf(thrown: unknown): unknown {
    return this.#isClosed ? this.#closedError({ wasSentAgain: true }, thrown) : thrown;
  }

  #closedError(facts: FailureFacts, cause?: unknown): PlatonicError {
    return new PlatonicError("STATE_INVALID", `the ${this.#name} is closed`, facts, { cause });
  }
}

/** Returns a transport whose calls end when it is closed, with STATE_INVALID, as do all calls afterwards. */
export function closable(transport: Transport, closing: Closing): Transport {
  return {
    unary: async (method, signal, ...rest) =>
      closing.during((ended) => transport.unary(method, ended, ...rest), signal),
    async stream(method, signal, ...rest) {
      const work = closing.begin(signal);
      try {
        const answer = await transport.stream(method, work.signal, ...rest);
        return { ...answer, message: until(answer.message, work, closing) };
      } catch (thrown) {
        work.end();
        throw closing.failureOf(thrown);
      }
    },
  };
}

async function* until<Answer>(answers: AsyncIterable<Answer>, work: Work, closing: Closing) {
  try {
    yield* answers;
  } catch (thrown) {
    throw closing.failureOf(thrown);
  } finally {
    work.end();
  }
}
