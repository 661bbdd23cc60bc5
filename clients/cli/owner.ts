import type { Transport } from "@connectrpc/connect";
import type { Service } from "./service.ts";
import type { IdentitySession } from "./session.ts";

/** Option with which commands act for the identity of a profile. */
export const ownerOption = {
  value: "NAME",
  help: "the identity of this profile, in place of PLATONIC_API_KEY",
} as const;

/** The caller of a command, with its access to the service. */
export interface Owner {
  readonly transport: Transport;
  /** The identity that the command is about; empty for an administrator, whose commands are about all. */
  readonly identityId: string;
}

/** Returns the identity of a profile; without one, the owner of the API key. @throws UsageError */
export function ownerOf(
  {
    service,
    session,
  }: { readonly service: () => Service; readonly session: (profile: string | undefined) => IdentitySession },
  profile: string | undefined,
): Owner {
  return profile === undefined ? { transport: service().transport, identityId: "" } : session(profile);
}
