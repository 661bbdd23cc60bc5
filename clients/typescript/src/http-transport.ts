import type { Interceptor, Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";

export interface HttpOptions {
  /** Such as `https://platonic.example`. */
  readonly baseUrl: string;
  /** An API key or the token of a session; a function where it changes. Absent: none. */
  readonly credentials?: string | (() => string | undefined | Promise<string | undefined>);
  /** Milliseconds that a call may take. */
  readonly timeoutMs?: number;
  /** The platform's own unless given. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Connect's protocol over HTTP, in Node and in browsers alike. */
export function httpTransport({ baseUrl, credentials, timeoutMs, fetch }: HttpOptions): Transport {
  const authorize: Interceptor = (next) => async (request) => {
    const given = typeof credentials === "function" ? await credentials() : credentials;
    if (given !== undefined) request.header.set("Authorization", `Bearer ${given}`);
    return next(request);
  };
  return createConnectTransport({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    useBinaryFormat: true,
    interceptors: [authorize],
    ...(timeoutMs !== undefined && { defaultTimeoutMs: timeoutMs }),
    ...(fetch !== undefined && { fetch }),
  });
}
