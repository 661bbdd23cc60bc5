import { createClient, type Transport } from "@connectrpc/connect";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { type Channel, IdentityClient, type ServerKey, WalletClient } from "../../typescript/src/index.ts";

export interface WalletsDeps {
  readonly baseUrl: string;
  /** A ws or wss URL; empty: that of the service. */
  readonly endpoint: string;
  readonly administration: Transport;
  readonly count: number;
}

/** Channels that are opened concurrently. */
const concurrentOpenings = 16;
/** Time in which a channel must open. */
const openTimeoutMs = 60_000;

/** Creates identities with money in their wallets, and opens a channel for each. */
export async function openWallets(deps: WalletsDeps): Promise<WalletClient[]> {
  const keySet: unknown = await (await fetch(new URL("/.well-known/jwks.json", deps.baseUrl))).json();
  const wallets: WalletClient[] = [];
  try {
    while (wallets.length < deps.count) {
      const size = Math.min(concurrentOpenings, deps.count - wallets.length);
      const fresh = await Promise.all(Array.from({ length: size }, () => newWallet(deps, { keySet })));
      wallets.push(...fresh);
      await Promise.all(fresh.map(({ channel }) => opened(channel as Channel)));
    }
    return wallets;
  } catch (error) {
    for (const wallet of wallets) wallet.close();
    throw error;
  }
}

async function newWallet(
  { baseUrl, endpoint, administration }: WalletsDeps,
  serverKey: ServerKey,
): Promise<WalletClient> {
  const username = `bench-${crypto.randomUUID().slice(0, 23)}`;
  const { credentials } = await new IdentityClient(administration).register({ username });
  const { identityId } = credentials;
  await createClient(WalletService, administration).createWallet({ identityId });
  const amount = { form: { case: "decimal" as const, value: "1000" } };
  await createClient(LedgerService, administration).deposit({ identityId, tokenType: TokenType.STANDARD, amount });
  const configuration = { httpEndpoint: baseUrl, channelEndpoint: endpoint };
  return new WalletClient({ credentials, serverKey, configuration, clientId: "bench" });
}

function opened(channel: Channel): Promise<void> {
  if (channel.phase === "open") return Promise.resolve();
  return new Promise((resolve, reject) => {
    let last = "the service did not answer";
    const giveUp = () => end(() => reject(new Error(`a channel did not open: ${last}`)));
    const timer = setTimeout(giveUp, openTimeoutMs);
    const stop = channel.onPhase(({ phase, cause = last }) => {
      last = cause;
      if (phase === "open") end(resolve);
      else if (phase === "closed") giveUp();
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      stop();
      settle();
    };
  });
}
