import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import {
  Client,
  type ClientOptions,
  Session,
  TokenMinter,
  WalletClient,
} from "../../../clients/typescript/src/index.ts";
import { userAgentOf } from "../../../clients/typescript/src/introduction/user-agent.ts";
import { packageVersion } from "../../../clients/typescript/src/package-version.ts";
import { newHolder, publishedKeys } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();
const endpoint = "https://platonic.example";
const own = `platonic-client-typescript/${packageVersion}`;

/** A client of a service that names this version, the headers of its requests, and what it has warned of. */
function clientOf(version: string | undefined, options: Partial<ClientOptions> = {}) {
  const sent: Headers[] = [];
  const warnings: string[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    sent.push(new Headers(init?.headers));
    const told = { ...(version !== undefined && { "Platonic-Version": version }) };
    return new Response(new Uint8Array(), { headers: { "Content-Type": "application/proto", ...told } });
  };
  const onWarning = (text: string) => void warnings.push(text);
  const client = new Client({ endpoint, fetch, onWarning, ...options });
  const rates = (headers?: HeadersInit) => client.of(ExchangeService).listRates({}, { ...(headers && { headers }) });
  return { client, rates, sent, warnings };
}

type HeadersInit = ConstructorParameters<typeof Headers>[0];

describe("the header User-Agent", () => {
  test.each([
    ["Node", { process: { versions: { node: "24.1.0" }, platform: "linux", arch: "x64" } }, "node 24.1.0; linux x64"],
    [
      "Bun",
      { process: { versions: { node: "24.0.0", bun: "1.3.0" }, platform: "darwin", arch: "arm64" } },
      "bun 1.3.0; darwin arm64",
    ],
    [
      "Deno, whose workers look like those of browsers",
      {
        WorkerGlobalScope: class {},
        process: { versions: { node: "24.0.0", deno: "2.5.0" }, platform: "linux", arch: "x64" },
      },
      "deno 2.5.0; linux x64",
    ],
  ])("names the package and its platform: %s", (_, runtime, platform) => {
    expect(userAgentOf(undefined, runtime)).toBe(`${own} (${platform})`);
    expect(userAgentOf("shop/2.1", runtime)).toBe(`shop/2.1 ${own} (${platform})`);
  });

  test.each([
    ["a page", { document: {} }],
    ["a page with the modules of Node", { document: {}, process: { versions: { node: "24.1.0" } } }],
    ["a worker", { WorkerGlobalScope: class {} }],
  ])("is that of the browser: %s", (_, runtime) => {
    expect(userAgentOf("shop/2.1", runtime)).toBeUndefined();
  });

  test("is sent with each call and for the key set, unless the caller gives a header of its own", async () => {
    const { client, rates, sent } = clientOf(undefined, { userAgent: "shop/2.1" });
    await rates();
    await client.keySet().catch(() => undefined);
    await rates({ "User-Agent": "own" });
    const name = `shop/2.1 ${own} (node ${process.versions.node}; ${process.platform} ${process.arch})`;
    expect(sent.map((headers) => headers.get("user-agent"))).toEqual([name, name, "own"]);
  });

  test.each(["", " ", "shop\n", "café"])("is no text such as %j", (userAgent) => {
    expect(() => clientOf(undefined, { userAgent })).toThrow(RangeError);
    const minter = new TokenMinter({ credentials: {} as never, clientId: "c" });
    expect(() => new Session(endpoint, minter, { userAgent })).toThrow("userAgent");
  });
});

describe("the version of the service", () => {
  const older = (version: string) =>
    `the service at ${endpoint} has version ${version}, older than this client (${packageVersion}): calls that it does not ` +
    "know fail with NOT_FOUND; update the service, or use the client of its version";
  const newer = (version: string) =>
    `the service at ${endpoint} has version ${version}, newer than this client (${packageVersion}): update the client`;

  const unfit: readonly [version: string, text: (version: string) => string][] = [
    ["0.0.9", older],
    ["0.0.9-beta.1", older],
    ["7.1.2", newer],
    ["7.0.0+build", newer],
  ];
  // While the first number is 0, the second one says what breaks callers.
  const minor: typeof unfit = packageVersion.startsWith("0.") ? [["0.999.0", newer]] : [];

  test.each([...unfit, ...minor])("is warned of once if it is %s", async (version, text) => {
    const { client, rates, warnings } = clientOf(version);
    expect(client.serviceVersion).toBeUndefined();
    for (const _ of "12") await rates();
    await setImmediate();
    expect(client.serviceVersion).toBe(version);
    expect(warnings).toEqual([text(version)]);
  });

  test("is fine if only its last number differs", async () => {
    const version = packageVersion.replace(/\d+$/, "999");
    const { client, rates, warnings } = clientOf(version);
    await rates();
    await setImmediate();
    expect([client.serviceVersion, warnings]).toEqual([version, []]);
  });

  test.each(["moon", "1", "1.2", "v1.2.3", "1.2.3.4", "99999999999.0.0", undefined])(
    "is not known from the header %j",
    async (version) => {
      const { client, rates, warnings } = clientOf(version);
      await rates();
      await setImmediate();
      expect([client.serviceVersion, warnings]).toEqual([undefined, []]);
    },
  );

  test("is warned of in the log unless the caller listens", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    const { rates } = clientOf("7.0.0", { onWarning: undefined });
    await rates();
    await setImmediate();
    expect(log.mock.calls).toEqual([[newer("7.0.0")]]);
  });

  test("a listener that throws breaks no call", async () => {
    const thrown = new Promise((resolve) => process.once("uncaughtException", resolve));
    const { rates } = clientOf("7.0.0", {
      onWarning: () => {
        throw new Error("of the listener");
      },
    });
    await rates();
    expect(await thrown).toMatchObject({ message: "of the listener" });
  });

  test("is known to a session, a wallet and their clients, which warn once for all of them", async () => {
    const { url } = server();
    const { credentials } = await newHolder(url);
    const warnings: string[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { status, headers: told, body } = await globalThis.fetch(input, init);
      const headers = new Headers(told);
      headers.set("Platonic-Version", "7.0.0");
      return new Response(body, { status, headers });
    };
    const onWarning = (text: string) => void warnings.push(text);
    const wallet = await WalletClient.load({
      httpEndpoint: url,
      credentials,
      serverKey: publishedKeys(url),
      fetch,
      onWarning,
    });
    onTestFinished(() => wallet.close());
    await wallet.balances();
    expect([wallet.serviceVersion, new Client(wallet).serviceVersion]).toEqual(["7.0.0", "7.0.0"]);
    expect(warnings).toHaveLength(1);
  });

  test("is told by the service, also to pages", async () => {
    const { url } = server();
    const client = new Client({ endpoint: url });
    await client.keySet();
    expect(client.serviceVersion).toBe(packageVersion);
    const answer = await fetch(`${url}/.well-known/jwks.json`, { headers: { Origin: "https://page.example" } });
    expect(answer.headers.get("access-control-expose-headers")).toContain("Platonic-Version");
  });
});
