import type { RecordedSpan } from "../../core/tracing/span.ts";

export interface QueueBounds {
  /** Longest wait of a span for its export. */
  readonly delayMs: number;
  /** Time after which an export has failed. */
  readonly timeoutMs: number;
  /** Most spans that wait. */
  readonly spansMax: number;
  /** Most spans of one export. */
  readonly batchMax: number;
}

export interface SpanQueueDeps extends QueueBounds {
  /** Sends spans; calls back once, with an error if the collector has not taken them. */
  readonly send: (spans: readonly RecordedSpan[], done: (error: Error | undefined) => void) => void;
  /** Receives the result of each export. */
  readonly exported: (error: Error | undefined) => void;
}

/** Spans that wait to be exported, in batches, one at a time. Nobody waits for it: what does not fit is lost. */
export class SpanQueue {
  readonly #deps: SpanQueueDeps;
  #waiting: RecordedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  /** Spans that did not fit, and those of exports that failed. */
  lost = 0;
  /** Exports that failed. */
  failures = 0;

  constructor(deps: SpanQueueDeps) {
    this.#deps = deps;
  }

  readonly add = (span: RecordedSpan): void => {
    const { spansMax, batchMax } = this.#deps;
    if (this.#waiting.length >= spansMax) {
      this.lost++;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= batchMax) this.#send();
    else this.#wait();
  };

  /** Exports all that wait. */
  async flush(): Promise<void> {
    for (this.#send(); this.#sending !== undefined; this.#send()) await this.#sending;
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, this.#deps.delayMs).unref();
  }

  /** Begins an export unless one is under way, whose end begins the next. */
  #send(): void {
    if (this.#sending !== undefined || this.#waiting.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { batchMax } = this.#deps;
    this.#sending = this.#export(this.#waiting.splice(0, batchMax)).then(() => {
      this.#sending = undefined;
      if (this.#waiting.length >= batchMax) this.#send();
      else if (this.#waiting.length > 0) this.#wait();
    });
  }

  async #export(batch: readonly RecordedSpan[]): Promise<void> {
    const { send, exported, timeoutMs } = this.#deps;
    const error = await new Promise<Error | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs).unref();
      send(batch, (failure) => {
        clearTimeout(timer);
        resolve(failure);
      });
    });
    if (error !== undefined) {
      this.failures++;
      this.lost += batch.length;
    }
    exported(error);
  }
}
