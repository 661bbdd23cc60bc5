import type { Principal } from "../../../rpc/principal.ts";

/** Returns the level of the session that sends orders of an identity; undefined if the caller is none of its sessions. */
export function levelOfSession({ session }: Principal, sender: string): number | undefined {
  return session?.identityId === sender ? session.authLevel : undefined;
}
