import type { Call } from "../call.ts";
import type { Credentials } from "./credentials.ts";

/**
 * Idle work that may take long. It should end when its signal aborts; when the service stops, it should return at once what
 * it has, as when its time is over.
 */
export type Waiting<Value> = (signal: AbortSignal, stopping: AbortSignal) => Promise<Value>;

/** The signal of a service that never stops. */
export const neverStopping: AbortSignal = new AbortController().signal;

/** Waits of one call. */
export class CallWait {
  readonly #call: Pick<Call, "signal" | "leave">;
  readonly #credentials: Credentials;
  readonly #leavePlace: () => () => void;
  readonly #stopping: AbortSignal;

  /**
   * @param leavePlace releases the call's slot of its caller's plan; returns a function that takes it again
   * @param stopping aborts when the service stops
   */
  constructor(
    call: Pick<Call, "signal" | "leave">,
    credentials: Credentials,
    leavePlace: () => () => void,
    stopping = neverStopping,
  ) {
    this.#call = call;
    this.#credentials = credentials;
    this.#leavePlace = leavePlace;
    this.#stopping = stopping;
  }

  /**
   * Waits. Meanwhile the call occupies no slot of its caller's plan or of its transport, and the caller is refused as
   * soon as its credentials are no longer valid.
   *
   * @throws Fault of a refused caller; RATE_LIMIT_EXCEEDED if too many of its calls wait
   */
  async for<Value>(work: Waiting<Value>): Promise<Value> {
    const returnPlace = this.#leavePlace();
    try {
      const returnToTransport = await this.#call.leave?.();
      try {
        return await this.#watched(work);
      } finally {
        returnToTransport?.();
      }
    } finally {
      returnPlace();
    }
  }

  async #watched<Value>(work: Waiting<Value>): Promise<Value> {
    const ending = new AbortController();
    const { signal } = this.#call;
    let stop = () => {};
    const refused = new Promise<never>((_, reject) => {
      stop = this.#credentials.watch((refusal) => {
        // Rejects first, since the work may fail when it is aborted.
        reject(refusal);
        ending.abort();
      });
    });
    try {
      const both = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
      const value = await Promise.race([work(both, this.#stopping), refused]);
      await this.#credentials.verify();
      return value;
    } finally {
      stop();
    }
  }
}
