import { type DescMethodStreaming, type Message, toBinary } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import { withOwnBuffer } from "../../core/own-buffer.ts";
import { type Failure, type RateLimits, TransportRefusal } from "../../rpc/call.ts";
import { compileBinaryReader } from "../../rpc/codec/protobuf/binary-reader.ts";
import { type StreamBounds, unexpectedReason } from "../../rpc/handler.ts";
import { nameOf, unexpectedFault } from "../../rpc/pipeline.ts";
import type { OpenStream } from "../../rpc/streams/open-stream.ts";
import type { StreamCall, Streams } from "../../rpc/streams/streams.ts";
import { type ErrorForm, type FailureForm, type FaultForm, failureOf, formOfError, formOfFault } from "./error-form.ts";
import type { Link } from "./link.ts";
import type { OpenedForm } from "./messages.ts";

/** Creates streams that the main thread runs; the thread sends requests and answers on. */
export function forwardStreams(
  link: Link,
  methods: readonly { readonly method: DescMethodStreaming; readonly bounds: StreamBounds }[],
): Streams {
  const running = new Map<number, ForwardedStream>();
  let lastNumber = 0;
  link.answer("stream.request", (number) => running.get(number)?.nextRequest() ?? "end");
  link.answer("stream.leave", (number) => running.get(number)?.leave());
  link.hear("stream.release", (number) => running.get(number)?.release());
  link.hear("stream.cut", (number) => running.get(number)?.cut());
  return {
    get count() {
      return running.size;
    },
    methods,
    async open(call) {
      const number = ++lastNumber;
      const stream = new ForwardedStream(number, call, link, () => running.delete(number));
      running.set(number, stream);
      const { authorization, address, userAgent, requestId, protocol, traceparent, tracestate } = call;
      // The route of its codec has descriptors, which cannot be sent.
      const route = call.route && { verb: call.route.verb, path: call.route.path };
      const told = { authorization, address, userAgent, requestId, protocol, traceparent, tracestate, route };
      const opened = await link.ask("stream.open", { ...told, number, method: nameOf(call.method) });
      if (!("fault" in opened)) return stream.admitted(opened);
      stream.close();
      return failureOf(opened);
    },
    // The main thread ends its streams itself.
    close: () => {},
  };
}

/** The failure of a stream, as the main thread reports it. */
class StreamFailed extends Error {
  readonly failure: Failure;

  constructor(form: FailureForm) {
    super(form.fault.message);
    this.failure = failureOf(form);
  }
}

/** A stream that the main thread runs. */
class ForwardedStream implements OpenStream {
  limits: RateLimits | undefined;
  idleMs = 0;
  readonly #number: number;
  readonly #call: StreamCall;
  readonly #link: Link;
  readonly #onClose: () => void;
  #requests: AsyncIterator<Message> | undefined;
  #return: (() => void) | undefined;
  /** Refusal of its transport, which gets it back as it was. */
  #refusal: unknown;
  /** Rejects the answer that the transport waits for; undefined while it sends one. */
  #rejectAnswer: ((error: unknown) => void) | undefined;
  #isOver = false;

  constructor(number: number, call: StreamCall, link: Link, onClose: () => void) {
    this.#number = number;
    this.#call = call;
    this.#link = link;
    this.#onClose = onClose;
  }

  admitted({ limits, idleMs }: OpenedForm): this {
    this.limits = limits;
    this.idleMs = idleMs;
    return this;
  }

  answers(requests: Message | AsyncIterable<Message>): AsyncIterable<object> {
    const areMany = Symbol.asyncIterator in requests;
    if (areMany) this.#requests = requests[Symbol.asyncIterator]();
    const request = areMany ? undefined : this.#bytesOf(requests);
    this.#link.tell("stream.answers", { number: this.#number, request });
    const read = compileBinaryReader(this.#call.method.output);
    const answers: AsyncIterableIterator<object> = {
      next: () => this.#next(read),
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
    if (error instanceof StreamFailed) return error.failure;
    const isTold = error instanceof Fault && error.reason !== "INTERNAL";
    const fault = isTold ? error : unexpectedFault(unexpectedReason(this.#call.method.parent));
    const { retryAfterSeconds } = fault.facts;
    return {
      fault,
      ...(this.limits !== undefined && { limits: this.limits }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }

  end(error?: unknown): void {
    if (this.#isOver) return;
    this.#refusal = error ?? new TransportRefusal("the stream has ended");
    this.#link.tell("stream.end", {
      number: this.#number,
      error: error === undefined ? undefined : formOfError(error),
    });
    this.#rejectAnswer?.(this.#refusal);
    this.close();
  }

  /** Releases what the stream has taken in this thread. */
  close(): void {
    this.#isOver = true;
    this.#return?.();
    this.#return = undefined;
    this.#onClose();
  }

  async nextRequest(): Promise<Uint8Array | "end" | ErrorForm> {
    try {
      const result = await this.#requests?.next();
      return result === undefined || result.done === true ? "end" : this.#bytesOf(result.value);
    } catch (error) {
      this.#refusal = error;
      return formOfError(error);
    }
  }

  /** Tells the transport that no more requests are read. */
  release(): void {
    this.#requests?.return?.().catch(() => {});
  }

  cut(): void {
    this.#call.cut();
  }

  async leave(): Promise<FaultForm | undefined> {
    try {
      const returned = await this.#call.leave?.();
      if (this.#isOver) returned?.();
      else this.#return = returned;
      return undefined;
    } catch (error) {
      if (error instanceof Fault) return formOfFault(error);
      throw error;
    }
  }

  #bytesOf(request: Message): Uint8Array {
    return withOwnBuffer(toBinary(this.#call.method.input, request));
  }

  #next(read: (bytes: Uint8Array) => Message): Promise<IteratorResult<object>> {
    if (this.#isOver) return Promise.reject(this.#refusal);
    return new Promise((resolve, reject) => {
      this.#rejectAnswer = reject;
      const over = (error: unknown) => {
        if (this.#isOver) return;
        this.#refusal = error;
        this.close();
      };
      const fail = (error: unknown) => {
        over(error);
        reject(error);
      };
      this.#link.ask("stream.next", this.#number).then((item) => {
        this.#rejectAnswer = undefined;
        if (item instanceof Uint8Array) {
          resolve({ done: false, value: read(item) });
        } else if (item === "end") {
          over(new TransportRefusal("the stream has ended"));
          resolve({ done: true, value: undefined });
        } else if (item === "refused") {
          fail(this.#refusal ?? new TransportRefusal("the stream has ended"));
        } else {
          fail(new StreamFailed(item));
        }
      }, fail);
    });
  }
}
