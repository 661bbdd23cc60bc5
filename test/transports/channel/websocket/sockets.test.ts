import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { limits } from "../../../../server/core/limits.ts";
import { hasOpenssl, makeCertificate } from "../../../support/http/certificate.ts";
import { RawConnection, requestText } from "../../../support/http/raw-connection.ts";
import { ResourceBaseline } from "../../../support/http/resource-baseline.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { Random } from "../../../support/laws/random.ts";
import { lawSeed } from "../../../support/laws/seed.ts";
import { startServer, type TestServer } from "../../../support/server.ts";
import {
  finishHandshake,
  type Messages,
  openChannel,
  openSocket,
  startHandshake,
  startHandshakeOn,
  type UpgradeRefused,
} from "../client.ts";
import { sealedFrame } from "../wire/frames.ts";

const plan = { requestsPerMinute: 1_000_000, concurrentRequests: 5_000 };
const generous = { PLANS: JSON.stringify({ anonymous: plan, identity: plan }) };
const allowed = "https://wallet.example";
const path = "/channel/wallet";

let server: TestServer;
beforeAll(async () => {
  // Where the console has been built, there is a page at `/`.
  server = await startServer({ ...generous, CORS_ORIGINS: allowed, CONSOLE: "off" });
});
afterAll(() => server?.close());

async function sessionOf(of: TestServer): Promise<{ id: string; session: string }> {
  const api = new ApiClient(of);
  const { identity } = await api.identity();
  return { id: identity.id, session: await api.session(identity.id) };
}

async function open(of: TestServer) {
  const { session: value } = await sessionOf(of);
  return openChannel(of.url, () => ({ credentials: { case: "sessionToken", value } }));
}

async function refusalOf(opening: Promise<Messages>): Promise<UpgradeRefused> {
  return opening.then(
    () => expect.fail("it was opened"),
    (error: UpgradeRefused) => error,
  );
}

