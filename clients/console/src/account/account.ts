import { computed, signal } from "@preact/signals";
import { Client } from "../../../typescript/src/client.ts";
import { credentialsFromJson, credentialsToJson } from "../../../typescript/src/identity/credentials-json.ts";
import type { Credentials } from "../../../typescript/src/identity/mint-token.ts";
import { Session } from "../../../typescript/src/identity/session.ts";
import { newExportableKey, signingKeyOf } from "../../../typescript/src/identity/signing-key.ts";
import { TokenMinter } from "../../../typescript/src/identity/token-minter.ts";
import { storedTexts, tabTexts } from "../browser/storage.ts";
import { lacksPermission } from "../ui/lacks-permission.ts";
import { importPair } from "./import-pair.ts";
import { forgetAccount, type KeptAccount, keepAccount, keptAccounts } from "./kept-accounts.ts";
import { newPasskey, openWithPasskey, type Seal } from "./passkey.ts";

/** Who uses the console. */
export type Account =
  | { readonly kind: "visitor" }
  | {
      readonly kind: "identity";
      readonly identityId: string;
      readonly username: string;
      readonly credentials: Credentials;
      readonly minter: TokenMinter;
      readonly session: Session;
    }
  | { readonly kind: "key"; readonly key: string };

const endpoint = location.origin;
/** Each tab is a client of its own, so that tabs do not use up each other's counters. Made for the first session. */
let clientId: string | undefined;
/** Everything that the identity may do with itself, and the operations that the service grants to sessions. */
const scope = "* geocode:*";
const keyName = "api-key";
const lastName = "last-account";

export const account = signal<Account>({ kind: "visitor" });

/** Why this browser keeps no accounts; undefined if it does. */
export const keepingFailure = signal<unknown>(undefined);

/** The service, called as who is signed in. */
export const client = computed(() => clientOf(account.value));

/** The service, called without credentials. */
export const visitor = new Client({ endpoint });

function clientOf(who: Account): Client {
  if (who.kind === "identity") return new Client(who.session);
  return who.kind === "key" ? new Client({ endpoint, credentials: who.key }) : visitor;
}

/** Signs in who was signed in when this tab, or the last one, was closed; behind a passkey nobody. */
export async function openAccount(): Promise<void> {
  const accounts = await keptAccounts().catch((error: unknown) => {
    keepingFailure.value = error;
    return [];
  });
  const key = tabTexts.getItem(keyName);
  if (key !== null) {
    account.value = { kind: "key", key };
    return;
  }
  const last = storedTexts.getItem(lastName);
  const kept = accounts.find(({ identityId }) => identityId === last);
  if (kept !== undefined && !("sealed" in kept.secrets)) await signIn(kept);
}

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
  const { credentials } = await visitor.register({ username }, key);
  const text = JSON.stringify(credentialsToJson(credentials));
  const kept = await keep(text, username, seal);
  await signInWith(kept, credentials);
  return { kept, credentials: text };
}

/** Keeps an identity whose credentials come from elsewhere, such as the command line, and signs it in. */
export async function adopt(text: string, withPasskey: boolean): Promise<void> {
  const credentials = credentialsFromJson(text);
  const session = sessionOf(credentials).session;
  const { IdentityService } = await import("../../../../gen/es/platonic/identity/v1/identity_service_pb.js");
  const { identity } = await new Client(session).of(IdentityService).getIdentity({ id: credentials.identityId });
  const username = identity?.username ?? credentials.identityId;
  const kept = await keep(text, username, withPasskey ? await newPasskey(username) : undefined);
  await signInWith(kept, credentials);
}

/** Signs in an account that this browser keeps. Rejects if its passkey does not open it. */
export async function signIn(kept: KeptAccount): Promise<void> {
  if ("sealed" in kept.secrets) {
    return signInWith(kept, credentialsFromJson(await openWithPasskey(kept.secrets.sealed)));
  }
  const { pair, rotationKey } = kept.secrets;
  const { sign } = await signingKeyOf(pair);
  return signInWith(kept, { identityId: kept.identityId, keyId: kept.keyId, sign, rotationKey });
}

/** Uses an API key in this tab, until it is closed or signed out. Rejects if the service refuses the key. */
export async function signInWithKey(key: string): Promise<void> {
  const { KeyService } = await import("../../../../gen/es/platonic/admin/v1/keys_pb.js");
  try {
    await new Client({ endpoint, credentials: key }).of(KeyService).listKeys({});
  } catch (error) {
    // The key is valid, and may do other things.
    if (!lacksPermission(error)) throw error;
  }
  tabTexts.setItem(keyName, key);
  account.value = { kind: "key", key };
}

export function signOut(): void {
  tabTexts.removeItem(keyName);
  storedTexts.removeItem(lastName);
  account.value = { kind: "visitor" };
}

/** Removes an account from this browser. Without its credentials elsewhere, it is lost. */
export async function forget(identityId: string): Promise<void> {
  await forgetAccount(identityId);
  if (account.value.kind === "identity" && account.value.identityId === identityId) signOut();
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

async function signInWith({ identityId, username }: KeptAccount, credentials: Credentials): Promise<void> {
  tabTexts.removeItem(keyName);
  storedTexts.setItem(lastName, identityId);
  account.value = { kind: "identity", identityId, username, credentials, ...sessionOf(credentials) };
}

function sessionOf(credentials: Credentials): { minter: TokenMinter; session: Session } {
  clientId ??= `console-${crypto.randomUUID()}`;
  const minter = new TokenMinter({ credentials, clientId, scope });
  return { minter, session: new Session(endpoint, minter) };
}
