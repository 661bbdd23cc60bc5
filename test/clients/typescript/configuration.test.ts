import { afterEach, describe, expect, test, vi } from "vitest";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { WalletClient } from "../../../clients/typescript/src/index.ts";
import { storedConfiguration } from "../../../clients/typescript/src/wallet/configuration.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { heldBy, newHolder, phaseOf, publishedKeys, standard, walletOf } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();
const api = () => new ApiClient(server());

/** A holder whose wallet has this configuration on the service. */
async function configured(configuration: object) {
  const holder = await newHolder(server().url, "100");
  await api().call("PUT", `/api/wallets/${holder.id}/configuration`, { configuration });
  const { url } = server();
  const options = { credentials: holder.credentials, httpEndpoint: url, serverKey: publishedKeys(url) };
  return { holder, load: () => WalletClient.load(options) };
}

describe("the configuration that the service keeps for a wallet", () => {
  test("is loaded: every row", async () => {
    const rows = { use_channel: false, auto_exchange: true, confirm_timeout: 5_000, retry_count: 7 };
    const endpoints = { channel_endpoint: "wss://example.org/c", http_endpoint: `${server().url}/` };
    const { load } = await configured({ ...rows, ...endpoints });
    const wallet = await load();
    expect(wallet.configuration).toEqual({
      useChannel: false,
      autoExchange: true,
      confirmTimeout: 5_000,
      retryCount: 7,
      channelEndpoint: endpoints.channel_endpoint,
      httpEndpoint: endpoints.http_endpoint,
    });
    expect(wallet.channel).toBeUndefined();
    wallet.close();
  });

  test("names the channel of the service by default, which opens, and payments go over it", async () => {
    const { holder, load } = await configured({});
    const ben = await newHolder(server().url);
    const wallet = await load();
    await phaseOf(wallet, "open");
    expect(await wallet.pay(standard(ben, "3"))).toMatchObject({ status: "completed" });
    expect(await heldBy(server().url, ben.id)).toBe("3");
    expect(wallet.configuration.channelEndpoint).toBe(`${server().url.replace("http", "ws")}/channel/wallet`);
    expect(wallet.identityId).toBe(holder.id);
    wallet.close();
  });

  test("that needs a channel is refused without the service's public key", async () => {
    const { holder } = await configured({});
    const options = { credentials: holder.credentials, httpEndpoint: server().url };
    await expect(WalletClient.load(options)).rejects.toThrow("set `serverKey`");
  });

  const stored = {
    useChannel: true,
    autoExchange: false,
    confirmTimeout: 30_000,
    retryCount: 3,
    channelEndpoint: "ws://127.0.0.1:8080/channel/wallet",
    httpEndpoint: "http://127.0.0.1:8080",
  };
  test("keeps the client's endpoint if the service names its own machine, and the client is elsewhere", () => {
    expect(storedConfiguration(stored, "https://platonic.example")).toMatchObject({
      httpEndpoint: "https://platonic.example",
      channelEndpoint: "wss://platonic.example/channel/wallet",
    });
    expect(storedConfiguration(stored, "http://localhost:9")).toEqual(stored);
  });
});

describe("a transaction whose key is in the vault", () => {
  /** Runs a payment that the service signs; returns how many calls went over the channel and over HTTP. */
  async function paid(useChannel: boolean) {
    const holder = await newHolder(server().url, "100");
    const ben = await newHolder(server().url);
    await api().call("POST", `/api/identities/${holder.id}/keys`, {});
    const wallet = walletOf(server().url, holder, { configuration: { useChannel } });
    if (useChannel) await phaseOf(wallet, "open");
    const overChannel = wallet.channel === undefined ? undefined : vi.spyOn(wallet.channel, "call");
    const overHttp = vi.spyOn(wallet.transport, "unary");
    const terms = { sender: holder.id, recipient: ben.id, tokenType: TokenType.STANDARD };
    const amount = { form: { case: "decimal" as const, value: "2" } };
    const { transaction } = await wallet.transactions.createTransaction({ ...terms, amount });
    const transactionId = transaction?.id as string;
    const { result } = await wallet.transactions.executeTransaction({ sender: holder.id, transactionId });
    expect(result).toMatchObject({ success: true });
    const calls = [overChannel?.mock.calls.length ?? 0, overHttp.mock.calls.length];
    wallet.close();
    return calls;
  }

  test("goes over the channel if the configuration uses it", async () => {
    expect(await paid(true)).toEqual([2, 0]);
  });

  test("goes over HTTP if the configuration says so", async () => {
    expect(await paid(false)).toEqual([0, 2]);
  });
});

describe("a platform without WebSocket, such as Node 20,", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("is told what to do when a channel is needed", async () => {
    const holder = await newHolder(server().url);
    vi.stubGlobal("WebSocket", undefined);
    expect(() => walletOf(server().url, holder)).toThrow(/Node 22 or later.*`webSocket`.*`useChannel: false`/);
  });

  test("may pay over HTTP, or pass an implementation", async () => {
    const holder = await newHolder(server().url);
    const known = WebSocket;
    vi.stubGlobal("WebSocket", undefined);
    walletOf(server().url, holder, { configuration: { useChannel: false } }).close();
    const wallet = walletOf(server().url, holder, { webSocket: known });
    await phaseOf(wallet, "open");
    wallet.close();
  });
});