describe("a WebSocket upgrade:", () => {
  const elsewhere = ["https://evil.example", "null", "http://wallet.example", `${allowed}.evil.example`, ""];
  test.each(elsewhere)("a page of the origin “%s” is refused", async (origin) => {
    const { status, body } = await refusalOf(openSocket(server.url, path, { headers: { Origin: origin } }));
    expect([status, body.error.code]).toEqual([403, "INVALID_API_KEY"]);
  });

  test("pages of a configured origin, and programs without an Origin header, are accepted", async () => {
    const { socket } = await openSocket(server.url, path, { headers: { Origin: allowed } });
    socket.terminate();
    const other = await openSocket(server.url, path);
    other.socket.terminate();
  });

  test("a query is refused, and its values are not logged", async () => {
    const { session } = await sessionOf(server);
    for (const query of [`?token=${session}`, `?session_token=${session}`]) {
      const { status, body } = await refusalOf(openSocket(server.url, path + query));
      expect([status, body.error.details.parameter]).toEqual([400, "query"]);
    }
    expect(server.log.join("")).not.toContain(session);
  });

  test("credentials in headers and cookies are ignored", async () => {
    const { session } = await sessionOf(server);
    const headers = { Authorization: `Bearer ${session}`, Cookie: `session_token=${session}` };
    const client = finishHandshake(await startHandshake(server.url, path, undefined, { headers }), {});
    expect(await client.expect("error")).toMatchObject({ reason: 1 });
  });

  test.each([
    ["Sec-WebSocket-Key", ""],
    ["Sec-WebSocket-Key", "short"],
    ["Sec-WebSocket-Version", ""],
    ["Sec-WebSocket-Version", "7"],
    ["Sec-WebSocket-Protocol", "wallet.v1, wallet.v1"],
  ])("the header %s: %j is refused with the usual error body", async (name, value) => {
    const connection = await RawConnection.open(server.url);
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Protocol": "wallet.v1",
      "Content-Length": "",
      [name]: value,
    };
    connection.write(requestText("GET", path, "", headers));
    const answer = await connection.answer();
    const { error } = JSON.parse(answer?.body ?? "");
    expect([answer?.status, error.code, error.details.parameter]).toEqual([400, "PARAMETER_INVALID", name]);
    expect(answer?.headers.get("sec-websocket-version")).toBe("13");
    await connection.closed;
  });

  test.each([[[]], [["wallet.v2"]], [["Wallet.v1", "chat"]]])("the subprotocols %j are refused", async (protocols) => {
    const { status, body } = await refusalOf(openSocket(server.url, path, {}, protocols));
    expect([status, body.error.details.parameter]).toEqual([400, "Sec-WebSocket-Protocol"]);
  });

  test.each([
    [["chat", "wallet.v1"], "wallet.v1"],
    [["wallet.v1.chachapoly"], "wallet.v1.chachapoly"],
    [["chat", "wallet.v1.chachapoly", "wallet.v1"], "wallet.v1.chachapoly"],
    [["wallet.v1", "wallet.v1.chachapoly"], "wallet.v1"],
  ])("of the subprotocols %j, %s is chosen, without compression", async (offered, chosen) => {
    const { socket } = await openSocket(server.url, path, { perMessageDeflate: true }, offered);
    expect([socket.protocol, socket.extensions]).toEqual([chosen, ""]);
    socket.terminate();
  });

  test("a channel of either subprotocol carries calls", async () => {
    const { session: value } = await sessionOf(server);
    for (const subprotocol of ["wallet.v1", "wallet.v1.chachapoly"]) {
      const hello = { credentials: { case: "sessionToken" as const, value } };
      const channel = await openChannel(server.url, () => hello, { path, subprotocol });
      const challenge = await channel.call(AuthenticationService.method.createChallenge, { clientId: "app" });
      expect(challenge).toMatchObject({ challenge: expect.stringMatching(/./) });
      await channel.close();
    }
  });

  test("a client with another cipher than that of the subprotocol fails the handshake", async () => {
    const messages = await openSocket(server.url, path, {}, ["wallet.v1.chachapoly"]);
    Object.defineProperty(messages.socket, "protocol", { value: "wallet.v1" });
    await expect(startHandshakeOn(messages, path)).rejects.toThrow("not genuine");
    messages.socket.terminate();
  });

  test.each([
    ["/channel/other", 404],
    ["/channel/", 404],
    ["/channel/wallet/", 404],
    ["/channel/walle%74", 404],
    ["/", 404],
    // Below an API's path its credentials are asked for first.
    ["/v1/geocode/transform", 401],
  ])("%s is answered by %i", async (otherPath, status) => {
    expect((await refusalOf(openSocket(server.url, otherPath))).status).toBe(status);
  });

  test.each([
    ["another upgrade is ignored", "GET /healthz HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c", 200],
    ["an upgrade elsewhere is ignored", "GET /healthz HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket", 200],
    ["a channel's path without an upgrade is not found", `GET ${path} HTTP/1.1`, 404],
    ["an upgrade by POST is not found", `POST ${path} HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket`, 404],
    [
      "an upgrade without a key is refused",
      `GET ${path} HTTP/1.1\r\nSec-WebSocket-Protocol: wallet.v1\r\nSec-WebSocket-Version: 13\r\nConnection: Upgrade\r\nUpgrade: websocket`,
      400,
    ],
    [
      "an upgrade of another version is refused",
      `GET ${path} HTTP/1.1\r\nSec-WebSocket-Protocol: wallet.v1\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 7\r\nConnection: Upgrade\r\nUpgrade: websocket`,
      400,
    ],
  ])("%s", async (_, head, status) => {
    const connection = await RawConnection.open(server.url);
    connection.write(`${head}\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
    expect((await connection.answer())?.status).toBe(status);
    connection.socket.destroy();
  });

  test("a refused client that keeps its side open is disconnected", async () => {
    const connection = await RawConnection.open(server.url, true);
    connection.write("GET /channel/wallet?x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    expect((await connection.answer())?.status).toBe(400);
    // The operating system reports a lost connection only when the client writes.
    while (!connection.socket.destroyed) {
      connection.write("x");
      await setImmediate();
    }
  });

  test("the connections of one network are limited, and a closed one makes room for another", async () => {
    const strict = await startServer({ ...generous, CHANNELS_PER_NETWORK: "20" });
    const opened = await Promise.all(Array.from({ length: 20 }, () => openSocket(strict.url, path)));
    const { status, body } = await refusalOf(openSocket(strict.url, path));
    expect([status, body.error.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
    for (const { socket } of opened) socket.terminate();
    await Promise.all(opened.map(({ closed }) => closed));
    let last: Messages | undefined;
    while (last === undefined) last = await openSocket(strict.url, path).catch(() => undefined);
    last.socket.terminate();
    await strict.close();
  });
});

describe("messages of a WebSocket:", () => {
  test("a text message is refused, before and after the handshake", async () => {
    const before = await openSocket(server.url, path);
    before.socket.send("hello");
    expect(await before.closed).toBe(1003);
    const after = await open(server);
    after.socket.send("hello");
    expect(await after.messages.closed).toBe(1003);
  });

  test("a message of more than 128 KiB is refused by its length, before its bytes are sent", async () => {
    const messages = await openSocket(server.url, path);
    const header = Buffer.from("82ff0000000000020001", "hex");
    rawSocketOf(messages).write(Buffer.concat([header, Buffer.alloc(4)]));
    expect(await messages.closed).toBe(1009);
  });

  test("a message may have up to 16 fragments", async () => {
    const { hello } = await startHandshakeOn(fragmenting(await openSocket(server.url, path), 16), path);
    expect(hello.rotationWindow).toBe(300);
    const messages = await openSocket(server.url, path);
    for (let piece = 0; piece < 17; piece += 1) messages.socket.send(Buffer.alloc(1), { fin: false });
    expect(await messages.closed).toBe(1008);
  });

  test("an invalid WebSocket frame ends the connection, and the server stays available", async () => {
    for (const bytes of ["8100", "0200", "f280", "82fe", "8380ffffffff", "c28000000000", "898000000000".repeat(3)]) {
      const messages = await openSocket(server.url, path);
      rawSocketOf(messages).end(Buffer.from(bytes, "hex"));
      expect(await messages.closed, bytes).toBeGreaterThanOrEqual(1000);
    }
    await (await open(server)).close();
  });

  test("a WebSocket ping is answered, and a flood of them ends the connection", async () => {
    const { socket, closed } = await openSocket(server.url, path);
    socket.ping("a");
    const [pong] = await once(socket, "pong");
    expect(String(pong)).toBe("a");
    for (let count = 0; count < limits.channelIdleMessagesMax; count += 1) socket.ping();
    expect(await closed).toBe(1006);
  });

  test("garbage in place of any message of the handshake ends the connection without an answer", async () => {
    const lengths = [0, 1, 31, 33, 96, 500];
    for (const length of lengths) {
      const messages = await openSocket(server.url, path);
      messages.socket.send(randomBytes(length));
      expect([await messages.next(), await messages.closed], `first, ${length} bytes`).toEqual([undefined, 1002]);
      const started = await startHandshake(server.url);
      started.messages.socket.send(randomBytes(length));
      const answer = await started.messages.next();
      expect([answer, await started.messages.closed], `third, ${length} bytes`).toEqual([undefined, 1002]);
    }
    // Any 32 bytes are a public key; only the third message shows that it was wrong.
    const random = await openSocket(server.url, path);
    random.socket.send(randomBytes(32));
    expect(await random.next()).toBeDefined();
    random.socket.send(randomBytes(64));
    expect([await random.next(), await random.closed]).toEqual([undefined, 1002]);
    const lowOrder = await openSocket(server.url, path);
    lowOrder.socket.send(Buffer.alloc(32));
    expect([await lowOrder.next(), await lowOrder.closed]).toEqual([undefined, 1002]);
  });

  test("a third message whose payload is no ClientHello ends the connection", async () => {
    const { messages, handshake } = await startHandshake(server.url);
    messages.socket.send(handshake.write(Buffer.from("ff", "hex")));
    expect(await messages.closed).toBe(1002);
  });

  test("a message out of turn ends the handshake", async () => {
    const messages = await openSocket(server.url, path);
    messages.socket.send(randomBytes(32));
    messages.socket.send(randomBytes(32));
    expect(await messages.closed).toBe(1002);
  });

  test("a flipped bit at any place of a message ends the channel", async () => {
    const { session: value } = await sessionOf(server);
    const random = new Random(lawSeed);
    for (let round = 0; round < 24; round += 1) {
      const channel = await openChannel(server.url, () => ({ credentials: { case: "sessionToken", value } }));
      const ping = channel.envelope({ case: "ping", value: { nonce: 1n } });
      const sealed = sealedFrame(channel.transport, [ping]);
      const bit = random.below(sealed.length * 8);
      sealed[bit >> 3] = (sealed[bit >> 3] as number) ^ (1 << (bit & 7));
      channel.socket.send(sealed);
      expect(await channel.expect("goAway"), `bit ${bit}`).toMatchObject({ reason: GoAwayReason.PROTOCOL });
      expect(await channel.messages.closed).toBe(1002);
    }
  });
});

describe("load and slow clients:", () => {
  test("a thousand channels open at once answer calls, and leave no memory or sockets behind", {
    tags: ["slow/load"],
  }, async () => {
    const many = await startServer({ ...generous, CHANNELS_PER_NETWORK: "1000", CHANNELS_PER_IDENTITY: "1000" });
    const { id: identityId, session: value } = await sessionOf(many);
    const baseline = await ResourceBaseline.measure(many.url);
    const credentials = { case: "sessionToken" as const, value };
    const channels: Awaited<ReturnType<typeof openChannel>>[] = [];
    const open = async () => {
      channels.push(await openChannel(many.url, () => ({ credentials })));
      // Those that are open already stay so, however long the others take.
      if (channels.length % 20 === 0)
        for (const channel of channels) channel.send({ case: "ping", value: { nonce: 1n } });
    };
    await Promise.all(Array.from({ length: 1_000 }, open));
    expect((await refusalOf(openSocket(many.url, path))).status).toBe(429);
    const answers = await Promise.all(
      channels.map((channel) => channel.call(AuthenticationService.method.listSessions, { identityId })),
    );
    for (const answer of answers) expect(answer).toMatchObject({ sessions: [{}] });
    for (const { socket } of channels) socket.terminate();
    channels.length = 0;
    await baseline.expectRestored();
    await many.close();
  });

  test("a client that does not read is disconnected, and its unread bytes are bounded", async () => {
    const { id: identityId, session: value } = await sessionOf(server);
    for (let count = 0; count < 60; count += 1) await new ApiClient(server).session(identityId);
    const baseline = await ResourceBaseline.measure(server.url);
    const channel = await openChannel(server.url, () => ({ credentials: { case: "sessionToken", value } }));
    const raw = rawSocketOf(channel.messages);
    raw.pause();
    let isCut = false;
    raw.once("close", () => {
      isCut = true;
    });
    // Each answer has about 10 KiB. The system refuses writes after the end.
    while (!isCut) {
      channel.request(AuthenticationService.method.listSessions, { identityId });
      await setImmediate();
    }
    baseline.expectGrowthBelow(32);
    await baseline.expectAlive();
  });

  test("a client that does not complete the close handshake does not delay the shutdown", async () => {
    const closing = await startServer({ ...generous, SHUTDOWN_GRACE_MS: "100" });
    const channel = await open(closing);
    rawSocketOf(channel.messages).pause();
    const connecting = await openSocket(closing.url, path);
    rawSocketOf(connecting).pause();
    await closing.close();
  });
});

describe("with and without TLS:", () => {
  test.skipIf(!hasOpenssl)("a channel opens over TLS (needs openssl)", async () => {
    const certificate = makeCertificate();
    const secure = await startServer({
      ...generous,
      TLS_CERT_FILE: certificate.certFile,
      TLS_KEY_FILE: certificate.keyFile,
    });
    const { hello, messages } = await startHandshake(secure.url, path, undefined, { ca: certificate.ca });
    expect(hello.audience).toBe("platonic");
    const closed = secure.close();
    expect(await messages.closed).toBe(1001);
    await closed;
    certificate.remove();
  });

  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.internal === false && each.family === "IPv4")?.address;

  test.skipIf(elsewhere === undefined)(
    "other machines are refused without TLS unless CHANNEL_PLAIN=any (needs a network)",
    async () => {
      for (const [setting, isOpened] of [
        ["loopback", false],
        ["any", true],
      ] as const) {
        const plain = await startServer({ ...generous, HOST: "0.0.0.0", CHANNEL_PLAIN: setting });
        const url = plain.url.replace("127.0.0.1", elsewhere as string);
        const opening = openSocket(url, path);
        if (isOpened) (await opening).socket.terminate();
        else expect((await refusalOf(opening)).status).toBe(403);
        (await openSocket(plain.url, path)).socket.terminate();
        await plain.close();
      }
    },
  );
});

/** Returns the TCP connection of a WebSocket. */
function rawSocketOf({ socket }: Messages): Socket {
  return (socket as unknown as { _socket: Socket })._socket;
}

/** Sends a message in several fragments. */
function fragmenting(messages: Messages, pieces: number): Messages {
  const { socket } = messages;
  const send = socket.send.bind(socket) as (bytes: Uint8Array, options: { fin: boolean }) => void;
  socket.send = ((bytes: Buffer) => {
    const size = Math.ceil(bytes.length / pieces);
    for (let piece = 0; piece < pieces; piece += 1) {
      send(bytes.subarray(piece * size, (piece + 1) * size), { fin: piece === pieces - 1 });
    }
  }) as typeof socket.send;
  return messages;
}
