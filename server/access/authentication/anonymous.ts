import { networkOf } from "../../core/network.ts";
import type { AnonymousCaller } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";

/**
 * Whoever calls without credentials is counted by network: an IPv4 address, or the first 64 bits of an IPv6 address,
 * of which one subscriber has all.
 */
export function createAnonymousCaller(plan: Plan): AnonymousCaller {
  return (address) => ({ id: `address:${networkOf(address)}`, plan, permissions: [] });
}
