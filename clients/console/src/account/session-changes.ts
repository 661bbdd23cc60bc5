import { credentialsFromJson } from "../../../typescript/src/identity/credentials-json.ts";
import type { Credentials } from "../../../typescript/src/identity/mint-token.ts";
import type { Session } from "../../../typescript/src/identity/session.ts";
import { signingKeyOf } from "../../../typescript/src/identity/signing-key.ts";
import { BrowserStorage } from "../../../typescript/src/wallet/operation-storage.ts";
import { tabTexts } from "../browser/storage.ts";
import { account, ending, type IdentityAccount, keepingFailure } from "./account.ts";
import { type KeptAccount, keptAccounts } from "./kept-accounts.ts";
import { endOnLeaving, endSession, requireOpen, sessionOf } from "./open-session.ts";
import { openWithPasskey } from "./passkey.ts";
import { afterPayments } from "./payment-lock.ts";
import { onSharedSession, sharedSession, shareSession, unshareSession } from "./shared-session.ts";

/** Storage name of the API key in this tab. */
export const keyName = "api-key";

/**
 * Interval at which an open page uses its session, in milliseconds: the service ends one that is idle for 15 minutes.
 */
const useMs = 5 * 60_000;

/**
 * Continues as the user signed in in this browser, and follows its tabs from then on. Only the user can open a session.
 */
export async function openAccount(): Promise<void> {
  const key = tabTexts.getItem(keyName);
  if (key !== null) account.value = { kind: "key", key };
  await follow().catch((error: unknown) => {
    keepingFailure.value = error;
  });
  onSharedSession(() => void follow());
  setInterval(useSession, useMs);
  addEventListener("pagehide", () => {
    const who = account.value;
    if (who.kind !== "identity" || !who.isSealed) return;
    // Its credentials are lost with the page.
    endOnLeaving(who.session);
    leave(who, "");
  });
}

/** Repeats a sign-in or sign-out of another tab here. */
async function follow(): Promise<void> {
  const accounts = await keptAccounts();
  const who = account.value;
  if (who.kind === "key") return;
  const shared = sharedSession();
  if (who.kind === "identity") {
    const isOfSame = shared?.identityId === who.identityId;
    if (isOfSame && (who.isSealed || shared.token === who.session.tokenNow)) return;
    if (who.isSealed) void endSession(who.session);
    // Another tab may have renewed the session.
    if (!isOfSame) leave(who, shared === undefined ? endedByOther : "");
  }
  const kept = accounts.find(({ identityId }) => identityId === shared?.identityId);
  if (kept === undefined || "sealed" in kept.secrets || shared?.token === undefined) return;
  use(kept, await openCredentials(kept), shared.token);
  if (who.kind === "identity") who.session.end();
  useSession();
}

/** Uses the session, so that it stays open with its page, and its end is noticed. */
function useSession(): void {
  const who = account.value;
  // While the service is unreachable, the session stays unchanged; `requireOpen` notifies the session if it has ended.
  if (who.kind === "identity") requireOpen(who.identityId, who.session).catch(() => {});
}

/** Uses the open session of an identity in this tab. */
export function use({ identityId, username, secrets }: KeptAccount, credentials: Credentials, token: string): void {
  const { session, minter } = sessionOf(credentials, () => ended(identityId, session, token), token);
  // Orders contain the service's time, since the clock of this machine may be wrong.
  void session.askTime().catch(() => {});
  ending.value = "";
  const isSealed = "sealed" in secrets;
  account.value = {
    kind: "identity",
    identityId,
    username,
    credentials,
    isSealed,
    session,
    minter,
    renew: renewSession,
  };
}

/** Replaces the session by a new one, once no payment is in progress. */
async function renewSession(): Promise<void> {
  const who = account.value;
  if (who.kind !== "identity") return;
  const { session: before } = who;
  const token = await sessionOf(who.credentials, () => {}).session.token();
  await afterPayments(who.identityId, async () => {
    const { session, minter } = sessionOf(who.credentials, () => ended(who.identityId, session, token), token);
    shareSession({ identityId: who.identityId, ...(!who.isSealed && { token }) });
    account.value = { ...who, session, minter };
    await endSession(before);
    before.end();
  });
}

/** Returns the credentials of an account stored in this browser. Rejects if its passkey does not open it. */
export async function openCredentials({ identityId, keyId, secrets }: KeptAccount): Promise<Credentials> {
  if ("sealed" in secrets) return credentialsFromJson(await openWithPasskey(secrets.sealed));
  const { sign } = await signingKeyOf(secrets.pair);
  return { identityId, keyId, sign, rotationKey: secrets.rotationKey };
}

const endedByOther = "You have signed out in another tab, or the session has ended.";
const endedByService =
  "Your session has ended: it was ended elsewhere, or nobody used it for 15 minutes. Sign in again to go on.";

/** Called when the service has ended a session: signs the user out. */
function ended(identityId: string, session: Session, token: string): void {
  // The service may report another tab's sign-out before the browser does.
  const why = sharedSession() === undefined ? endedByOther : endedByService;
  unshareSession(token);
  const who = account.value;
  if (who.kind !== "identity" || who.identityId !== identityId || who.session !== session) return;
  leave(who, why);
}

/** Signs an account out in this tab, and says why. */
export function leave({ identityId, session }: IdentityAccount, why: string): void {
  account.value = { kind: "anonymous" };
  session.end();
  ending.value = why;
  void new BrowserStorage(localStorage, identityId).list().then((open) => {
    if (open.length === 0) return;
    const payments = open.length === 1 ? "A payment is" : `${open.length} payments are`;
    ending.value = `${why} ${payments} in this browser's journal without an outcome. Sign in again: it is looked up at once.`;
  });
}
