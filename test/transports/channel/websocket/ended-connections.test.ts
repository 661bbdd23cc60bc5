import { randomUUID, sign } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientHelloSchema, GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { mintToken } from "../../../../clients/typescript/src/identity/mint-token.ts";
import { limits } from "../../../../server/core/limits.ts";
import { newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { startServer, type TestServer } from "../../../support/server.ts";
import { deposit, type Holder, newHolder } from "../../../support/wallet-holder.ts";
import { type Body, ChannelClient, finishHandshake, type StartedHandshake, startHandshakeOn } from "../client.ts";
import { sealedFrame } from "../wire/frames.ts";
import { frame, RawSocket } from "./raw-socket.ts";

const path = "/channel/wallet";
const generous = { requestsPerMinute: 1_000_000, concurrentRequests: 5_000 };
const plans = JSON.stringify({ anonymous: generous, identity: generous });

let server: TestServer;
let api: ApiClient;
let ada: Holder;
let bob: Holder;
beforeAll(async () => {
  server = await startServer({ PLANS: plans, CHANNELS_PER_IDENTITY: "1000", CHANNELS_PER_NETWORK: "1000" });
  api = new ApiClient(server);
  [ada, bob] = [await newHolder(api), await newHolder(api)];
  await deposit(api, ada.id, "TOKEN_STANDARD", 1_000);
});
afterAll(() => server?.close());

/** A payment of one token as a request of the channel, and its id. */
function payment(): { readonly id: string; readonly request: Body } {
  const id = randomUUID();
  const order = ada.order({ id, recipient: bob.id, amount: "1" });
  const signedOrder = { order, keyId: ada.keyId, signature: Buffer.from(ada.signature("transfer", order), "base64") };
  const { input } = TransactionService.method.transfer;
  const payload = toBinary(input, create(input, { sender: ada.id, signedOrder }));
  return {
    id,
    request: { case: "request", value: { opId: id, method: "wallet.v1.TransactionService/Transfer", payload } },
  };
}

/** Voids a payment, and returns whether it was done before that. */
async function wasDone(transaction_id: string): Promise<boolean> {
  const question = { sender: ada.id, transaction_id, seal: true };
  const { status, body } = await api.call("POST", "/api/transactions/resolve", question);
  expect([status, body.result?.is_final]).toEqual([200, true]);
  return body.result.result.success;
}

/** Ada's rotation key, and the number of tokens minted by it. */
let rotation: { key: { version: number; secret: Buffer }; counter: number } | undefined;

/** Opens a new session of Ada. */
async function sessionOfAda(): Promise<string> {
  if (rotation === undefined) {
    const { body } = await api.call("POST", `/api/identities/${ada.id}/rotation-key`, {});
    const { version, secret } = body.result.rotation_key;
    rotation = { key: { version, secret: Buffer.from(secret, "base64url") }, counter: 0 };
  }
  rotation.counter += 1;
  const credentials = {
    identityId: ada.id,
    keyId: ada.keyId,
    rotationKey: rotation.key,
    sign: (bytes: Uint8Array) => sign(null, bytes, ada.privateKey),
  };
  const { counter } = rotation;
  const request = { audience: "platonic", clientId: "app", scope: "", counter, windowSeconds: 300, nowMs: Date.now() };
  return (await api.authenticate(await mintToken(credentials, request))).session_token;
}

/** An open channel on a socket that sends what it is told. */
interface Open {
  readonly raw: RawSocket;
  readonly client: ChannelClient;
  readonly session: string;
  readonly staticKey: ReturnType<typeof newKeyPair>;
}

async function open(): Promise<Open> {
  const session = await sessionOfAda();
  const staticKey = newKeyPair();
  const raw = await RawSocket.open(server.url, path);
  const started = await startHandshakeOn(raw.messages, path, staticKey);
  const client = finishHandshake(started, { credentials: { case: "sessionToken", value: session } });
  await client.expect("welcome");
  return { raw, client, session, staticKey };
}

/** Bytes of a message with envelopes. */
function message(client: ChannelClient, ...bodies: Body[]): Buffer {
  return frame(
    0x82,
    sealedFrame(
      client.transport,
      bodies.map((body) => client.envelope(body)),
    ),
  );
}

const many = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make);
const tooLong = Buffer.from("82ff000000000002000100000000", "hex");
const ping: Body = { case: "ping", value: { nonce: 1n } };

/** Ends of WebSocket's own, at any stage, with the status that the server closes with. */
const endsOfSockets: [string, number, () => Buffer][] = [
  ["a text message", 1003, () => frame(0x81, Buffer.from("hello"))],
  ["a text message that is no UTF-8", 1007, () => frame(0x81, Buffer.from([0xff]))],
  ["a message that is too long", 1009, () => tooLong],
  [
    "too many fragments",
    1008,
    () => Buffer.concat([frame(0x02, Buffer.alloc(1)), ...many(17, () => frame(0x00, Buffer.alloc(1)))]),
  ],
  ["a frame with reserved bits", 1002, () => frame(0xf2, Buffer.alloc(1))],
  ["a frame without a mask", 1002, () => Buffer.from("820100", "hex")],
  [
    "a flood of pings",
    1006,
    () => Buffer.concat(many(limits.channelIdleMessagesMax + 1, () => frame(0x89, Buffer.alloc(0)))),
  ],
  ["a close frame of the client", 1000, () => frame(0x88, Buffer.from([0x03, 0xe8]))],
];

