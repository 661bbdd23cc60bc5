import type { Interceptor, Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { withDeadlines } from "./call-terms.ts";
import { requireEncrypted } from "./endpoint.ts";
import { type IntroductionOptions, introducedFetch } from "./introduction/introduced-fetch.ts";
import { ServiceVersion, type WarningListener } from "./introduction/service-version.ts";
import { type RepetitionOptions, repeatLostCalls } from "./repetition.ts";
import { timeoutOf } from "./timeouts.ts";
import { withTrace } from "./trace-context.ts";

export interface HttpOptions extends RepetitionOptions, IntroductionOptions {
  /** Such as `https://platonic.example`. */
  readonly baseUrl: string;
  /** An API key or session token, or a function that returns the current one; absent: anonymous calls. */
  readonly credentials?: string | (() => string | undefined | Promise<string | undefined>);
  /** Timeout of every call in ms, all its attempts included; default: the deadline that the contract declares for its method. */
  readonly timeoutMs?: number;
  /** Sends credentials without TLS, for networks that encrypt by other means; default: false. */
  readonly allowPlainHttp?: boolean;
  /** Called once if the version of the service does not fit this client; default: `console.warn`. */
  readonly onWarning?: WarningListener | undefined;
  /** Shared version of the service; default: a separate one, with `onWarning`. */
  readonly version?: ServiceVersion | undefined;
}

/**
 * Creates a transport for the Connect protocol over HTTP, in Node and in browsers. Calls have the deadlines of the
 * contract, and are repeated after the failures that it declares; those that accept an idempotency key send one.
 *
 * @throws RangeError for credentials with a URL that is neither https nor of this machine, unless `allowPlainHttp` is set; for
 *   a timeout of zero or less; for a `userAgent` that is not printable ASCII
 */
export function httpTransport({ baseUrl, credentials, timeoutMs, ...options }: HttpOptions): Transport {
  const { allowPlainHttp, budget, onAttempt, onWarning, version = new ServiceVersion(baseUrl, onWarning) } = options;
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
    fetch: introducedFetch(options, version),
  });
  return onCallersTerms(timeoutMs === undefined ? withDeadlines(transport) : transport, options.fetch);
}

/**
 * Returns a transport on which a timeout of a caller is one that timers can keep, where 0 is none as everywhere in Connect, and whose calls
 * carry the trace of the moment at which they are made.
 */
function onCallersTerms(transport: Transport, fetch: HttpOptions["fetch"]): Transport {
  const kept = (ms: number | undefined) => {
    return ms === undefined || ms === 0 ? ms : timeoutOf("timeoutMs", ms);
  };
  return {
    unary: async (method, signal, timeoutMs, header, ...rest) =>
      transport.unary(method, signal, kept(timeoutMs), withTrace(header, fetch), ...rest),
    stream: async (method, signal, timeoutMs, header, ...rest) =>
      transport.stream(method, signal, kept(timeoutMs), withTrace(header, fetch), ...rest),
  };
}
