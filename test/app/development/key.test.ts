import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Code, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { describe, expect, onTestFinished, test } from "vitest";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { OutboxService } from "#contract/admin/v1/outbox_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { channelTransport } from "../../../clients/typescript/src/channel/channel-transport.ts";
import { Client, WalletClient } from "../../../clients/typescript/src/index.ts";
import type { Json } from "../../support/geocode-operations.ts";
import { operatorKey, startServer } from "../../support/server.ts";
import { openProxy, openTunnel } from "./forwarders.ts";

/** A service for development, where ada has a wallet; and the key that its folder keeps. */
async function developmentServer() {
  const server = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: "" });
  onTestFinished(() => server.close());
  const path = join(server.dataDirectory, "operator.key");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const key = readFileSync(path, "utf8").trim();
  const developer = new Client({ endpoint: server.url, credentials: key });
  const { credentials } = await developer.register({ username: "ada" });
  const serverKey = { keySet: () => developer.keySet() };
  const wallet = new WalletClient({ endpoint: server.url, credentials, serverKey });
  onTestFinished(() => wallet.close());
  await wallet.create();
  return { ...server, key, path, credentials, wallet, adaId: credentials.identityId };
}

const direct = async (url: string) => url;
const ways = [
  ["directly", direct],
  ["through a proxy that adds nothing", openProxy],
  ["through a tunnel", openTunnel],
] as const;

