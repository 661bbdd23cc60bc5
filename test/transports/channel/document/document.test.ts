import { createHash, createHmac, createPublicKey, hkdfSync, randomBytes, randomUUID, sign, verify } from "node:crypto";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Envelope, ServerHello } from "#contract/channel/v1/channel_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { TransactionResultSchema, TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { TransferRequestSchema, TransferResponseSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import { GetWalletRequestSchema, GetWalletResponseSchema } from "#contract/wallet/v1/wallet_service_pb.js";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { startServer, type TestServer } from "../../../support/server.ts";
import { deposit, type Holder, newHolder } from "../../../support/wallet-holder.ts";
import { type Body, DocumentedClient, type Wallet } from "./client.ts";

const plan = { requestsPerMinute: 1_000_000, concurrentRequests: 64 };
let server: TestServer;
let api: ApiClient;
let ada: Holder;
let bob: Holder;
let rotation: { version: number; secret: string };
beforeAll(async () => {
  server = await startServer({ PLANS: JSON.stringify({ anonymous: plan, identity: plan }) });
  api = new ApiClient(server);
  [ada, bob] = [await newHolder(api), await newHolder(api)];
  await deposit(api, ada.id, "TOKEN_STANDARD", 100_000);
  rotation = (await api.call("POST", `/api/identities/${ada.id}/rotation-key`, {})).body.result.rotation_key;
});
afterAll(() => server?.close());

let counter = 0;

/** A rotating token as docs/rotating-token.md has it. */
function token({ audience: aud, rotationWindow, challenge: chal }: ServerHello, cb: string): string {
  const text = (value: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(value));
    return Buffer.concat([length, Buffer.from(value)]);
  };
  const u32 = (value: number) => Buffer.from(value.toString(16).padStart(8, "0"), "hex");
  const u64 = (value: number) => Buffer.from(value.toString(16).padStart(16, "0"), "hex");
  const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = base64url({ typ: "wrt+jwt", alg: "EdDSA", kid: ada.keyId });
  const iat = Math.floor(Date.now() / 1000);
  const [sub, exp, w] = [ada.id, iat + rotationWindow, Math.floor(iat / rotationWindow)];
  const [client_id, scope, jti, kid] = ["stranger", "", randomBytes(16).toString("base64url"), `v${rotation.version}`];
  counter += 1;
  const info = `platonic rotation ${kid}|${client_id}`;
  const key = Buffer.from(hkdfSync("sha256", Buffer.from(rotation.secret, "base64url"), sub, info, 32));
  const digest = createHash("sha256").update(
    Buffer.concat([
      ...["platonic rotation claims v1", header, sub, aud, client_id, scope].map(text),
      ...[u64(iat), u64(exp)],
      ...[jti, chal, cb, kid].map(text),
    ]),
  );
  const code = createHmac("sha256", key)
    .update(Buffer.concat([text("platonic rotation code v1"), u32(rotation.version), u64(w), u64(counter)]))
    .update(digest.digest())
    .digest("base64url");
  const rot = { kid, w, n: counter, code };
  const input = `${header}.${base64url({ sub, aud, client_id, scope, iat, exp, jti, chal, cb, rot })}`;
  return `${input}.${sign(null, Buffer.from(input), ada.privateKey).toString("base64url")}`;
}

/** Whether a service key that is published has signed the key of message 2. */
async function isSigned(hello: ServerHello, staticKey: Buffer): Promise<boolean> {
  const { keys } = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as {
    keys: Record<string, string>[];
  };
  const jwk = keys.find(({ kid }) => kid === hello.keyId) ?? {};
  const signed = Buffer.concat([Buffer.from("platonic channel v1\n"), staticKey]);
  return verify(null, signed, createPublicKey({ key: jwk, format: "jwk" }), hello.signature);
}

async function newClient(members: Partial<Wallet> = {}): Promise<DocumentedClient> {
  const client = new DocumentedClient({
    url: server.url.replace("http", "ws"),
    async credentials(hello, staticKey, binding) {
      expect(await isSigned(hello, staticKey)).toBe(true);
      return { case: "rotatingToken", value: token(hello, binding) };
    },
    ...members,
  });
  await client.connect();
  return client;
}

/** A payment of a hundredth of a token to Bob, within the limits of a day, as a request, and its id. */
function payment(): { readonly id: string; readonly request: Body } {
  const id = randomUUID();
  const order = ada.order({ id, recipient: bob.id, amount: "0.01" });
  const signature = sign(null, Buffer.concat([Buffer.from("platonic transfer v1\n"), order]), ada.privateKey);
  const signedOrder = { order, keyId: ada.keyId, signature };
  const payload = toBinary(TransferRequestSchema, create(TransferRequestSchema, { sender: ada.id, signedOrder }));
  const value = { opId: id, method: "wallet.v1.TransactionService/Transfer", payload };
  return { id, request: { case: "request", value } };
}

function reading(): { readonly id: string; readonly request: Body } {
  const id = randomUUID();
  const payload = toBinary(GetWalletRequestSchema, create(GetWalletRequestSchema, { identityId: ada.id }));
  return {
    id,
    request: { case: "request", value: { opId: id, method: "wallet.v1.WalletService/GetWallet", payload } },
  };
}

async function isPaid(client: DocumentedClient, id: string): Promise<boolean> {
  const answer = await client.result(id);
  if (answer.case !== "payload") throw new Error(`the payment failed: ${answer.value?.message}`);
  return fromBinary(TransferResponseSchema, answer.value).result?.success ?? false;
}

