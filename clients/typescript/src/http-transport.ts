import type { Interceptor, Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";

export interface HttpOptions {
  /** Such as `https://platonic.example`. */
  readonly baseUrl: string;
  /** An API key or session token, or a function that returns the current one; absent: anonymous calls. */
  readonly credentials?: string | (() => string | undefined | Promise<string | undefined>);
  /** Timeout of a call in ms. */
  readonly timeoutMs?: number;
  /** Default: that of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Transport for the Connect protocol over HTTP, in Node and in browsers. */
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
