import type { Visitor } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";

/**
 * Whoever calls without credentials is counted by network: an IPv4 address, or the first 64 bits of an IPv6 address,
 * of which one subscriber has all.
 */
export function createVisitor(plan: Plan): Visitor {
  return (address) => ({ id: `address:${networkOf(address)}`, plan, permissions: [] });
}

/** What addresses of one subscriber have in common. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [head = "", tail] = (address.split("%", 1)[0] as string).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : new Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