/** Ends of an open channel. */
const endsOfChannels: [string, number, (open: Open) => Buffer | Promise<void>][] = [
  ...endsOfSockets.map(([name, status, bytes]) => [name, status, () => bytes()] as (typeof endsOfChannels)[number]),
  ["a message that is not genuine", 1002, () => frame(0x82, Buffer.alloc(64, 1))],
  ["a message that is no frame", 1002, ({ client }) => frame(0x82, client.transport.encrypt(Buffer.from("ff", "hex")))],
  ["a Welcome of the client", 1002, ({ client }) => message(client, { case: "welcome", value: {} })],
  [
    "a request without an id",
    1002,
    ({ client }) => message(client, { case: "request", value: { opId: "x", method: "y", payload: new Uint8Array() } }),
  ],
  [
    "a GoAway of the client",
    1000,
    ({ client }) => message(client, { case: "goAway", value: { reason: GoAwayReason.CLIENT } }),
  ],
  [
    "a flood of control envelopes",
    1008,
    ({ client }) => message(client, ...many(limits.channelIdleMessagesMax + 1, () => ping)),
  ],
  [
    "a logout",
    1008,
    async ({ session }) => {
      expect((await api.call("POST", "/api/authentication/logout", {}, session)).status).toBe(200);
    },
  ],
  [
    "a connection that resumes it",
    1001,
    async ({ client, session, staticKey }) => {
      const started = await startHandshakeOn((await RawSocket.open(server.url, path)).messages, path, staticKey);
      const resume = { channelId: client.welcome.channelId, lastSeq: client.ack };
      const next = finishHandshake(started, { credentials: { case: "sessionToken", value: session }, resume });
      expect(await next.expect("welcome")).toMatchObject({ isResumed: true });
    },
  ],
];

/** Ends the client's side too, once everything it sent is read. */
async function finish(raw: RawSocket): Promise<void> {
  raw.tcp.write(frame(0x88, Buffer.from([0x03, 0xe8])));
  raw.tcp.end();
  await raw.ended;
}

describe("a payment on an open channel is not made", () => {
  test.each(endsOfChannels)("after %s", async (_, status, end) => {
    for (const when of ["in the same bytes", "at once", "after the close"]) {
      const opened = await open();
      const { raw, client } = opened;
      const ending = end(opened);
      if (ending instanceof Promise) await ending;
      const { id, request } = payment();
      const paying = message(client, request);
      if (ending instanceof Promise) {
        if (when === "after the close") expect(await raw.closed, when).toBe(status);
        // A message that arrives before the channel has learned of the end finds the session over.
        raw.tcp.write(paying);
      } else if (when === "in the same bytes") raw.tcp.write(Buffer.concat([ending, paying]));
      else {
        raw.tcp.write(ending);
        if (when === "after the close") expect(await raw.closed, when).toBe(status);
        raw.tcp.write(paying);
      }
      expect(await raw.closed, when).toBe(status);
      await finish(raw);
      expect(await wasDone(id), when).toBe(false);
    }
  });

  test("after the shutdown has begun", async () => {
    const other = await startServer({ PLANS: plans });
    const here = [server, api, ada, bob, rotation] as const;
    [server, api, rotation] = [other, new ApiClient(other), undefined];
    [ada, bob] = [await newHolder(api), await newHolder(api)];
    await deposit(api, ada.id, "TOKEN_STANDARD", 10);
    const { raw, client } = await open();
    const { request } = payment();
    const closed = other.close();
    expect(await raw.closed).toBe(1001);
    raw.tcp.write(message(client, request));
    await finish(raw);
    await closed;
    expect(other.log.join("")).not.toContain("TransactionService.Transfer");
    [server, api, ada, bob, rotation] = here;
  });
});

describe("during the handshake", () => {
  /** Finishes a handshake with a payment behind it. */
  function rest(started: StartedHandshake, session: string) {
    const hello = create(ClientHelloSchema, { credentials: { case: "sessionToken", value: session } });
    const third = frame(0x82, started.handshake.write(toBinary(ClientHelloSchema, hello)));
    const { id, request } = payment();
    const client = new ChannelClient(started.messages, started.handshake.split());
    return { id, third, paying: message(client, request) };
  }

  test.each(endsOfSockets)("after %s no channel opens, and no payment is made", async (_, status, end) => {
    for (const order of ["end third paying", "third end paying", "end, third paying", "third end, paying"]) {
      const session = await sessionOfAda();
      const raw = await RawSocket.open(server.url, path);
      const { id, third, paying } = rest(await startHandshakeOn(raw.messages, path), session);
      const pieces = { end: end(), third, paying };
      for (const write of order.split(", ")) {
        raw.tcp.write(Buffer.concat(write.split(" ").map((piece) => pieces[piece as keyof typeof pieces])));
        if (write.includes("end")) expect(await raw.closed, order).toBe(status);
      }
      await finish(raw);
      expect([await raw.next(), await wasDone(id)], order).toEqual([undefined, false]);
    }
  });

  test.each(endsOfSockets)("after %s the first message is not answered", async (_, status, end) => {
    const raw = await RawSocket.open(server.url, path);
    raw.tcp.write(Buffer.concat([end(), frame(0x82, Buffer.alloc(32, 9))]));
    expect(await raw.closed).toBe(status);
    await finish(raw);
    expect(await raw.next()).toBeUndefined();
  });
});
