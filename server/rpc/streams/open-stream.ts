import type { Message } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import { limits } from "../../core/limits.ts";
import { type Failure, type RateLimits, TransportRefusal } from "../call.ts";
import type { StreamContext } from "../operations.ts";
import type { Credentials } from "../waits/credentials.ts";
import type { StreamRoute } from "./route.ts";

/** Parts of an open stream that are known when its caller is admitted. */
export interface OpenStreamDeps {
  readonly route: StreamRoute;
  readonly context: Omit<StreamContext, "signal">;
  readonly limits: RateLimits | undefined;
  /** Throws if the caller may not make a request. */
  readonly check: ((request: Message) => void) | undefined;
  /** Checked again before each answer. */
  readonly credentials: Credentials;
  /** Returns an error in the form that the transport reports. */
  readonly failureOf: (error: unknown) => Failure;
  /** Called once, with the error if there was one. */
  readonly onEnd: (error: unknown) => void;
  /** Aborts an answer that the caller does not read. */
  readonly cut: () => void;
}

type Source = AsyncGenerator<object>;

/** A stream whose caller is admitted, as its transport uses it. */
export interface OpenStream {
  readonly limits: RateLimits | undefined;
  /** Time in which the caller must act, unless the stream may be idle. */
  readonly idleMs: number;
  /** Runs the operation on the one request, or on all of them. May be called once. @throws Fault for one that is invalid */
  answers(requests: Message | AsyncIterable<Message>): AsyncIterable<object>;
  /** @throws TransportRefusal if the error is one */
  failure(error: unknown): Failure;
  /** Ends the stream, with an error or because its caller is gone or has all answers. */
  end(error?: unknown): void;
}

/**
 * An open stream whose operation runs here. It requests an answer from the operation when the transport has sent the previous
 * one, so a caller that does not read delays only its own stream.
 */
export class RunningStream implements OpenStream {
  readonly #deps: OpenStreamDeps;
  readonly #controller = new AbortController();
  /** Ends the stream when it is idle for too long. Even a stream that may be idle must send its request in time. */
  readonly #idle: NodeJS.Timeout;
  #source: Source | undefined;
  /** Rejects the answer that the transport waits for; undefined while it sends one. */
  #rejectAnswer: ((error: unknown) => void) | undefined;
  #requests = 0;
  #isOver = false;
  #error: unknown;

  constructor(deps: OpenStreamDeps) {
    this.#deps = deps;
    this.#idle = setTimeout(() => this.#endIdle(), this.idleMs).unref();
  }

  get limits(): RateLimits | undefined {
    return this.#deps.limits;
  }

  get idleMs(): number {
    return this.#deps.route.bounds.idleMs ?? limits.requestTimeoutMs;
  }

  answers(requests: Message | AsyncIterable<Message>): AsyncIterable<object> {
    const source = this.#run(requests);
    this.#source = source;
    if (this.#deps.route.bounds.idleMs === undefined) clearTimeout(this.#idle);
    const answers: AsyncIterableIterator<object> = {
      next: () => this.#next(source),
      return: () => {
        this.end();
        return Promise.resolve({ done: true, value: undefined });
      },
      [Symbol.asyncIterator]: () => answers,
    };
    return answers;
  }

  failure(error: unknown): Failure {
    if (error instanceof TransportRefusal) throw error;
    return this.#deps.failureOf(error);
  }

  end(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error ?? new TransportRefusal("the stream has ended");
    clearTimeout(this.#idle);
    this.#controller.abort();
    this.#rejectAnswer?.(this.#error);
    // The operation releases its resources; its errors no longer matter.
    this.#source?.return(undefined).catch(() => {});
    this.#deps.onEnd(error);
  }

  #run(requests: Message | AsyncIterable<Message>): Source {
    const { operation } = this.#deps.route;
    const context = { ...this.#deps.context, signal: this.#controller.signal };
    if (Symbol.asyncIterator in requests) return operation(this.#received(requests), context);
    this.#receive(requests);
    return operation(requests, context);
  }

  async *#received(requests: AsyncIterable<Message>): AsyncGenerator<Message> {
    for await (const request of requests) {
      this.#receive(request);
      yield request;
    }
  }

  #receive(request: Message): void {
    const { check, route } = this.#deps;
    const { requestsMax } = route.bounds;
    this.#requests++;
    this.#touch();
    if (this.#requests > requestsMax) {
      throw new Fault("RATE_LIMIT_EXCEEDED", `A stream takes ${requestsMax} requests at most; open another one.`);
    }
    const validate = route.read(request);
    check?.(request);
    this.#deps.credentials.request = request;
    validate();
  }

  #next(source: Source): Promise<IteratorResult<object>> {
    if (this.#isOver) return Promise.reject(this.#error);
    this.#touch();
    return new Promise((resolve, reject) => {
      this.#rejectAnswer = reject;
      this.#verified(source.next()).then(
        (result) => {
          this.#rejectAnswer = undefined;
          this.#touch();
          if (result.done === true) this.end();
          resolve(result);
        },
        (error: unknown) => {
          this.#rejectAnswer = undefined;
          this.end(error);
          reject(error);
        },
      );
    });
  }

  /** Passes an answer on if its caller is still authorised. */
  async #verified(answer: Promise<IteratorResult<object>>): Promise<IteratorResult<object>> {
    const result = await answer;
    const refusal = await this.#deps.credentials.refusal();
    if (refusal !== undefined) throw refusal;
    return result;
  }

  #touch(): void {
    if (!this.#isOver && this.#deps.route.bounds.idleMs !== undefined) this.#idle.refresh();
  }

  #endIdle(): void {
    const isDeliverable = this.#rejectAnswer !== undefined;
    const silent = isDeliverable || this.#source === undefined ? "No request came" : "No answer was read";
    this.end(new Fault("RATE_LIMIT_EXCEEDED", `${silent} for ${this.idleMs / 1000} s; open another stream.`));
    // A transport that waits for its caller would never send the error.
    if (!isDeliverable) this.#deps.cut();
  }
}
