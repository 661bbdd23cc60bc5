import { randomUUID, sign } from "node:crypto";
import { type DescMethodUnary, type DescService, fromBinary } from "@bufbuild/protobuf";
import { type Client, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { FaultDetailSchema } from "#contract/fault/v1/fault_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { TransactionResultSchema, TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { mintToken } from "../../../../clients/typescript/src/identity/mint-token.ts";
import { newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { startServer, type TestServer } from "../../../support/server.ts";
import { deposit, type Holder, newHolder } from "../../../support/wallet-holder.ts";
import { type ChannelClient, openChannel } from "../client.ts";

let server: TestServer;
const api = () => new ApiClient(server);
const services = [
  AuthenticationService,
  IdentityService,
  ReviewService,
  VerificationService,
  ExchangeService,
  TransactionService,
  WalletService,
];
const generous = { requestsPerMinute: 100_000, concurrentRequests: 1_000 };

beforeAll(async () => {
  server = await startServer({ PLANS: JSON.stringify({ anonymous: generous, identity: generous }) });
});
afterAll(() => server?.close());

/** Creates an identity whose key is in the vault. */
async function newOwner(of = api()): Promise<{ id: string }> {
  return (await of.identity()).identity;
}

/** Opens a session of an identity that holds its own key. */
async function sessionOf({ id: identityId, keyId, privateKey }: Holder): Promise<string> {
  const { body } = await api().call("POST", `/api/identities/${identityId}/rotation-key`, {});
  const { version, secret } = body.result.rotation_key;
  const rotationKey = { version, secret: Buffer.from(secret, "base64url") };
  const request = { audience: "platonic", clientId: "app", scope: "", counter: 1, windowSeconds: 300 };
  const credentials = { identityId, keyId, rotationKey, sign: (bytes: Uint8Array) => sign(null, bytes, privateKey) };
  const token = await mintToken(credentials, { ...request, nowMs: Date.now() });
  return (await api().authenticate(token)).session_token;
}

/** Opens a channel with a session token; returns both. */
async function channelOf(
  ada: { id: string },
  given?: string,
): Promise<{ readonly channel: ChannelClient; readonly session: string }> {
  const session = given ?? (await api().session(ada.id));
  const channel = await openChannel(server.url, () => ({ credentials: { case: "sessionToken", value: session } }));
  return { channel, session };
}

function grpcClient<Service extends DescService>(service: Service, session: string): Client<Service> {
  const interceptors = [
    (next: (request: never) => Promise<never>) => (request: { header: Headers }) => {
      request.header.set("Authorization", `Bearer ${session}`);
      return next(request as never);
    },
  ] as never;
  return createClient(service, createGrpcTransport({ baseUrl: server.url, interceptors }));
}

type CallOutcome = { reason: number; message: string; parameter: string } | "an answer";

async function overGrpc(
  client: Record<string, (request: object) => Promise<unknown>>,
  name: string,
): Promise<CallOutcome> {
  try {
    await client[name]?.({});
    return "an answer";
  } catch (error) {
    const { rawMessage: message } = ConnectError.from(error);
    const [detail] = ConnectError.from(error).findDetails(FaultDetailSchema);
    return { reason: detail?.reason ?? -1, message, parameter: detail?.parameter ?? "" };
  }
}

describe("failures over a channel:", () => {
  test.each(services)("every method of $typeName answers an empty request as over gRPC", async (service) => {
    const ada = await newOwner();
    const { channel, session } = await channelOf(ada);
    const grpc = grpcClient(service, session) as never;
    for (const method of service.methods as readonly DescMethodUnary[]) {
      // Logging out ends the session.
      if (method.localName === "logout") continue;
      const answer = await channel.call(method, {});
      const { reason, message, parameter } = answer as never as Exclude<CallOutcome, string>;
      const outcome = answer.$typeName === "channel.v1.Error" ? { reason, message, parameter } : "an answer";
      expect(outcome, method.name).toEqual(await overGrpc(grpc, method.localName));
    }
    await channel.close();
  });

  test("another identity's data is refused", async () => {
    const [ada, eve] = [await newOwner(), await newOwner()];
    const { channel } = await channelOf(ada);
    expect(await channel.call(IdentityService.method.getIdentity, { id: eve.id })).toMatchObject({ reason: 2 });
    expect(await channel.call(WalletService.method.getWallet, { identityId: eve.id })).toMatchObject({ reason: 2 });
    await channel.close();
  });

  test.each([
    ["of another service", "geocode.v1.GeocodeService/Transform"],
    ["for administrators", "admin.v1.KeyService/CreateKey"],
    ["that does not exist", "wallet.v1.WalletService/Steal"],
    ["without a service", "GetWallet"],
    ["with a leading slash", "/wallet.v1.WalletService/GetWallet"],
    ["without a name", ""],
    ["of the object prototype", "constructor"],
  ])("a method %s is refused", async (_, method) => {
    const { channel } = await channelOf(await newOwner());
    channel.send({ case: "request", value: { opId: randomUUID(), method } });
    const { answer } = await channel.expect("result");
    expect(answer).toMatchObject({ case: "error", value: { reason: 7, parameter: "method" } });
    await channel.close();
    expect(GeocodeService.typeName).toBe("geocode.v1.GeocodeService");
  });

  test("a payload that is no request is refused with PARAMETER_INVALID", async () => {
    const { channel } = await channelOf(await newOwner());
    const payload = Buffer.from("ff", "hex");
    channel.send({
      case: "request",
      value: { opId: randomUUID(), method: "wallet.v1.WalletService/GetWallet", payload },
    });
    const { answer } = await channel.expect("result");
    const message = "body must be a message of the method's type";
    expect(answer).toMatchObject({ case: "error", value: { reason: 4, parameter: "body", message } });
    await channel.close();
  });

  test("calls over the channel and over HTTP share the plan's limit, and the error has a retry delay", async () => {
    const plans = { anonymous: generous, identity: { requestsPerMinute: 5, concurrentRequests: 2 } };
    const strict = await startServer({ PLANS: JSON.stringify(plans) });
    const of = new ApiClient(strict);
    const { id } = await newOwner(of);
    const value = await of.session(id);
    const channel = await openChannel(strict.url, () => ({ credentials: { case: "sessionToken", value } }));
    expect(channel.welcome.credits).toBe(2);
    const answers: object[] = [];
    for (let count = 0; count < 6; count += 1) {
      answers.push(await channel.call(IdentityService.method.getIdentity, { id }));
    }
    expect(answers.at(-1)).toMatchObject({ reason: 8, retryAfter: expect.any(Number) });
    expect((answers.at(-1) as { retryAfter: number }).retryAfter % 1000).toBe(0);
    expect((await of.call("GET", `/api/identities/${id}`, undefined, value)).status).toBe(429);
    await channel.close();
    await strict.close();
  });
});

describe("an identity on its channel", () => {
  test("pays, and reads the outcome of the payment", async () => {
    const [ada, bob] = [await newHolder(api()), await newHolder(api())];
    await deposit(api(), ada.id, "TOKEN_STANDARD", 100);
    const { channel } = await channelOf(ada, await sessionOf(ada));
    const transactionId = randomUUID();
    const order = ada.order({ id: transactionId, recipient: bob.id, amount: "10" });
    const signedOrder = { order, keyId: ada.keyId, signature: Buffer.from(ada.signature("transfer", order), "base64") };
    const opId = channel.request(TransactionService.method.transfer, { sender: ada.id, signedOrder }, transactionId);
    const result = await channel.expect("result");
    expect(result.opId).toBe(opId);
    const answer = fromBinary(TransactionService.method.transfer.output, result.answer.value as Uint8Array);
    expect(answer.result).toMatchObject({ success: true, transactionId });

    channel.send({ case: "resolve", value: { opId: transactionId, seal: true } });
    const outcome = await channel.expect("outcome");
    expect(outcome).toMatchObject({ opId: transactionId, isFinal: true });
    expect(fromBinary(TransactionResultSchema, outcome.result)).toMatchObject({ success: true, transactionId });

    const balance = await channel.call(WalletService.method.getBalance, { identityId: bob.id });
    expect(balance).toMatchObject({ reason: 2 });
    expect((await bob.held())["TOKEN_STANDARD"]).toBe("10");
    await channel.close();
  });

  test("gets the first answer to a request that it sends again, secrets included", async () => {
    const ada = await newOwner();
    const { channel, session } = await channelOf(ada);
    const { rotateRotationKey } = IdentityService.method;
    const versions: (number | undefined)[] = [];
    const secrets = new Set<string | undefined>();
    const opId = randomUUID();
    for (const again of [channel, (await channelOf(ada, session)).channel, channel]) {
      again.request(rotateRotationKey, { id: ada.id }, opId);
      const { answer } = await again.expect("result");
      const { rotationKey } = fromBinary(rotateRotationKey.output, answer.value as Uint8Array);
      versions.push(rotationKey?.version);
      secrets.add(rotationKey?.secret);
    }
    expect(versions).toEqual([2, 2, 2]);
    expect(secrets.size).toBe(1);
    await channel.close();
  });

  test("names requests and identities in upper or lower case, and gets each answer by the id that it sent", async () => {
    const ada = await newOwner();
    const { channel, session } = await channelOf(ada);
    const { rotateRotationKey } = IdentityService.method;
    const id = randomUUID();
    const secrets = new Set<string | undefined>();
    for (const opId of [id.toUpperCase(), id, id.toUpperCase()]) {
      const again = opId === id ? (await channelOf(ada, session)).channel : channel;
      again.request(rotateRotationKey, { id: ada.id.toUpperCase() }, opId);
      const result = await again.expect("result");
      expect(result.opId).toBe(opId);
      secrets.add(fromBinary(rotateRotationKey.output, result.answer.value as Uint8Array).rotationKey?.secret);
    }
    expect(secrets.size).toBe(1);
    await channel.close();
  });

  test("exchanges once, though it sends the request again and names no exchange", async () => {
    const ada = await newHolder(api());
    await deposit(api(), ada.id, "TOKEN_STANDARD", 100);
    const pair = { source_type: "TOKEN_STANDARD", target_type: "TOKEN_MICRO" };
    expect((await api().call("PUT", "/v1/admin/ledger/rates", { ...pair, bid: 2, ask: 2 })).status).toBe(200);
    const session = await sessionOf(ada);
    const { channel } = await channelOf(ada, session);
    const { exchange } = ExchangeService.method;
    const ask = {
      identityId: ada.id,
      sourceType: 1,
      targetType: 2,
      sourceAmount: { form: { case: "decimal", value: "10" } },
    };
    const opId = randomUUID();
    const ids = new Set<string | undefined>();
    for (const again of [channel, (await channelOf(ada, session)).channel]) {
      again.request(exchange, ask as never, opId);
      const { answer } = await again.expect("result");
      expect(answer.case).toBe("payload");
      ids.add(fromBinary(exchange.output, answer.value as Uint8Array).result?.exchangeId);
    }
    expect(ids.size).toBe(1);
    expect((await ada.held())["TOKEN_STANDARD"]).toBe("90");
    await channel.close();
  });

  test("voids a transaction that it never sent; the transaction is refused afterwards", async () => {
    const [ada, bob] = [await newHolder(api()), await newHolder(api())];
    await deposit(api(), ada.id, "TOKEN_STANDARD", 100);
    const { channel } = await channelOf(ada, await sessionOf(ada));
    const opId = randomUUID();
    channel.send({ case: "resolve", value: { opId } });
    expect(await channel.expect("outcome")).toMatchObject({ opId, isFinal: false });
    channel.send({ case: "resolve", value: { opId, seal: true } });
    const voided = await channel.expect("outcome");
    expect(voided.isFinal).toBe(true);
    expect(fromBinary(TransactionResultSchema, voided.result).status).toBe(TransactionStatus.FAILED);
    const order = ada.order({ id: opId, recipient: bob.id, amount: "10" });
    const signedOrder = { order, keyId: ada.keyId, signature: Buffer.from(ada.signature("transfer", order), "base64") };
    const late = await channel.call(TransactionService.method.transfer, { sender: ada.id, signedOrder });
    expect(late).toMatchObject({ result: { success: false } });
    expect((await bob.held())["TOKEN_STANDARD"]).toBe("0");
    await channel.close();
  });

  test("has many requests running at once, each with its own answer", async () => {
    const ada = await newOwner();
    const { channel } = await channelOf(ada);
    const sent = Array.from({ length: 64 }, () => channel.request(IdentityService.method.getIdentity, { id: ada.id }));
    const answered = new Set<string>();
    for (const _ of sent) {
      const { opId, answer } = await channel.expect("result");
      expect(answer.case).toBe("payload");
      answered.add(opId);
    }
    expect([...answered].sort()).toEqual([...sent].sort());
    await channel.close();
  });

  test("is logged with method, principal and protocol, and without its session token", async () => {
    const ada = await newOwner();
    const { channel, session } = await channelOf(ada);
    const opId = channel.request(IdentityService.method.getIdentity, { id: ada.id });
    await channel.expect("result");
    await channel.close();
    const line = server.log.find((each) => each.includes(opId)) ?? "{}";
    expect(JSON.parse(line)).toMatchObject({
      protocol: "channel",
      method: "identity.v1.IdentityService/GetIdentity",
      principal: `identity:${ada.id}`,
      reason: "OK",
    });
    expect(server.log.join("")).not.toContain(session);
  });
});

describe("a session that ends while its channel is open ends the channel at once:", () => {
  test.each([
    ["by a logout over HTTP", (session: string) => api().call("POST", "/api/authentication/logout", {}, session)],
    [
      "by revocation of the session",
      async (session: string, id: string) => {
        const { body } = await api().call("GET", `/api/identities/${id}/sessions`, undefined, session);
        await api().call("DELETE", `/api/identities/${id}/sessions/${body.result.sessions[0].id}`, undefined, session);
      },
    ],
    [
      "by revocation of the key that opened it",
      async (_: string, id: string) => {
        const { body } = await api().call("GET", `/api/identities/${id}/keys`);
        await api().call("DELETE", `/api/identities/${id}/keys/${body.result.keys[0].id}`);
      },
    ],
  ])("%s", async (_, end) => {
    const ada = await newOwner();
    const other = await channelOf(await newOwner());
    const { channel, session } = await channelOf(ada);
    await end(session, ada.id);
    expect(await channel.expect("goAway")).toMatchObject({ reason: GoAwayReason.AUTHENTICATION });
    expect(await channel.messages.closed).toBe(1008);
    // Another identity's channel is not affected.
    other.channel.send({ case: "ping", value: { nonce: 5n } });
    expect(await other.channel.expect("pong")).toMatchObject({ nonce: 5n });
    await other.channel.close();
  });

  test("by a logout over the channel itself, which is answered first", async () => {
    const { channel } = await channelOf(await newOwner());
    channel.request(AuthenticationService.method.logout, {});
    expect(await channel.expect("result")).toMatchObject({ answer: { case: "payload" } });
    expect(await channel.expect("goAway")).toMatchObject({ reason: GoAwayReason.AUTHENTICATION });
  });
});

test("a server that shuts down sends goAway, answers accepted requests, and closes the channels", async () => {
  const stopping = await startServer({ PLANS: JSON.stringify({ anonymous: generous, identity: generous }) });
  const of = new ApiClient(stopping);
  const { id } = await newOwner(of);
  const value = await of.session(id);
  const open = () => openChannel(stopping.url, () => ({ credentials: { case: "sessionToken", value } }));
  const [busy, idle] = [await open(), await open()];
  const first = busy.request(IdentityService.method.getIdentity, { id });
  await busy.expect("result");
  const sent = Array.from({ length: 20 }, () => busy.request(IdentityService.method.getIdentity, { id }));
  const closed = stopping.close();
  const accepted = new Set<string>();
  const answered = new Set<string>();
  let hasGoAway = false;
  for (let envelope = await busy.next(); envelope !== undefined; envelope = await busy.next()) {
    const { body } = envelope;
    if (body.case === "accepted") accepted.add(body.value.opId);
    if (body.case === "result") answered.add(body.value.opId);
    if (body.case === "goAway") hasGoAway = body.value.reason === GoAwayReason.SHUTDOWN;
  }
  expect(hasGoAway).toBe(true);
  for (const opId of accepted) expect(answered).toContain(opId);
  for (const opId of answered) expect(sent).toContain(opId);
  expect(first).not.toBe("");
  expect(await idle.expect("goAway")).toMatchObject({ reason: GoAwayReason.SHUTDOWN });
  expect(await Promise.all([busy, idle].map(({ messages }) => messages.closed))).toEqual([1001, 1001]);
  await closed;
});

test("a channel resumes over a new connection to a real server", async () => {
  const ada = await newOwner();
  const session = await api().session(ada.id);
  const staticKey = newKeyPair();
  const credentials = { case: "sessionToken" as const, value: session };
  const first = await openChannel(server.url, () => ({ credentials }), { staticKey });
  first.request(IdentityService.method.getIdentity, { id: ada.id });
  first.socket.terminate();
  const resume = { channelId: first.welcome.channelId, lastSeq: first.ack };
  const second = await openChannel(server.url, () => ({ credentials, resume }), { staticKey });
  expect(second.welcome).toMatchObject({ isResumed: true, channelId: first.welcome.channelId });
  await second.close();
});
