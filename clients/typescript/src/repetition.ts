import type { Interceptor } from "@connectrpc/connect";
import { type AttemptListener, observed } from "./attempt.ts";
import { repetitionMs } from "./back-off.ts";
import { base64url } from "./bytes.ts";
import {
  deadlineOf,
  isRepeatable,
  isRepeatedAfter,
  isUnderWay,
  keyHeader,
  ownAttempt,
  remembered,
  takesKey,
} from "./call-terms.ts";
import { failedAgain, PlatonicError } from "./platonic-error.ts";
import { RetryBudget } from "./retry-budget.ts";
import { timeoutMsMax } from "./timeouts.ts";

/** Most attempts of a call, besides those that are answered while its first execution is under way. */
export const attemptsMax = 4;
/**
 * Returns the time of an attempt in ms: a third of the whole, since its connection may have fallen silent, but at least 5 s, which
 * slow networks need.
 */
export function attemptMs(wholeMs: number): number {
  return Math.min(wholeMs, Math.max(5_000, Math.ceil(wholeMs / 3)));
}

export interface RepetitionOptions {
  /** Shared repetition budget; default: a separate one. */
  readonly budget?: RetryBudget | undefined;
  /** Called after each attempt. */
  readonly onAttempt?: AttemptListener | undefined;
}

/**
 * Returns an interceptor that repeats calls after the failures that the contract declares, within the budget, and sends
 * an idempotency key with each call that accepts one, unless the caller gives one. The service executes a call once: while it
 * says that the first execution is under way, the call is repeated until its deadline. A timeout covers all attempts; a failure
 * that requests a longer wait is passed to the caller.
 */
export function repeatLostCalls({ budget = new RetryBudget(), onAttempt }: RepetitionOptions = {}): Interceptor {
  const [hasKey, deadline, isRepeated] = [remembered(takesKey), remembered(deadlineOf), remembered(isRepeatable)];
  return (next) => async (request) => {
    const { method, header, contextValues, signal } = request;
    const own = contextValues.get(ownAttempt);
    if (hasKey(method) && !header.has(keyHeader)) {
      header.set(keyHeader, base64url(crypto.getRandomValues(new Uint8Array(16))));
    }
    if (request.stream) return observed(onAttempt, method, 1, () => next(request));
    const endMs = performance.now() + Number(header.get("Connect-Timeout-Ms") ?? deadline(method) ?? Infinity);
    let failures = 0;
    let isLost = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const isBounded = attempt === 1 && own === 0 && isRepeated(method) && !budget.isEmpty;
        const ms = isBounded ? boundMs(endMs - performance.now()) : Infinity;
        const answer = await observed(onAttempt, method, own || attempt, () => within(ms, request, next));
        budget.succeeded();
        return answer;
      } catch (thrown) {
        const error = PlatonicError.from(thrown);
        const told = isLost ? failedAgain(thrown) : thrown;
        isLost ||= error.reason === "UNREACHABLE";
        const isWorking = isUnderWay(method, error);
        const delayMs = waitMs(error, isWorking && error.retryAfterSeconds === undefined ? attempt - 1 : failures);
        if (own > 0 || signal.aborted || performance.now() + delayMs >= endMs) throw told;
        if (!isWorking) {
          failures += 1;
          if (failures >= attemptsMax || !isRepeatedAfter(method, error) || !budget.take()) throw told;
        }
        await passed(delayMs, signal);
      }
    }
  };
}

/** Time after which an attempt is given up before the whole time is over. */
function boundMs(wholeMs: number): number {
  const ms = attemptMs(wholeMs);
  return ms < wholeMs ? ms : Infinity;
}

type Next = Parameters<Interceptor>[0];

/** Makes an attempt, which is given up after a time. */
async function within(ms: number, request: Parameters<Next>[0], next: Next): ReturnType<Next> {
  if (ms > timeoutMsMax) return next(request);
  const attempt = new AbortController();
  const give = () => attempt.abort();
  const timer = setTimeout(give, ms);
  request.signal.addEventListener("abort", give);
  if (request.signal.aborted) give();
  try {
    return await next({ ...request, signal: attempt.signal });
  } catch (thrown) {
    if (!attempt.signal.aborted || request.signal.aborted) throw thrown;
    throw new PlatonicError("UNREACHABLE", `there was no answer within ${Math.round(ms)} ms`, {}, { cause: thrown });
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", give);
  }
}

/** Returns the wait before a repetition in ms: never less than the service requests. */
export function waitMs({ retryAfterSeconds = 0 }: PlatonicError, failures: number): number {
  return Math.max(retryAfterSeconds * 1000, repetitionMs(failures, Math.random()));
}

/** Resolves after a time, or as soon as the call is aborted. */
export function passed(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
