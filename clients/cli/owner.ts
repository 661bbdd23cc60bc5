import type { Transport } from "@connectrpc/connect";
import type { Service } from "./service.ts";
import type { IdentitySession } from "./session.ts";

/** Option by which commands act for the identity of a profile. */
export const ownerOption = {
  value: "NAME",
  help: "the identity of this profile, in place of PLATONIC_API_KEY",
} as const;

/** How a command calls the service. */
export interface Owner {
  readonly transport: Transport;
  /** The identity that the command is about; empty for an administrator, whose commands are about all. */
  readonly identityId: string;
}

/** Returns the identity of a profile; without one, whoever has the API key. @throws UsageError */
export function ownerOf(
  {
    service,
    session,
  }: { readonly service: () => Service; readonly session: (profile: string | undefined) => IdentitySession },
  profile: string | undefined,
): Owner {
  return profile === undefined ? { transport: service().transport, identityId: "" } : session(profile);
}
