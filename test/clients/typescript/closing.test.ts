import { createServer } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import {
  Client,
  httpTransport,
  MemoryStorage,
  PlatonicError,
  Session,
  TokenMinter,
} from "../../../clients/typescript/src/index.ts";
import { type Holder, newHolder, phaseOf, standard, walletOf } from "../../support/sdk-holder.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { proxied } from "./proxied.ts";

const server = sharedServer();
const closed = { reason: "STATE_INVALID", message: expect.stringContaining("closed") };
const transform = { data: { values: [1, 2, 3, 4] }, sourceDimensions: 4, targetDimensions: 3 };
let ada: Holder;
let bob: Holder;
beforeAll(async () => {
  ada = await newHolder(server().url, "1000");
  bob = await newHolder(server().url);
});

/** A network that never answers; tells when it is asked. */
function silent() {
  const asked = Promise.withResolvers<void>();
  const fetch: typeof globalThis.fetch = (_, init) => {
    asked.resolve();
    return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
  };
  return { asked: asked.promise, fetch };
}

describe("a client that is closed", () => {
  test("ends its calls and its key set, and refuses others, without a word to the network", async () => {
    const { asked, fetch } = silent();
    const client = new Client({ endpoint: server().url, credentials: operatorKey, fetch });
    const calls = [client.of(GeocodeService).transform(transform), client.keySet()];
    const failures = Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
    await asked;
    client.close();
    for (const failure of await failures) expect(failure).toMatchObject(closed);
    await expect(client.of(GeocodeService).transform(transform)).rejects.toMatchObject(closed);
    await expect(async () => client.keySet()).rejects.toMatchObject(closed);
    client.close();
  });

  test("leaves the session that it was made with", async () => {
    const wallet = walletOf(server().url, ada, { configuration: { useChannel: false } });
    onTestFinished(() => wallet.close());
    const client = new Client(wallet);
    client.close();
    await expect(client.of(WalletService).getWallet({ identityId: ada.id })).rejects.toMatchObject(closed);
    expect((await wallet.balances()).get("TOKEN_STANDARD")).toBe("1000");
  });

  test("ends the wait before a repetition", async () => {
    const answered = Promise.withResolvers<void>();
    const fetch: typeof globalThis.fetch = async () => {
      queueMicrotask(answered.resolve);
      return new Response("", { status: 503, headers: { "Retry-After": "20" } });
    };
    const client = new Client({ endpoint: server().url, credentials: operatorKey, fetch });
    const calling = client.of(GeocodeService).transform(transform);
    const failure = calling.catch((error: unknown) => error);
    await answered.promise;
    client.close();
    expect(await failure).toMatchObject(closed);
  });
});

test("a session that is closed ends being opened, and is not opened again", async () => {
  const { asked, fetch } = silent();
  const minter = new TokenMinter({ credentials: ada.credentials, clientId: "closing" });
  const session = new Session(server().url, minter, { fetch });
  const calling = new Client(session).of(WalletService).getWallet({ identityId: ada.id });
  const failure = calling.catch((error: unknown) => error);
  await asked;
  session.close();
  expect(await failure).toMatchObject(closed);
  await expect(new Client(session).of(WalletService).getWallet({ identityId: ada.id })).rejects.toMatchObject(closed);
});

describe("a wallet with an open channel that is closed", () => {
  test("ends what is under way, and tells a payment that may have been made as unresolved", async () => {
    const sent = Promise.withResolvers<void>();
    const storage = new MemoryStorage();
    const { proxy, wallet, close } = await proxied(server().url, ada, {}, storage);
    onTestFinished(close);
    await phaseOf(wallet, "open");
    proxy.rule = (side) => {
      if (side === "client") sent.resolve();
      return "swallow";
    };
    const paying = wallet.pay(standard(bob, "1"));
    await sent.promise;
    const waiting = wallet
      .events()
      .next()
      .catch((error: unknown) => error);
    wallet.close();
    expect(await paying).toMatchObject({ status: "unresolved" });
    expect(await waiting).toMatchObject(closed);
    await expect(wallet.transactions.transfer({ sender: ada.id })).rejects.toMatchObject(closed);
    await expect(wallet.events().next()).rejects.toMatchObject(closed);
    expect(await storage.list()).toHaveLength(1);
  });
});

test.each([-1, 2.5, Number.NaN])("a count of retries of %s is refused when it is set", (retryCount) => {
  expect(() => walletOf(server().url, ada, { configuration: { useChannel: false, retryCount } })).toThrow(RangeError);
});

describe("a timeout", () => {
  test.each([0, -1, Number.NaN])("of %s is refused when it is set", (timeoutMs) => {
    const { url } = server();
    expect(() => new Client({ endpoint: url, timeoutMs })).toThrow(RangeError);
    expect(() => httpTransport({ baseUrl: url, timeoutMs })).toThrow(RangeError);
    const minter = new TokenMinter({ credentials: ada.credentials, clientId: "never" });
    expect(() => new Session(url, minter, { timeoutMs })).toThrow(RangeError);
    expect(() => walletOf(url, ada, { configuration: { useChannel: false, confirmTimeout: timeoutMs } })).toThrow(
      RangeError,
    );
  });

  test.each([20_000.5, Number.POSITIVE_INFINITY, 2 ** 31, Number.MAX_VALUE])(
    "of %s ms does not end a call or a payment at once",
    async (timeoutMs) => {
      const { url } = server();
      const client = new Client({ endpoint: url, credentials: operatorKey, timeoutMs });
      expect(await client.of(GeocodeService).transform(transform)).toHaveProperty("transformedData");
      const { transform: called } = new Client({ endpoint: url, credentials: operatorKey }).of(GeocodeService);
      expect(await called(transform, { timeoutMs })).toHaveProperty("transformedData");
      const wallet = walletOf(url, ada, { configuration: { useChannel: false, confirmTimeout: timeoutMs } });
      onTestFinished(() => wallet.close());
      expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
    },
  );
});

test("an address at which something else answers is told with a text", async () => {
  const listener = createServer((socket) =>
    socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}"),
  );
  onTestFinished(() => void listener.close());
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as { port: number };
  const client = new Client({ endpoint: `http://127.0.0.1:${port}` });
  const failure = await client
    .of(GeocodeService)
    .transform(transform)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PlatonicError);
  expect((failure as PlatonicError).message).toContain("PermissionDenied");
});
