import { type DescMethod, getOption, hasOption } from "@bufbuild/protobuf";
import { createContextKey, type Transport } from "@connectrpc/connect";
import { idempotency_key as keyOption } from "#contract/access/v1/access_pb.js";
import { terms as termsOption } from "#contract/call/v1/call_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import type { PlatonicError } from "./platonic-error.ts";

/** Header of the idempotency key. */
export const keyHeader = "Idempotency-Key";

/** Number of the attempt, for calls sent once because their caller repeats them itself; otherwise 0. */
export const ownAttempt = createContextKey(0);

/** Whether a method takes an idempotency key. */
export function takesKey(method: DescMethod): boolean {
  return getOption(method, keyOption);
}

/** Returns the deadline in ms that the contract declares for a method; undefined if it declares none. */
export function deadlineOf(method: DescMethod): number | undefined {
  const { deadlineMs } = termsOf(method) ?? {};
  return deadlineMs === 0 ? undefined : deadlineMs;
}

/** Whether a call may be repeated when its answer is lost. */
export function isRepeatable(method: DescMethod): boolean {
  return termsOf(method)?.retryAfter.includes(Reason.UNAVAILABLE) ?? false;
}

/** Whether the service says that the first execution of a call with this idempotency key is still under way. */
export function isUnderWay(method: DescMethod, { reason, parameter }: PlatonicError): boolean {
  return reason === "STATE_INVALID" && parameter === keyHeader && takesKey(method);
}

/** Whether the contract allows a client to repeat a call of this method after a failure. */
export function isRepeatedAfter(method: DescMethod, { reason }: PlatonicError): boolean {
  // A lost answer counts as UNAVAILABLE.
  if (reason === "UNREACHABLE") return isRepeatable(method);
  return termsOf(method)?.retryAfter.some((after) => Reason[after] === reason) ?? false;
}

/** Returns the page fields of a paged method; undefined for other methods. */
export function pageOf(method: DescMethod) {
  return termsOf(method)?.page;
}

/** Returns a transport on which calls without a timeout get the deadline of their method. */
export function withDeadlines(transport: Transport): Transport {
  const deadline = remembered(deadlineOf);
  return {
    unary: (method, signal, timeoutMs, ...rest) =>
      transport.unary(method, signal, timeoutMs ?? deadline(method), ...rest),
    stream: (...call) => transport.stream(...call),
  };
}

/** Caches a reader by method: reading an option decodes it, which is slow compared with a call. */
export function remembered<Value>(read: (method: DescMethod) => Value): (method: DescMethod) => Value {
  const known = new Map<DescMethod, Value>();
  return (method) => {
    if (!known.has(method)) known.set(method, read(method));
    return known.get(method) as Value;
  };
}

function termsOf(method: DescMethod) {
  return hasOption(method, termsOption) ? getOption(method, termsOption) : undefined;
}
