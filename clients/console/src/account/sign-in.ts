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

/** A new account, with its credentials in the format of all SDKs, which are shown only this once. */
export interface NewAccount {
  readonly kept: KeptAccount;
  readonly credentials: string;
}

/** Registers an identity, and stores it in this browser. */
export async function register(username: string, withPasskey: boolean): Promise<NewAccount> {
  const key = newExportableKey();
  // First: otherwise a user who cancels at the passkey, or whose browser cannot store the key, would have an account
  // without credentials.
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

/** Creates the wallet of a new account. If that fails, the wallet's page does it when first opened. */
async function createWallet(identityId: string): Promise<void> {
  const { WalletService } = await import("#contract/wallet/v1/wallet_service_pb.js");
  await client.value
    .of(WalletService)
    .createWallet({ identityId })
    .catch(() => {});
}

/** Stores an identity whose credentials come from elsewhere, such as the command line, and signs it in. */
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

/** Signs in an account stored in this browser. Rejects if its passkey does not open it. */
export async function signIn(kept: KeptAccount): Promise<void> {
  return signInWith(kept, await openCredentials(kept));
}

/** Uses an API key until this tab is closed or signed out. Rejects if the service refuses the key. */
export async function signInWithKey(key: string): Promise<void> {
  const { KeyService } = await import("#contract/admin/v1/keys_pb.js");
  try {
    await new Client({ endpoint: location.origin, credentials: key }).of(KeyService).listKeys({});
  } catch (error) {
    // The key is valid, but has other permissions.
    if (!lacksPermission(error)) throw error;
  }
  tabTexts.setItem(keyName, key);
  account.value = { kind: "key", key };
}

/** Signs out in all tabs, and ends the sessions of this browser, after waiting for payments in progress. */
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

/** Removes an account from this browser. It is lost unless its credentials are stored elsewhere. */
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
  // Browsers may evict the data of pages that have not asked for persistence.
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
