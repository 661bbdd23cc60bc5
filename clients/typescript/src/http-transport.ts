import type { Interceptor, Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { withDeadlines } from "./call-terms.ts";
import { requireEncrypted } from "./endpoint.ts";
import { type RepetitionOptions, repeatLostCalls } from "./repetition.ts";
import { timeoutOf } from "./timeouts.ts";

export interface HttpOptions extends RepetitionOptions {
  /** Such as `https://platonic.example`. */
  readonly baseUrl: string;
  /** An API key or session token, or a function that returns the current one; absent: anonymous calls. */
  readonly credentials?: string | (() => string | undefined | Promise<string | undefined>);
  /** Timeout of every call in ms, all its attempts included; default: the deadline that the contract declares for its method. */
  readonly timeoutMs?: number;
  /** Sends credentials without TLS, for networks that encrypt by other means; default: false. */
  readonly allowPlainHttp?: boolean;
  /** Default: that of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Creates a transport for the Connect protocol over HTTP, in Node and in browsers. Calls have the deadlines of the
 * contract, and are repeated after the failures that it declares; those that accept an idempotency key send one.
 *
 * @throws RangeError for credentials with a URL that is neither https nor of this machine, unless `allowPlainHttp` is set, and
 * for a timeout of zero or less
 */
export function httpTransport({ baseUrl, credentials, timeoutMs, fetch, ...options }: HttpOptions): Transport {
  const { allowPlainHttp, budget, onAttempt } = options;
  if (credentials !== undefined && allowPlainHttp !== true) requireEncrypted(baseUrl);
  const authorize: Interceptor = (next) => async (request) => {
    const given = typeof credentials === "function" ? await credentials() : credentials;
    if (given !== undefined) request.header.set("Authorization", `Bearer ${given}`);
    return next(request);
  };
  const transport = createConnectTransport({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    useBinaryFormat: true,
    interceptors: [authorize, repeatLostCalls({ budget, onAttempt })],
    ...(timeoutMs !== undefined && { defaultTimeoutMs: timeoutOf("timeoutMs", timeoutMs) }),
    ...(fetch !== undefined && { fetch }),
  });
  return withinTimers(timeoutMs === undefined ? withDeadlines(transport) : transport);
}

/** Returns a transport on which a timeout of a caller is one that timers can keep; 0 is none, as everywhere in Connect. */
function withinTimers(transport: Transport): Transport {
  const kept = (ms: number | undefined) => {
    return ms === undefined || ms === 0 ? ms : timeoutOf("timeoutMs", ms);
  };
  return {
    unary: async (method, signal, timeoutMs, ...rest) => transport.unary(method, signal, kept(timeoutMs), ...rest),
    stream: async (method, signal, timeoutMs, ...rest) => transport.stream(method, signal, kept(timeoutMs), ...rest),
  };
}
