import { Client } from "../../../typescript/src/client.ts";
import { credentialsFromJson, credentialsToJson } from "../../../typescript/src/identity/credentials-json.ts";
import type { Credentials } from "../../../typescript/src/identity/mint-token.ts";
import { newExportableKey } from "../../../typescript/src/identity/signing-key.ts";
import { tabTexts } from "../browser/storage.ts";
import { lacksPermission } from "../ui/lacks-permission.ts";
import { account, anonymous, client } from "./account.ts";
import { importPair } from "./import-pair.ts";
import { forgetAccount, type KeptAccount, keepAccount, keptAccounts } from "./kept-accounts.ts";
import { endSessions, sessionOf } from "./open-session.ts";
import { newPasskey, type Seal } from "./passkey.ts";
import { afterPayments } from "./payment-lock.ts";
import { keyName, leave, openCredentials, use } from "./session-changes.ts";
import { shareSession, unshareSession } from "./shared-session.ts";

/** A new account, and its credentials as all SDKs write them, which are shown this once. */
export interface NewAccount {
  readonly kept: KeptAccount;
  readonly credentials: string;
}

/** Registers an identity, and keeps it in this browser. */
export async function register(username: string, withPasskey: boolean): Promise<NewAccount> {
  const key = newExportableKey();
  // First: who gives up at the passkey, or whose browser cannot keep the key, has no account whose credentials nobody has.
  await keptAccounts();
  const seal = withPasskey ? await newPasskey(username) : undefined;
  if (seal === undefined) await importPair(key.privateKey as Uint8Array);
  const { credentials } = await anonymous.register({ username }, key);
  const text = JSON.stringify(credentialsToJson(credentials));
  const kept = await keep(text, username, seal);
  await signInWith(kept, credentials);
  await createWallet(kept.identityId);
  return { kept, credentials: text };
}

/** Makes the wallet of a new account. If that fails, its page does when it is first opened. */
async function createWallet(identityId: string): Promise<void> {
  const { WalletService } = await import("#contract/wallet/v1/wallet_service_pb.js");
  await client.value
    .of(WalletService)
    .createWallet({ identityId })
    .catch(() => {});
}

/** Keeps an identity whose credentials come from elsewhere, such as the command line, and signs it in. */
export async function adopt(text: string, withPasskey: boolean): Promise<void> {
  const credentials = credentialsFromJson(text);
  const { identityId } = credentials;
  const { session } = sessionOf(credentials, () => {});
  const { IdentityService } = await import("#contract/identity/v1/identity_service_pb.js");
  const { identity } = await new Client(session).of(IdentityService).getIdentity({ id: identityId });
  const username = identity?.username ?? identityId;
  const kept = await keep(text, username, withPasskey ? await newPasskey(username) : undefined);
  await signInWith(kept, credentials, await session.token());
}

/** Signs in an account that this browser keeps. Rejects if its passkey does not open it. */
export async function signIn(kept: KeptAccount): Promise<void> {
  return signInWith(kept, await openCredentials(kept));
}

/** Uses an API key in this tab, until it is closed or signed out. Rejects if the service refuses the key. */
export async function signInWithKey(key: string): Promise<void> {
  const { KeyService } = await import("#contract/admin/v1/keys_pb.js");
  try {
    await new Client({ endpoint: location.origin, credentials: key }).of(KeyService).listKeys({});
  } catch (error) {
    // The key is valid, and may do other things.
    if (!lacksPermission(error)) throw error;
  }
  tabTexts.setItem(keyName, key);
  account.value = { kind: "key", key };
}

/** Signs out in all tabs, and ends the sessions of this browser; payments that are under way get their outcomes first. */
export async function signOut(): Promise<void> {
  const who = account.value;
  tabTexts.removeItem(keyName);
  if (who.kind !== "identity") {
    account.value = { kind: "anonymous" };
    return;
  }
  await afterPayments(who.identityId, async () => {
    // First, so that other tabs know why their calls are refused.
    unshareSession();
    const isConfirmed = await endSessions(who.identityId, who.session);
    leave(who, isConfirmed ? "" : unconfirmed);
  });
}

const unconfirmed =
  "You are signed out here, but the service could not be told: its session ends within 15 minutes. To end it at once, sign " +
  "in and out again when the service answers.";

/** Removes an account from this browser. Without its credentials elsewhere, it is lost. */
export async function forget(identityId: string): Promise<void> {
  if (account.value.kind === "identity" && account.value.identityId === identityId) await signOut();
  await forgetAccount(identityId);
}

async function keep(text: string, username: string, seal: Seal | undefined): Promise<KeptAccount> {
  const { identityId, keyId, privateKey, rotationKey } = credentialsFromJson(text);
  const secrets = seal
    ? { sealed: await seal(text) }
    : { pair: await importPair(privateKey as Uint8Array), rotationKey };
  const kept: KeptAccount = { identityId, username, keyId, secrets };
  await keepAccount(kept);
  // Browsers drop the data of pages that have not asked for it to be kept.
  await navigator.storage?.persist?.().catch(() => false);
  return kept;
}

async function signInWith(kept: KeptAccount, credentials: Credentials, token?: string): Promise<void> {
  if (account.value.kind === "identity") await signOut();
  const opened = token ?? (await sessionOf(credentials, () => {}).session.token());
  tabTexts.removeItem(keyName);
  const isSealed = "sealed" in kept.secrets;
  shareSession({ identityId: kept.identityId, ...(!isSealed && { token: opened }) });
  use(kept, credentials, opened);
}
