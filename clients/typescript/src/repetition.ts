import type { Interceptor } from "@connectrpc/connect";
import { backOffMs } from "./back-off.ts";
import { base64url } from "./bytes.ts";
import { deadlineOf, isRepeatedAfter, isSentOnce, keyHeader, takesKey } from "./call-terms.ts";
import { PlatonicError } from "./platonic-error.ts";

const attemptsMax = 4;

/**
 * Repeats calls after the failures for which the contract says so, and sends an idempotency key with each call that takes
 * one, unless the caller gives one. The service executes a call once. A timeout covers all attempts; a failure that asks to
 * wait longer is the caller's.
 */
export const repeatLostCalls: Interceptor = (next) => async (request) => {
  if (request.stream) return next(request);
  const { method, header, contextValues } = request;
  if (takesKey(method) && !header.has(keyHeader)) {
    header.set(keyHeader, base64url(crypto.getRandomValues(new Uint8Array(16))));
  }
  if (contextValues.get(isSentOnce)) return next(request);
  const endMs = performance.now() + Number(header.get("Connect-Timeout-Ms") ?? deadlineOf(method) ?? Infinity);
  for (let failures = 0; ; failures += 1) {
    try {
      return await next(request);
    } catch (thrown) {
      const error = PlatonicError.from(thrown);
      const delayMs = waitMs(error, failures);
      const isLast = failures + 1 >= attemptsMax || performance.now() + delayMs >= endMs;
      if (isLast || !isRepeatedAfter(method, error) || request.signal.aborted) throw thrown;
      await passed(delayMs, request.signal);
    }
  }
};

function waitMs({ retryAfterSeconds }: PlatonicError, failures: number): number {
  return retryAfterSeconds === undefined ? backOffMs(failures, Math.random()) : retryAfterSeconds * 1000;
}

/** Resolves after a time, or as soon as the call is given up. */
export function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
