import type { Transport } from "@connectrpc/connect";
import { Session, TokenMinter } from "../typescript/src/index.ts";
import { Profile } from "./profile.ts";
import { endpointOf } from "./service.ts";

/** Name under which sessions of commands are listed. */
export const clientId = "command-line";

/** An identity whose session is opened by its first call. */
export interface IdentitySession {
  readonly transport: Transport;
  readonly identityId: string;
  /** Returns the token of the session. */
  readonly token: () => Promise<string>;
}

/** @param scope what the session may do: permissions and a level, separated by single spaces. @throws UsageError */
export function sessionOf(env: NodeJS.ProcessEnv, name: string | undefined, scope?: string): IdentitySession {
  const credentials = new Profile(env, name).credentials();
  const minter = new TokenMinter({ credentials, clientId, ...(scope !== undefined && { scope }) });
  const session = new Session(endpointOf(env), minter);
  return { transport: session.transport, identityId: credentials.identityId, token: () => session.token() };
}
