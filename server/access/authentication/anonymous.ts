import { networkOf } from "../../core/network.ts";
import type { AnonymousCaller } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";

/**
 * Creates the principals of anonymous callers. They are limited by network: an IPv4 address, or the first 64 bits of an
 * IPv6 address, since one subscriber usually has the whole of such a prefix.
 */
export function createAnonymousCaller(plan: Plan): AnonymousCaller {
  return (address) => ({ id: `address:${networkOf(address)}`, plan, permissions: [] });
}
