import type { Transport } from "@connectrpc/connect";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { drawnClientId } from "../typescript/src/identity/token-minter.ts";
import { Client, PlatonicError, Session, TokenMinter } from "../typescript/src/index.ts";
import { Profile } from "./profile.ts";
import { endpointOf } from "./service.ts";

const clientName = "command-line";

/** Client name of the sessions of this command: others may run at the same time. */
export const clientId = drawnClientId(clientName);

/** Whether sessions of this client name are those of commands. */
export function isOfCommands(name: string): boolean {
  return name === clientName || /^command-line-[0-9a-f]{2}$/.test(name);
}

/** Longest wait of a command for the end of its session, in ms. */
const endTimeoutMs = 2_000;

/** An identity whose session is opened by its first call. */
export interface IdentitySession {
  readonly transport: Transport;
  readonly identityId: string;
  /** Returns the token of the session. */
  readonly token: () => Promise<string>;
  /** Ends the session on the service, if it was opened. */
  readonly end: () => Promise<void>;
}

/** @param scope permissions and level of the session, separated by single spaces. @throws UsageError */
export function sessionOf(env: NodeJS.ProcessEnv, name: string | undefined, scope?: string): IdentitySession {
  const credentials = new Profile(env, name).credentials();
  const minter = new TokenMinter({ credentials, clientId, ...(scope !== undefined && { scope }) });
  const session = new Session(endpointOf(env), minter);
  return {
    transport: session.transport,
    identityId: credentials.identityId,
    token: () => session.token(),
    end: () => endSession(session.endpoint, session.tokenNow),
  };
}

/** Ends the session of a token, if there is one. */
export async function endSession(endpoint: string, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  try {
    await new Client({ endpoint, credentials: token })
      .of(AuthenticationService)
      .logout({}, { timeoutMs: endTimeoutMs });
  } catch (error) {
    // The command has done its work, and reports that. An idle session ends by itself.
    if (!(error instanceof PlatonicError)) throw error;
  }
}
