import type { Transport } from "@connectrpc/connect";
import { Session, TokenMinter } from "../typescript/src/index.ts";
import { Profile } from "./profile.ts";
import { endpointOf } from "./service.ts";

/** Opens a session of a profile's identity on its first call. @throws UsageError */
export function sessionOf(
  env: NodeJS.ProcessEnv,
  name: string | undefined,
): { readonly transport: Transport; readonly identityId: string } {
  const credentials = new Profile(env, name).credentials();
  const minter = new TokenMinter({ credentials, clientId: "command-line" });
  const { transport } = new Session(endpointOf(env), minter);
  return { transport, identityId: credentials.identityId };
}
