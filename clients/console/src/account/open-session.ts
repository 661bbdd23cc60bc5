import { Code, ConnectError } from "@connectrpc/connect";
import { Client } from "../../../typescript/src/client.ts";
import type { Credentials } from "../../../typescript/src/identity/mint-token.ts";
import { Session } from "../../../typescript/src/identity/session.ts";
import { TokenMinter, type TokenTerms } from "../../../typescript/src/identity/token-minter.ts";
import { deviceId } from "../browser/device.ts";
import { storedTexts } from "../browser/storage.ts";

/** Longest wait for the service to end a session, in milliseconds. An idle session ends by itself. */
const endingMs = 5_000;
/** All rights of the identity on itself, and the operations that the service grants to sessions. */
const scope = "* geocode:*";

/** The session shared by the tabs of this browser. */
export interface OpenSession {
  readonly session: Session;
  /** Signs for the session while it is open; mints nothing that would open another session without the user. */
  readonly minter: TokenMinter;
}

/**
 * Opens a session of an identity, or continues the one with this token. `onEnded` is called when the service has ended
 * it.
 */
export function sessionOf(credentials: Credentials, onEnded: () => void, token?: string): OpenSession {
  const minter = new GuardedMinter(credentials, () => requireOpen(credentials.identityId, session));
  const session: Session = new Session(location.origin, minter, { onEnded, ...(token !== undefined && { token }) });
  return { session, minter };
}

/** Rejects if the service has ended the session, and then notifies the session. */
export async function requireOpen(identityId: string, session: Session): Promise<void> {
  const { AuthenticationService } = await authentications();
  await new Client(session).of(AuthenticationService).listSessions({ identityId });
}

/**
 * Returns whether the session is still open on the service; true if the service cannot be reached. Does not notify the
 * session.
 */
export async function isOpen(identityId: string, session: Session): Promise<boolean> {
  const token = session.tokenNow;
  if (token === undefined) return false;
  const { AuthenticationService } = await authentications();
  const calls = new Client({ endpoint: location.origin, credentials: token }).of(AuthenticationService);
  return calls.listSessions({ identityId }).then(
    () => true,
    (error: Error) => !isUnauthenticated(error),
  );
}

/**
 * Ends the sessions of this browser on the service, the given one last. Returns whether the service has confirmed that.
 */
export async function endSessions(identityId: string, session: Session): Promise<boolean> {
  const token = session.tokenNow;
  if (token === undefined) return true;
  const { AuthenticationService } = await authentications();
  const calls = new Client({ endpoint: location.origin, credentials: token }).of(AuthenticationService);
  const options = { signal: AbortSignal.timeout(endingMs) };
  try {
    const { sessions } = await calls.listSessions({ identityId }, options);
    const { clientId } = sessions.find(({ isCurrent }) => isCurrent) ?? {};
    // Channels have renewed their sessions with their own tokens.
    for (const one of sessions.filter((other) => !other.isCurrent && other.clientId === clientId)) {
      await calls.revokeSession({ identityId, sessionId: one.id }, options);
    }
    await calls.logout({}, options);
    return true;
  } catch (error) {
    // It had already ended.
    return isUnauthenticated(error as Error);
  }
}

/** Ends one session on the service. If that fails, it ends after 15 idle minutes. */
export async function endSession(session: Session): Promise<void> {
  const token = session.tokenNow;
  if (token === undefined) return;
  const { AuthenticationService } = await authentications();
  const calls = new Client({ endpoint: location.origin, credentials: token }).of(AuthenticationService);
  await calls.logout({}, { signal: AbortSignal.timeout(endingMs) }).catch(() => {});
}

/** Ends a session when its page is left, as far as browsers allow that. */
export function endOnLeaving(session: Session): void {
  const token = session.tokenNow;
  if (token === undefined) return;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  void fetch("/api/authentication/logout", { method: "POST", headers, body: "{}", keepalive: true });
}

function isUnauthenticated({ cause }: Error): boolean {
  return ConnectError.from(cause).code === Code.Unauthenticated;
}

function authentications() {
  return import("#contract/identity/v1/authentication_service_pb.js");
}

/** A minter that checks, before minting a token for a channel, that the session of the page has not ended. */
class GuardedMinter extends TokenMinter {
  readonly #requireOpen: () => Promise<void>;

  constructor(credentials: Credentials, requireOpen: () => Promise<void>) {
    super({ credentials, clientId: deviceId(), scope, counters: countersOf(credentials.identityId) });
    this.#requireOpen = requireOpen;
  }

  override async mint(terms: TokenTerms): Promise<string> {
    if (terms.channelBinding !== undefined) await this.#requireOpen();
    return super.mint(terms);
  }
}

/**
 * Returns counters of an identity shared by the tabs of this browser, so that tabs do not invalidate each other's
 * tokens.
 */
function countersOf(identityId: string) {
  const name = `counter ${identityId}`;
  return {
    read: async () => Number(storedTexts.getItem(name) ?? 0),
    write: async (counter: number) => storedTexts.setItem(name, String(counter)),
  };
}
