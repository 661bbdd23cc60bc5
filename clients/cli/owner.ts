import type { Transport } from "@connectrpc/connect";
import { WalletClient } from "../typescript/src/index.ts";
import { FileStorage } from "../typescript/src/node.ts";
import { Profile } from "./profile.ts";
import { endpointOf, type Service } from "./service.ts";

/** Option by which commands act for the identity of a profile. */
export const ownerOption = {
  value: "NAME",
  help: "the identity of this profile, in place of PLATONIC_API_KEY",
} as const;

/** How a command calls the service. */
export interface Owner {
  readonly transport: Transport;
  /** The identity that the command is about; empty for those of an administrator, which are about all. */
  readonly identityId: string;
}

/** Acts as the identity of a profile, or without one by the API key of an administrator. */
export async function asOwner<Result>(
  { env, service }: { readonly env: NodeJS.ProcessEnv; readonly service: () => Service },
  profileName: string | undefined,
  act: (owner: Owner) => Promise<Result>,
): Promise<Result> {
  if (profileName === undefined) return act({ transport: service().transport, identityId: "" });
  const profile = new Profile(env, profileName);
  const credentials = profile.credentials();
  // Its storage has the counters of tokens, of which none may be used twice.
  const storage = new FileStorage(profile.journal);
  const wallet = new WalletClient({ endpoint: endpointOf(env), credentials, storage });
  try {
    return await act({ transport: wallet.transport, identityId: wallet.identityId });
  } finally {
    wallet.close();
  }
}
