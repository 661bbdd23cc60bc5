import { storedTexts } from "../browser/storage.ts";

/** The session shared by the tabs of this browser: its user and, unless a passkey guards the account, its token. */
export interface SharedSession {
  readonly identityId: string;
  readonly token?: string;
}

const name = "session";

export function sharedSession(): SharedSession | undefined {
  const text = storedTexts.getItem(name);
  return text === null ? undefined : (JSON.parse(text) as SharedSession);
}

export function shareSession(session: SharedSession): void {
  storedTexts.setItem(name, JSON.stringify(session));
}

/** Removes the session for all tabs; with a token, only if it still has that token. */
export function unshareSession(token?: string): void {
  if (token === undefined || sharedSession()?.token === token) storedTexts.removeItem(name);
}

/** Calls a listener when another tab has shared a session or removed it. */
export function onSharedSession(listener: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === name || key === null) listener();
  });
}
