import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { httpTransport, IdentityClient, WalletClient } from "../../clients/typescript/src/index.ts";
import { CuttingProxy } from "../../test/support/proxy.ts";
import type { Finding } from "../harness/finding.ts";
import { quantile } from "../harness/measure.ts";
import { apiKey, programs, startServer } from "../harness/servers.ts";

const clientsCount = 10;
const cutsOfEach = 60;
const targetMs = 1_000;

/** Each client connects through a proxy of its own, far more often than real clients. */
const plan = { requestsPerMinute: 1_000_000_000, concurrentRequests: 1_000 };
const environment = { PLANS: JSON.stringify({ anonymous: plan, identity: plan }) };

/** Time for which a wallet's client has no channel after its connection is cut. */
export async function reconnectTime(): Promise<Finding> {
  const server = await startServer({ ...programs.ours, environment });
  try {
    const all = await Promise.all(Array.from({ length: clientsCount }, () => cutsOf(server.port)));
    return findingOf(Float64Array.from(all.flat()).sort());
  } finally {
    await server.stop();
  }
}

/** Milliseconds from each cut to the first response after it. */
async function cutsOf(port: number): Promise<number[]> {
  const proxy = new CuttingProxy(() => port);
  const wallet = await walletBehind(await proxy.listen(), `http://127.0.0.1:${port}`);
  const { channel, identityId } = wallet;
  const call = () => channel?.call(WalletService.method.getWallet, { identityId });
  await call();
  const times: number[] = [];
  while (times.length < cutsOfEach) {
    const cutAtMs = performance.now();
    proxy.cut();
    await call();
    times.push(performance.now() - cutAtMs);
  }
  wallet.close();
  await proxy.close();
  return times;
}

async function walletBehind(address: string, httpEndpoint: string): Promise<WalletClient> {
  const identities = new IdentityClient(httpTransport({ baseUrl: httpEndpoint, credentials: apiKey }));
  const username = `bench-${crypto.randomUUID().slice(0, 13)}`;
  const { credentials } = await identities.register({ username });
  const keySet = async () => (await fetch(`${httpEndpoint}/.well-known/jwks.json`)).json();
  const configuration = { httpEndpoint, channelEndpoint: `ws://${address}/channel/wallet` };
  const wallet = new WalletClient({ credentials, serverKey: { keySet }, configuration });
  await wallet.create();
  return wallet;
}

function findingOf(sorted: Float64Array): Finding {
  const [middle, high] = [quantile(sorted, 0.5), quantile(sorted, 0.99)];
  return {
    title: "Reconnecting",
    how:
      `Wallets of the client for TypeScript, ${clientsCount} concurrently, on loopback, each through a proxy that cuts the connection of its ` +
      `channel ${cutsOfEach} times. Time from the cut to the response of a request made just after it: the back-off before the attempt, up to ` +
      "250 ms at random so that clients do not reconnect together, TCP, WebSocket, the handshake, the authentication and the request.",
    columns: ["cuts", "median", "99th percentile", "longest"],
    rows: [[String(sorted.length), ...[middle, high, sorted.at(-1) as number].map((ms) => `${ms.toFixed(0)} ms`)]],
    verdicts: [
      {
        what: "from a cut to the first response, 99th percentile",
        figure: `${high.toFixed(0)} ms`,
        target: `less than ${targetMs} ms`,
        isReached: high < targetMs,
        isUncertain: false,
      },
    ],
  };
}
