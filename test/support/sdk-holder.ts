import { TokenType } from "#contract/wallet/v1/money_pb.js";
import {
  type Credentials,
  httpTransport,
  IdentityClient,
  type ServerKey,
  type SigningKey,
  WalletClient,
  type WalletOptions,
} from "../../clients/typescript/src/index.ts";
import { ApiClient, freshName } from "./identity/api-client.ts";
import { operatorKey } from "./server.ts";
import { deposit } from "./wallet-holder.ts";

export interface Holder {
  readonly id: string;
  readonly credentials: Credentials;
}

/** Creates an identity with a wallet, whose key the client holds. */
export async function newHolder(url: string, standard = "0", key?: SigningKey): Promise<Holder> {
  const identities = new IdentityClient(httpTransport({ baseUrl: url, credentials: operatorKey }));
  const { identity, credentials } = await identities.register({ username: freshName() }, key);
  const api = new ApiClient({ url } as never);
  await api.call("POST", "/api/wallets/create", { identity_id: identity.id });
  if (standard !== "0") await deposit(api, identity.id, "TOKEN_STANDARD", standard);
  return { id: identity.id, credentials };
}

/** Returns the static key published by the service, for a client to pin. */
export async function pinnedKey(url: string): Promise<ServerKey> {
  const { static_key } = (await (await fetch(`${url}/.well-known/channel.json`)).json()) as { static_key: string };
  return { staticKeys: [Buffer.from(static_key, "base64url")] };
}

export function publishedKeys(url: string): ServerKey {
  return { keySet: async () => (await fetch(`${url}/.well-known/jwks.json`)).json() };
}

/** Returns the SDK's wallet client of a holder. */
export function walletOf(
  url: string,
  { credentials }: Holder,
  options: Partial<Omit<WalletOptions, "configuration">> & {
    readonly configuration?: Partial<WalletOptions["configuration"]>;
  } = {},
): WalletClient {
  return new WalletClient({
    credentials,
    serverKey: publishedKeys(url),
    ...options,
    configuration: { httpEndpoint: url, ...options.configuration },
  });
}

/** Returns the exact balance of a wallet in standard tokens. */
export async function heldBy(url: string, identityId: string): Promise<string> {
  const { body } = await new ApiClient({ url } as never).call("GET", `/api/wallets/${identityId}`);
  return body.result.wallet.standard.exact_amount;
}

export function standard(recipient: Holder, amount: string) {
  return { recipient: recipient.id, tokenType: TokenType.STANDARD, amount };
}

/** Waits until the wallet's channel is in a phase. */
export function phaseOf(wallet: WalletClient, phase: string): Promise<void> {
  const channel = wallet.channel as NonNullable<WalletClient["channel"]>;
  if (channel.phase === phase) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = channel.onPhase((change) => {
      if (change.phase !== phase) return;
      stop();
      resolve();
    });
  });
}
