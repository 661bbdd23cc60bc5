import { Code, ConnectError } from "@connectrpc/connect";
import { Client } from "../../../typescript/src/client.ts";
import type { Credentials } from "../../../typescript/src/identity/mint-token.ts";
import { Session } from "../../../typescript/src/identity/session.ts";
import { TokenMinter, type TokenTerms } from "../../../typescript/src/identity/token-minter.ts";
import { deviceId } from "../browser/device.ts";
import { storedTexts } from "../browser/storage.ts";

/** Longest wait for the end of a session on the service, in milliseconds. It ends by itself when nobody uses it. */
const endingMs = 5_000;
/** Everything that the identity may do with itself, and the operations that the service grants to sessions. */
const scope = "* geocode:*";

/** The session that the tabs of this browser share. */
export interface OpenSession {
  readonly session: Session;
  /** Signs for the session while it is open: it mints nothing that would open another one behind its user. */
  readonly minter: TokenMinter;
}

/** Opens a session of an identity, or goes on with the one that has this token. `onEnded` is called when the service has ended it. */
export function sessionOf(credentials: Credentials, onEnded: () => void, token?: string): OpenSession {
  const minter = new GuardedMinter(credentials, () => requireOpen(credentials.identityId, session));
  const session: Session = new Session(location.origin, minter, { onEnded, ...(token !== undefined && { token }) });
  return { session, minter };
}

/** Rejects if the service has ended the session, which is then told of it. */
export async function requireOpen(identityId: string, session: Session): Promise<void> {
  const { AuthenticationService } = await authentications();
  await new Client(session).of(AuthenticationService).listSessions({ identityId });
}

/** Returns whether the service has a session still; true if it cannot be asked. The session is told nothing. */
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

/** Ends the sessions of this browser on the service, the given one last. Returns whether the service has confirmed that. */
export async function endSessions(identityId: string, session: Session): Promise<boolean> {
  const token = session.tokenNow;
  if (token === undefined) return true;
  const { AuthenticationService } = await authentications();
  const calls = new Client({ endpoint: location.origin, credentials: token }).of(AuthenticationService);
  const options = { signal: AbortSignal.timeout(endingMs) };
  try {
    const { sessions } = await calls.listSessions({ identityId }, options);
    const { clientId } = sessions.find(({ isCurrent }) => isCurrent) ?? {};
    // Channels have renewed theirs by tokens of their own.
    for (const one of sessions.filter((other) => !other.isCurrent && other.clientId === clientId)) {
      await calls.revokeSession({ identityId, sessionId: one.id }, options);
    }
    await calls.logout({}, options);
    return true;
  } catch (error) {
    // It was over already.
    return isUnauthenticated(error as Error);
  }
}

/** Ends one session on the service. If that fails, it ends when nobody has used it for 15 minutes. */
export async function endSession(session: Session): Promise<void> {
  const token = session.tokenNow;
  if (token === undefined) return;
  const { AuthenticationService } = await authentications();
  const calls = new Client({ endpoint: location.origin, credentials: token }).of(AuthenticationService);
  await calls.logout({}, { signal: AbortSignal.timeout(endingMs) }).catch(() => {});
}

/** Ends a session while its page is left, as far as browsers allow that. */
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

/** A minter that makes sure, before it mints a token for a channel, that the session of the page was not ended. */
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

/** Counters of an identity that the tabs of this browser share, so that none uses up those of another. */
function countersOf(identityId: string) {
  const name = `counter ${identityId}`;
  return {
    read: async () => Number(storedTexts.getItem(name) ?? 0),
    write: async (counter: number) => storedTexts.setItem(name, String(counter)),
  };
}
