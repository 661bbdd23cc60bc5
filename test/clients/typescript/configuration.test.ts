import { afterEach, describe, expect, test, vi } from "vitest";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { type LoadOptions, WalletClient } from "../../../clients/typescript/src/index.ts";
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
  return { holder, load: (more: Partial<LoadOptions> = {}) => WalletClient.load({ ...options, ...more }) };
}

describe("the configuration that the service keeps for a wallet", () => {
  test("is loaded: every row", async () => {
    const rows = { use_channel: false, auto_exchange: true, confirm_timeout: 5_000, retry_count: 7 };
    const endpoints = { channel_endpoint: "wss://example.org/c", http_endpoint: `${server().url}/` };
    const { load } = await configured({ ...rows, ...endpoints });
    const wallet = await load({ trustedOrigins: ["https://example.org"] });
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
    channelEndpoint: "",
    httpEndpoint: "",
  };
  const own = { httpEndpoint: "https://platonic.example", channelEndpoint: "wss://platonic.example/channel/wallet" };
  const { httpEndpoint } = own;

  /** Endpoints that the client uses, and how many warnings it gives. */
  function used(endpoints: Partial<typeof own>, reachedAt = httpEndpoint, trustedOrigins: string[] = []) {
    const warnings: string[] = [];
    const warn = (text: string) => void warnings.push(text);
    const trusted = { httpEndpoint: reachedAt, trustedOrigins, warn };
    const configuration = storedConfiguration({ ...stored, ...endpoints }, trusted);
    return [configuration.httpEndpoint, configuration.channelEndpoint, warnings.length];
  }

  test("keeps the client's endpoint if the service names its own machine", () => {
    const local = { httpEndpoint: "http://127.0.0.1:8080", channelEndpoint: "ws://127.0.0.1:8080/channel/wallet" };
    expect(used(local)).toEqual([own.httpEndpoint, own.channelEndpoint, 0]);
    expect(used(local, "http://localhost:9")).toEqual(["http://localhost:9", "ws://localhost:9/channel/wallet", 0]);
    expect(used(local, local.httpEndpoint)).toEqual([local.httpEndpoint, local.channelEndpoint, 0]);
  });

  test("names endpoints of the origin at which the client reaches it, which are used", () => {
    expect(used({ httpEndpoint: "https://platonic.example/api" })).toEqual([
      "https://platonic.example/api",
      own.channelEndpoint,
      0,
    ]);
    const other = "wss://PLATONIC.example:443/channel/identity";
    expect(used({ channelEndpoint: other })).toEqual([httpEndpoint, other, 0]);
  });

  test.each([
    "https://thief.example",
    "https://platonic.example.thief.example",
    "https://platonic.example:8443",
    "http://platonic.example",
    "https://platonic.example@thief.example",
    "soon",
  ])("names %s, which is not used: there is a warning", (url) => {
    expect(used({ httpEndpoint: url })).toEqual([own.httpEndpoint, own.channelEndpoint, 1]);
    const channelEndpoint = `${url.replace("http", "ws")}/channel/wallet`;
    expect(used({ channelEndpoint })).toEqual([own.httpEndpoint, own.channelEndpoint, 1]);
  });

  test.each(["https://other.example", "wss://other.example/channel/wallet"])(
    "names endpoints of another origin, which are used if the caller trusts %s",
    (trusted) => {
      const other = { httpEndpoint: "https://other.example", channelEndpoint: "wss://other.example/c" };
      expect(used(other, httpEndpoint, [trusted])).toEqual([other.httpEndpoint, other.channelEndpoint, 0]);
    },
  );

  test("is not loaded with a trusted origin that is no web address", async () => {
    const { load } = await configured({ use_channel: false });
    await expect(load({ trustedOrigins: ["other.example"] })).rejects.toThrow(/other\.example is no origin/);
  });
});

describe("whoever may only configure a wallet", () => {
  /** Loads the wallet with a configuration of the thief; returns the paths that its host was asked for, and the warnings. */
  async function robbed(terms: Partial<LoadOptions>, thief = "https://thief.example") {
    const names = { http_endpoint: thief, channel_endpoint: `${thief.replace("http", "ws")}/channel/wallet` };
    const { load } = await configured({ use_channel: false, ...names });
    const { url } = server();
    const asked: string[] = [];
    const warnings: string[] = [];
    const fetch: typeof globalThis.fetch = (resource, init) => {
      const { origin, pathname, search } = new URL(resource instanceof Request ? resource.url : resource);
      if (origin === thief) asked.push(pathname);
      return globalThis.fetch(url + pathname + search, init);
    };
    const wallet = await load({ fetch, onWarning: (text) => void warnings.push(text), ...terms });
    const balances = await wallet.balances().catch((error: Error) => error.message);
    const { httpEndpoint } = wallet.configuration;
    wallet.close();
    return { asked, warnings, balances, httpEndpoint };
  }

  test.each([
    ["by default", {}, "https://thief.example"],
    ["with an audience", { session: { audience: "platonic" } }, "https://thief.example"],
    ["on the machine of the client", {}, "http://127.0.0.1:1"],
    ["on the machine of the client, with an audience", { session: { audience: "platonic" } }, "http://127.0.0.1:1"],
  ])("gets neither tokens nor sessions of clients that load it, %s", async (_, terms, thief) => {
    const { asked, warnings, balances, httpEndpoint } = await robbed(terms, thief);
    expect(asked).toEqual([]);
    expect(httpEndpoint).toBe(server().url);
    expect(new Map(balances as ReadonlyMap<string, string>).get("TOKEN_STANDARD")).toBe("100");
    expect(warnings.length).toBe(thief.startsWith("https") ? 2 : 0);
    for (const warning of warnings) expect(warning).toContain(thief.slice("https".length));
  });

  test("has no use of the audience or the token of the caller at another origin, though it is trusted", async () => {
    const trustedOrigins = ["https://thief.example"];
    const { asked, balances } = await robbed({ trustedOrigins, session: { audience: "platonic" } });
    expect(balances).toMatch(/https:\/\/thief\.example asks for tokens of the audience platonic/);
    expect(asked).toEqual(["/identity.v1.AuthenticationService/CreateChallenge"]);
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
