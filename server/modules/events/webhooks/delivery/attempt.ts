import type { Dispatcher } from "undici";

/** Bytes of an answer that are read, so that its connection can be reused. */
const answerBytesMax = 64 * 1024;

/**
 * A request and its answer. It ends when the answer has ended or is too long, or at the timeout: the next request to
 * the same host uses its connection.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #result = Promise.withResolvers<number>();
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #bytes = 0;
  #error: Error | undefined;

  constructor(timeoutMs: number) {
    this.#timer = setTimeout(() => {
      this.#end(new Error(`no answer within ${timeoutMs / 1000} s`));
      this.#cutOff();
    }, timeoutMs);
  }

  /** Status of the answer, even if that was truncated; rejects if there is none. */
  get status(): Promise<number> {
    return this.#result.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The connection came after the end.
    if (this.#error !== undefined) this.#cutOff();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    // Statuses below 200 are interim answers.
    if (status >= 200) this.#status = status;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= answerBytesMax) return;
    this.#end(new Error("the answer is too long"));
    this.#cutOff();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  #end(error?: Error): void {
    clearTimeout(this.#timer);
    this.#error ??= error;
    if (this.#status !== 0) this.#result.resolve(this.#status);
    else this.#result.reject(error);
  }

  #cutOff(): void {
    this.#controller?.abort(this.#error as Error);
  }
}