async function outcome(client: DocumentedClient, opId: string, seal = false) {
  const before = client.received.length;
  client.send({ case: "resolve", value: { opId, seal } });
  const { isFinal, result } = await client.until(
    () =>
      client.received
        .slice(before)
        .flatMap(({ body }) => (body.case === "outcome" && body.value.opId === opId ? [body.value] : []))[0],
  );
  return { isFinal, ...fromBinary(TransactionResultSchema, result) };
}

/** Number of payments that Bob has got. */
const paymentsOfBob = async () => Math.round(Number((await bob.held())["TOKEN_STANDARD"]) * 100);

describe("a client that is written from docs/channel.md alone", () => {
  test.each(["wallet.v1", "wallet.v1.chachapoly"] as const)(
    "connects by %s, reads its wallet, pays, and ends",
    async (subprotocol) => {
      const client = await newClient({ subprotocol });
      expect(client.welcome).toMatchObject({ identityId: ada.id, isResumed: false, credits: 64 });
      const { id, request } = reading();
      const paid = payment();
      client.send(request, paid.request);
      const answer = await client.result(id);
      const { wallet } = fromBinary(GetWalletResponseSchema, answer.value as Uint8Array);
      expect(wallet?.identityId).toBe(ada.id);
      expect(await isPaid(client, paid.id)).toBe(true);
      await client.end();
    },
  );

  test.each(["/channel/identity", "/channel/dragon-wallet"])("connects to %s", async (endpoint) => {
    const client = await newClient({ endpoint });
    expect(client.welcome?.identityId).toBe(ada.id);
    await client.end();
  });

  test("has a session for HTTP, by which another client of its opens a channel", async () => {
    const client = await newClient();
    const value = client.welcome?.sessionToken as string;
    const other = await newClient({ credentials: () => ({ case: "sessionToken", value }) });
    expect(other.welcome).toMatchObject({ identityId: ada.id, sessionToken: "" });
    await client.end();
    await other.end();
  });

  test("sends more than the credits and the queue hold: what is refused was not executed, and is paid once when it is sent again", async () => {
    const client = await newClient();
    const before = await paymentsOfBob();
    const payments = Array.from({ length: 1_300 }, payment);
    client.send(...payments.map(({ request }) => request));
    const answers = await Promise.all(
      payments.map(async (paid) => ({ ...paid, answer: await client.result(paid.id) })),
    );
    const refused = answers.filter(({ answer }) => answer.case === "error");
    expect(refused.length).toBeGreaterThan(0);
    for (const { answer } of refused)
      expect(answer.value).toMatchObject({
        reason: Reason.RATE_LIMIT_EXCEEDED,
        retryAfter: expect.toSatisfy((ms) => ms > 0),
      });
    expect(await paymentsOfBob()).toBe(before + payments.length - refused.length);
    for (const { id } of refused) expect(await outcome(client, id)).toMatchObject({ isFinal: false, success: false });
    client.frames.length = 0;
    for (const { request } of refused) client.send(request);
    for (const { id } of refused) expect(await isPaid(client, id)).toBe(true);
    expect(await paymentsOfBob()).toBe(before + payments.length);
    await client.end();
  });

  test("reads the results that come in the message of a resumed Welcome, and all that it has missed", async () => {
    const client = await newClient();
    const before = await paymentsOfBob();
    const payments = Array.from({ length: 100 }, payment);
    client.send(...payments.map(({ request }) => request));
    for (const { id } of payments) await client.result(id);
    // The process of the client ends without having stored any result. A slow service accepts payments before that.
    const first = client.received.find(({ body }) => body.case === "result") as Envelope;
    await client.lose();
    client.memory.receivedSeq = first.seq - 1n;
    client.frames.length = 0;
    expect(await client.connect()).toMatchObject({ isResumed: true });
    expect(client.frames[0]?.map(({ body }) => body.case).slice(0, 2)).toEqual(["welcome", "result"]);
    for (const { id } of payments) expect(await isPaid(client, id)).toBe(true);
    expect(await paymentsOfBob()).toBe(before + payments.length);
    await client.end();
  });

  test("sends again what the server has not acknowledged, and is paid for once", async () => {
    const client = await newClient();
    const before = await paymentsOfBob();
    const [first, second] = [payment(), payment()];
    client.send(first.request, { case: "ping", value: { nonce: 1n } });
    await isPaid(client, first.id);
    await client.lose();
    // Sent into the void, with a ping whose number is missing afterwards.
    client.send({ case: "ping", value: { nonce: 2n } }, second.request);
    await client.connect();
    expect(await isPaid(client, second.id)).toBe(true);
    expect(await paymentsOfBob()).toBe(before + 2);
    client.send({ case: "ping", value: { nonce: 3n } });
    await client.until(() => client.received.find(({ body }) => body.case === "pong" && body.value.nonce === 3n));
    await client.end();
  });

  test("learns on another channel what became of a payment whose answer was lost, and voids one that never came", async () => {
    const client = await newClient();
    const [sent, unsent] = [payment(), payment()];
    client.send(sent.request);
    await client.result(sent.id);
    await client.lose();
    const other = await newClient();
    const done = {
      isFinal: true,
      success: true,
      transactionId: sent.id,
      status: TransactionStatus.COMPLETED,
    };
    expect(await outcome(other, sent.id)).toMatchObject(done);
    expect(await outcome(other, sent.id, true)).toMatchObject(done);
    expect(await outcome(other, unsent.id)).toMatchObject({ isFinal: false, status: TransactionStatus.PENDING });
    expect(await outcome(other, unsent.id, true)).toMatchObject({
      isFinal: true,
      success: false,
      status: TransactionStatus.FAILED,
    });
    other.send(unsent.request);
    expect(await isPaid(other, unsent.id)).toBe(false);
    await other.end();
  });
});
