import type { ServiceVersion } from "./service-version.ts";
import { userAgentOf } from "./user-agent.ts";

export interface IntroductionOptions {
  /** Default: that of the platform. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Product of the caller, such as `shop/2.1`, put before that of this package in the header `User-Agent`. Not in browsers. */
  readonly userAgent?: string | undefined;
}

/**
 * Returns a `fetch` whose requests name this client, and which learns the version of the service from its answers.
 *
 * @throws RangeError for a `userAgent` that is not printable ASCII
 */
export function introducedFetch(
  { fetch = globalThis.fetch, userAgent: product }: IntroductionOptions,
  version: ServiceVersion,
): typeof globalThis.fetch {
  const userAgent = userAgentOf(product);
  return async (input, init) => {
    const answer = await fetch(input, userAgent === undefined ? init : { ...init, headers: named(init, userAgent) });
    version.learn(answer.headers);
    return answer;
  };
}

function named(init: RequestInit | undefined, userAgent: string): Headers {
  const headers = new Headers(init?.headers);
  if (!headers.has("User-Agent")) headers.set("User-Agent", userAgent);
  return headers;
}
