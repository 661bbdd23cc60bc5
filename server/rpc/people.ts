import { networkOf } from "../core/network.ts";
import type { Context } from "./operations.ts";

/** Whether a person makes the call: an identity, or a caller without credentials. Applications act for many people. */
export function isEndUser({ principal: { identityId, permissions } }: Context): boolean {
  return identityId !== undefined || permissions.length === 0;
}

/** Network of the person who makes the call; undefined for an application, and on the host socket. */
export function networkOfPerson(context: Context): string | undefined {
  const { address } = context;
  return isEndUser(context) && address !== undefined && address !== "" ? networkOf(address) : undefined;
}
