import { withTrace } from "../trace-context.ts";
import type { ServiceVersion } from "./service-version.ts";
import { userAgentOf } from "./user-agent.ts";

export interface IntroductionOptions {
  /** Default: that of the platform. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Product of the caller, such as `shop/2.1`, put before that of this package in the header `User-Agent`. Not in browsers. */
  readonly userAgent?: string | undefined;
}

/**
 * Returns a `fetch` whose requests name this client and carry the trace of the caller, and which learns the version of the service from its answers.
 *
 * @throws RangeError for a `userAgent` that is not printable ASCII
 */
export function introducedFetch(
  { fetch = globalThis.fetch, userAgent: product }: IntroductionOptions,
  version: ServiceVersion,
): typeof globalThis.fetch {
  const userAgent = userAgentOf(product);
  return async (input, init) => {
    const headers = withTrace(init?.headers, fetch);
    if (userAgent !== undefined && !headers.has("User-Agent")) headers.set("User-Agent", userAgent);
    const answer = await fetch(input, { ...init, headers });
    version.learn(answer.headers);
    return answer;
  };
}
