import type { limits as ofService } from "../../../server/core/limits.ts";

type Limits = { readonly limits: typeof ofService };

/**
 * Returns the limits of the service with idle times longer than any test, so that nothing but what a test does closes a
 * connection. For `vi.mock`.
 */
export async function lastingConnections(original: () => Promise<Limits>) {
  const { limits } = await original();
  const long = 3_600_000;
  const times = { prefaceTimeoutMs: long, headersTimeoutMs: long, requestTimeoutMs: long, inactivityTimeoutMs: long };
  return { limits: { ...limits, ...times, keepAliveTimeoutMs: long, sessionIdleTimeoutMs: long } };
}
