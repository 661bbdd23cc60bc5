import { X509Certificate } from "node:crypto";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { getCACertificates } from "node:tls";
import { proxiesOf } from "./proxies.ts";

export interface NodeFetchOptions {
  /**
   * URL of a proxy for every request, such as `http://user:password@proxy.example:3128`; default: the variables HTTPS_PROXY,
   * HTTP_PROXY and NO_PROXY, in upper or lower case.
   */
  readonly proxy?: string;
  /** Certificates in PEM of authorities that are trusted besides those of Node. */
  readonly ca?: string | readonly string[];
}

/**
 * Returns a `fetch` for clients, sessions and wallets that goes through a proxy and trusts the authorities that are given. It
 * follows no redirects.
 *
 * @throws RangeError for a proxy that is no URL of `http` or `https`, also in a variable, for certificates that are not PEM, and
 *   for a proxy in a version of Node that has none
 */
export function nodeFetch({ proxy, ca }: NodeFetchOptions = {}): typeof globalThis.fetch {
  const proxyEnv = proxiesOf(proxy, process.env);
  const options = { keepAlive: true, ...(proxyEnv && { proxyEnv }) };
  const plain = new HttpAgent(options);
  const encrypted = new HttpsAgent({ ...options, ...(ca !== undefined && { ca: authorities([ca].flat()) }) });
  return async (input, init) => {
    const request = new Request(input, init);
    const body = new Uint8Array(await request.arrayBuffer());
    const { signal, method } = request;
    const terms = { method, headers: Object.fromEntries(request.headers), signal };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request.url.startsWith("https:")
      ? httpsRequest(request.url, { ...terms, agent: encrypted }, resolve)
      : httpRequest(request.url, { ...terms, agent: plain }, resolve);
    sent.on("error", (error) => reject(signal.aborted ? signal.reason : error));
    sent.end(body);
    return responseOf(await promise);
  };
}

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const status = message.statusCode as number;
  const hasBody = status !== 204 && status !== 304;
  const body = hasBody ? (Readable.toWeb(message) as ConstructorParameters<typeof Response>[0]) : null;
  return new Response(body, { status, headers });
}

/** @throws RangeError for what is no certificate in PEM */
function authorities(given: readonly string[]): string[] {
  for (const pem of given) {
    try {
      new X509Certificate(pem);
    } catch (cause) {
      const text = `\`ca\` has certificates in PEM, which begin with -----BEGIN CERTIFICATE-----: ${(cause as Error).message}`;
      throw new RangeError(text, { cause });
    }
  }
  return [...getCACertificates("default"), ...given];
}