type TransportTo = (baseUrl: string, interceptors: Interceptor[]) => Transport;
const protocols: readonly [name: string, transportTo: TransportTo, isHttp2?: boolean][] = [
  ["Connect in JSON", (baseUrl, interceptors) => createConnectTransport({ baseUrl, httpVersion: "1.1", interceptors })],
  [
    "Connect by GET",
    (baseUrl, interceptors) =>
      createConnectTransport({ baseUrl, httpVersion: "1.1", useHttpGet: true, useBinaryFormat: true, interceptors }),
  ],
  ["gRPC-Web", (baseUrl, interceptors) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1", interceptors })],
  ["gRPC", (baseUrl, interceptors) => createGrpcTransport({ baseUrl, interceptors }), true],
];

describe.each(ways)("a service for development that is called %s", (way, open) => {
  test("gives strangers nothing over REST, and its developer everything", async () => {
    const server = await developmentServer();
    const url = await open(server.url);
    const deposit = { identity_id: server.adaId, token_type: "TOKEN_STANDARD", amount: "100" };
    const calls: readonly [path: string, body?: object][] = [
      ["/v1/admin/ledger/deposits", deposit],
      ["/v1/admin/outbox"],
      ["/api/identities/create", { username: "eve" }],
      ["/v1/admin/keys"],
    ];
    for (const [path, body] of calls) {
      const refused = await answerOf(url + path, body);
      expect(refused.status, path).toBe(401);
      expect(refused.body).toMatchObject({
        error: { code: "AUTHENTICATION_REQUIRED", message: expect.stringContaining(server.path) },
      });
      expect((await answerOf(url + path, body, { Authorization: `Bearer ${server.key}` })).status, path).toBe(200);
    }
  });

  test.each(protocols.filter(([, , isHttp2]) => open !== openProxy || isHttp2 !== true))(
    "gives strangers nothing over %s, and its developer everything",
    async (_, transportTo) => {
      const server = await developmentServer();
      const url = await open(server.url);
      const deposit = { identityId: server.adaId, tokenType: TokenType.STANDARD, amount: decimal("100") };
      const callsOf = (interceptors: Interceptor[]) => {
        const transport = transportTo(url, interceptors);
        return [
          () => createClient(LedgerService, transport).deposit(deposit),
          () => createClient(OutboxService, transport).listMessages({}),
          () => createClient(IdentityService, transport).createIdentity({ username: "eve" }),
        ];
      };
      for (const call of callsOf([])) {
        await expect(call(), way).rejects.toMatchObject({
          code: Code.Unauthenticated,
          rawMessage: expect.stringContaining(server.path),
        });
      }
      const authorize: Interceptor = (next) => (request) => {
        request.header.set("Authorization", `Bearer ${server.key}`);
        return next(request);
      };
      for (const call of callsOf([authorize])) await call();
    },
  );
});

test("the owner of a wallet gets nothing of it by a session, nor over the channel, and is told where the key is", async () => {
  const { wallet, adaId, path } = await developmentServer();
  const channel = channelTransport(wallet.channel as NonNullable<typeof wallet.channel>);
  const callsOf = (transport: Transport) => ({
    register: () => createClient(IdentityService, transport).createIdentity({ username: "eve" }),
    deposit: () =>
      createClient(LedgerService, transport).deposit({
        identityId: adaId,
        tokenType: TokenType.STANDARD,
        amount: decimal("100"),
      }),
    listMessages: () => createClient(OutboxService, transport).listMessages({}),
  });
  const refused = { message: expect.stringContaining(path) };
  for (const call of Object.values(callsOf(wallet.transport))) {
    await expect(call()).rejects.toMatchObject({ ...refused, code: Code.PermissionDenied });
  }
  const { register, ...administration } = callsOf(channel);
  // Its protocol has one code for credentials that are not enough.
  await expect(register()).rejects.toMatchObject({ ...refused, reason: "INVALID_API_KEY" });
  // Administrators have no channel.
  for (const call of Object.values(administration)) {
    await expect(call()).rejects.toMatchObject({ reason: "RESOURCE_NOT_FOUND" });
  }
});

test("a key of an earlier folder is refused, and told from where the present one is read", async () => {
  const [{ key }, server] = [await developmentServer(), await developmentServer()];
  const refused = await answerOf(`${server.url}/v1/admin/outbox`, undefined, { Authorization: `Bearer ${key}` });
  expect(refused.status).toBe(401);
  expect(refused.body.error).toMatchObject({
    code: "INVALID_API_KEY",
    message: expect.stringContaining(server.path),
  });
});

test("a call with a revoked key is still shown to the key's administrators", async () => {
  const server = await startServer({ DEVELOPMENT: "1" });
  onTestFinished(() => server.close());
  const operator = { Authorization: `Bearer ${operatorKey}` };
  const { id, secret } = await server.createKey("developer");
  const revoked = await fetch(`${server.url}/v1/admin/keys/${id}`, { method: "DELETE", headers: operator });
  expect(revoked.status).toBe(200);
  const refused = await answerOf(`${server.url}/v1/admin/outbox`, undefined, { Authorization: `Bearer ${secret}` });
  expect(refused.body.error.message).toContain("DEVELOPMENT=1");
  const query = `${server.url}/v1/admin/usage/refusals?key_id=${id}`;
  const reasons = async () =>
    (await answerOf(query, undefined, operator)).body.result.refusals?.map(({ reason }: { reason: string }) => reason);
  await expect.poll(reasons).toEqual(["INVALID_API_KEY"]);
});

test("a key that its developer has chosen takes the place of the file", async () => {
  const chosen = "a-key-that-the-developer-has-chosen-for-tests";
  const server = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: chosen });
  onTestFinished(() => server.close());
  const path = "/v1/admin/outbox";
  const refused = await answerOf(server.url + path);
  expect(refused.status).toBe(401);
  expect(refused.body.error.message).toContain("BOOTSTRAP_API_KEY");
  expect(refused.body.error.message).not.toContain(chosen);
  expect((await answerOf(server.url + path, undefined, { Authorization: `Bearer ${chosen}` })).status).toBe(200);
});

test("a real service says nothing of where its keys are", async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const { body } = await answerOf(`${server.url}/v1/admin/outbox`);
  expect(body.error.message).toBe("Send the header `Authorization: Bearer <API key or JWT>`.");
});

function decimal(value: string) {
  return { form: { case: "decimal" as const, value } };
}

async function answerOf(url: string, body?: object, headers: Record<string, string> = {}) {
  const given = body && { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const response = await fetch(url, { ...given, headers: { ...given?.headers, ...headers } });
  return { status: response.status, body: (await response.json()) as Json };
}
