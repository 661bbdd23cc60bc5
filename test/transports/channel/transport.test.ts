import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type GoAway, GoAwayReason, type Welcome } from "../../../gen/es/channel/v1/channel_pb.js";
import { Fault } from "../../../server/core/fault.ts";
import { limits } from "../../../server/core/limits.ts";
import { tagBytes } from "../../../server/transports/channel/noise/cipher.ts";
import { newKeyPair } from "../../../server/transports/channel/noise/key-pair.ts";
import { until } from "../../support/until.ts";
import { held, Scene, type SceneClient, windowMs } from "./scene.ts";

/** The farewell is the last that was said. */
function farewellOf(client: SceneClient): GoAway {
  const { body } = client.take().at(-1) ?? {};
  expect(body?.case).toBe("goAway");
  return body?.value as GoAway;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

function welcomeOf(client: SceneClient): Welcome {
  const [first] = client.take();
  expect(first?.body.case).toBe("welcome");
  return first?.body.value as Welcome;
}

describe("time", () => {
  it("is pinged every 15 s by the server, which answers pings", async () => {
    const scene = new Scene();
    const client = await scene.open();
    expect(client.takeKinds()).toEqual(["welcome"]);
    scene.pass(60_000, client);
    expect(client.takeKinds()).toEqual(["ping", "ping", "ping", "ping"]);
    client.say({ case: "ping", value: { nonce: 77n } });
    expect(client.take().map(({ body }) => body)).toMatchObject([{ case: "pong", value: { nonce: 77n } }]);
  });

  it("ends a channel of which nothing came for 30 s, and not before", async () => {
    const scene = new Scene();
    const client = await scene.open();
    scene.pass(29_999);
    expect(client.isOver).toBe(false);
    scene.pass(1);
    expect(farewellOf(client).reason).toBe(GoAwayReason.SILENCE);
    expect(client.status).toBe(1008);
    expect(scene.door.count).toBe(0);
  });

  it("ends a handshake that takes 30 s, wherever it stands", async () => {
    const scene = new Scene({ authenticate: held().operation });
    const silent = scene.connect();
    const greeted = scene.connect();
    await greeted.greet();
    const introduced = scene.connect();
    await introduced.greet();
    void introduced.introduce(`ada ${introduced.binding}`);
    scene.pass(29_999);
    expect([silent, greeted, introduced].map(({ status }) => status)).toEqual([undefined, undefined, undefined]);
    scene.pass(1);
    expect([silent, greeted, introduced].map(({ status }) => status)).toEqual([1008, 1008, 1008]);
  });

  it("asks for a fresh token in time, and ends a channel without one with its window", async () => {
    const scene = new Scene();
    const client = await scene.open();
    client.take();
    scene.pass(200_000, client);
    await settle();
    const asked = client.take().find(({ body }) => body.case === "reauthenticate")?.body;
    expect(asked).toMatchObject({ value: { challenge: "a nonce", rotatingToken: "" } });
    scene.pass(99_000, client);
    await settle();
    expect(client.isOver).toBe(false);
    scene.pass(1_000, client);
    expect(farewellOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
    expect(client.status).toBe(1008);
  });

  it("goes on with a fresh token, whose session is used from then on", async () => {
    const seen: unknown[] = [];
    const scene = new Scene({
      getTransaction: (_, { principal }) => {
        seen.push(principal.session.id);
        return {};
      },
    });
    const client = await scene.open();
    const { sessionToken } = welcomeOf(client);
    for (let round = 1; round <= 3; round += 1) {
      scene.pass(200_000, client);
      await settle();
      client.say({ case: "reauthenticate", value: { rotatingToken: `ada ${client.binding}` } });
      await settle();
      const answer = client.take().at(-1)?.body;
      const until = { seconds: BigInt((scene.nowMs + windowMs) / 1000) };
      expect(answer).toMatchObject({ case: "reauthenticate", value: { reauthenticateBy: until } });
    }
    client.request();
    await settle();
    expect(scene.sessions.get(seen[0] as string)).toBe("ada");
    expect(seen).not.toEqual([sessionToken]);
  });

  it("tells of a token that is refused, and takes another one until the window ends", async () => {
    const scene = new Scene();
    const client = await scene.open();
    scene.pass(200_000, client);
    await settle();
    client.say({ case: "reauthenticate", value: { rotatingToken: "ada of-another-connection" } });
    await settle();
    expect(client.take().at(-1)?.body).toMatchObject({
      case: "error",
      value: { reason: 2, message: expect.stringContaining("AUTH_ERROR_INVALID_TOKEN"), parameter: "rotating_token" },
    });
    client.say({ case: "reauthenticate", value: { rotatingToken: `ada ${client.binding}` } });
    await settle();
    expect(client.takeKinds()).toEqual(["reauthenticate"]);
  });

  it("ends a channel that is renewed by another identity's token", async () => {
    const scene = new Scene();
    const client = await scene.open();
    client.say({ case: "reauthenticate", value: { rotatingToken: `eve ${client.binding}` } });
    await settle();
    expect(farewellOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
  });

  it("asks again when a question could not be asked, and a failure of ours ends nothing", async () => {
    let failures = 2;
    const scene = new Scene({
      createChallenge: () => {
        if (scene.door.count > 0 && failures-- > 0) throw new Error("the database is gone");
        return { challenge: "a nonce" };
      },
    });
    const client = await scene.open();
    client.take();
    for (let second = 0; second < 215; second += 1) {
      scene.pass(1_000, client);
      await setImmediate();
    }
    expect(client.takeKinds().filter((kind) => kind === "reauthenticate")).toHaveLength(1);
    expect(failures).toBeLessThan(0);
    expect(client.isOver).toBe(false);
  });

  it("finds a session that another process has ended within a minute", async () => {
    const scene = new Scene();
    const client = await scene.open();
    scene.pass(59_000, client);
    await settle();
    scene.sessions.clear();
    expect(client.isOver).toBe(false);
    scene.pass(2_000, client);
    await settle();
    expect(farewellOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
  });
});

describe("requests", () => {
  it("are answered, and need no word that they came when that is at once", async () => {
    const scene = new Scene();
    const client = await scene.open();
    client.take();
    const opId = client.request();
    await until(() => client.sent.length > 0);
    expect(client.take().map(({ body }) => body)).toMatchObject([
      { case: "result", value: { opId, answer: { case: "payload" } } },
    ]);
  });

  it("are accepted, once, when they take longer than the second between two looks at the time", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
    client.take();
    const opId = client.request();
    await settle();
    expect(client.takeKinds()).toEqual([]);
    scene.pass(2_000);
    expect(client.take().map(({ body }) => body)).toMatchObject([{ case: "accepted", value: { opId } }]);
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });

  it("of one id that are under way at the same time are done once, and have one result", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
    client.take();
    const opId = randomUUID();
    for (let time = 0; time < 5; time += 1) client.request("GetTransaction", opId);
    await settle();
    expect(work.count).toBe(1);
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });

  it("are read up to the credits, and go on when one is answered", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
    expect(welcomeOf(client).credits).toBe(limits.channelRequestsMax);
    // What was read at once still comes.
    for (let count = 0; count < 200; count += 1) client.request();
    await settle();
    expect([work.count, client.isPaused]).toEqual([64, true]);
    work.release(10);
    await settle();
    expect([work.count, client.isPaused]).toEqual([64, true]);
    for (let round = 0; round < 4; round += 1) {
      work.release();
      await settle();
    }
    expect(client.isPaused).toBe(false);
    expect(client.takeKinds().filter((kind) => kind === "result")).toHaveLength(200);
  });

  it("are not done after a silence, because nothing is read: the silence is ours", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
    for (let count = 0; count < 64; count += 1) client.request();
    scene.pass(120_000);
    expect(client.isOver).toBe(false);
    work.release();
  });

  it("whose id is no UUID break the rules", async () => {
    const scene = new Scene();
    const client = await scene.open();
    client.request("GetTransaction", "1");
    expect(farewellOf(client).reason).toBe(GoAwayReason.PROTOCOL);
    expect(client.status).toBe(1002);
  });

  it("whose answer does not fit are told so", async () => {
    const description = "x".repeat(limits.channelMessageBytesMax);
    const scene = new Scene({ getTransaction: () => ({ transaction: { description } }) });
    const client = await scene.open();
    client.take();
    client.request();
    await settle();
    const [result] = client.take().map(({ body }) => body);
    expect(result).toMatchObject({ value: { answer: { value: { reason: 4, parameter: "payload" } } } });
  });

  it("have an answer by the time that they give, or hear that it has passed", async () => {
    const scene = new Scene({
      getTransaction: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () =>
            reject(signal.reason.name === "TimeoutError" ? abort() : signal.reason),
          );
        }),
    });
    const abort = () => Object.assign(new Error("given up"), { name: "AbortError" });
    const client = await scene.open();
    client.take();
    const opId = randomUUID();
    const method = "wallet.v1.TransactionService/GetTransaction";
    // A field each: identity_id and transaction_id.
    const payload = Buffer.from("0a036164611203616461", "hex");
    client.say({ case: "request", value: { opId, method, payload, timeout: 20 } });
    await until(() => client.sent.length > 0);
    expect(client.take().map(({ body }) => body)).toMatchObject([
      { case: "result", value: { answer: { case: "error", value: { reason: 0 } } } },
    ]);
  });

  it("hear of a bug nothing but that, and the log hears the rest", async () => {
    const scene = new Scene({
      getTransaction: () => {
        throw new Error("the secret cause");
      },
    });
    const client = await scene.open();
    client.take();
    client.request();
    await settle();
    const [result] = client.take().map(({ body }) => body);
    expect(result).toMatchObject({ value: { answer: { value: { reason: 9 } } } });
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(scene.calls.at(-1)).toMatchObject({ reason: "INTERNAL", cause: { message: "the secret cause" } });
  });

  it("of a session that is over are refused, and the channel ends", async () => {
    const scene = new Scene();
    const client = await scene.open();
    scene.sessions.clear();
    client.request();
    await settle();
    const kinds = client.take().map(({ body }) => body);
    expect(kinds.slice(-2)).toMatchObject([
      { case: "result", value: { answer: { case: "error", value: { reason: 2 } } } },
      { case: "goAway", value: { reason: GoAwayReason.AUTHENTICATION } },
    ]);
  });

  it("that are not permitted are refused, and the channel goes on", async () => {
    const scene = new Scene({
      getTransaction: () => {
        throw new Fault("PERMISSION_DENIED", "not yours", { requiredPermission: "transactions:read" });
      },
    });
    const client = await scene.open();
    client.take();
    client.request();
    await settle();
    expect(client.take().map(({ body }) => body)).toMatchObject([{ value: { answer: { value: { reason: 2 } } } }]);
    expect(client.isOver).toBe(false);
  });
});

describe("resolving", () => {
  it("asks what became of a transaction of this identity, and answers the outcome", async () => {
    const asked: unknown[] = [];
    const scene = new Scene({
      resolveTransaction: ({ sender, transactionId, seal }) => {
        asked.push({ sender, transactionId, seal });
        return { isFinal: true, result: { transactionId, success: true } };
      },
    });
    const client = await scene.open();
    client.take();
    const opId = randomUUID();
    client.say({ case: "resolve", value: { opId, seal: true } });
    await settle();
    expect(asked).toEqual([{ sender: "ada", transactionId: opId, seal: true }]);
    const [outcome] = client.take().map(({ body }) => body);
    expect(outcome).toMatchObject({ case: "outcome", value: { opId, isFinal: true } });
    const result = outcome?.case === "outcome" ? outcome.value.result : new Uint8Array();
    expect(Buffer.from(result).toString()).toContain(opId);
  });

  it("is possible while the request itself is under way", async () => {
    const work = held();
    const scene = new Scene({ executeTransaction: work.operation, resolveTransaction: () => ({ isFinal: false }) });
    const client = await scene.open();
    client.take();
    const opId = client.request("ExecuteTransaction");
    client.say({ case: "resolve", value: { opId } });
    await settle();
    expect(client.takeKinds()).toContain("outcome");
    work.release();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });
});

describe("resuming", () => {
  const staticKey = newKeyPair();

  it("goes on after a lost connection: answers that were not confirmed come again, in their order", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const first = await scene.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    const done = first.request();
    const lost = first.request();
    await settle();
    first.take();
    work.release(1);
    await settle();
    expect(first.take().map(({ body }) => body)).toMatchObject([{ case: "result", value: { opId: done } }]);
    first.receiver.gone();
    work.release();
    await settle();
    const second = await scene.open("ada", { staticKey, resume: { channelId, lastSeq: first.ack } });
    const [welcome, result, ...rest] = second.take();
    expect(welcome).toMatchObject({ seq: 0n, ack: first.seq, body: { value: { isResumed: true, channelId } } });
    expect(result).toMatchObject({ seq: first.ack + 1n, body: { case: "result", value: { opId: lost } } });
    expect(rest).toEqual([]);
    // What the client sends again is known, and not done again.
    second.say(
      { case: "request", value: { opId: lost, method: "wallet.v1.TransactionService/GetTransaction" } },
      first.seq,
    );
    second.seq = first.seq;
    second.request();
    await settle();
    expect(work.count).toBe(1);
    work.release();
  });

  it("takes over from a connection of which the server does not know yet that it is lost", async () => {
    const scene = new Scene();
    const first = await scene.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    const second = await scene.open("ada", { staticKey, resume: { channelId, lastSeq: first.ack } });
    expect(welcomeOf(second).isResumed).toBe(true);
    expect(first.status).toBe(1001);
    first.receiver.gone();
    expect(scene.door.count).toBe(1);
    second.request();
    await settle();
    expect(second.takeKinds()).toEqual(["result"]);
  });

  it.each([
    ["by another client of the identity", "ada", newKeyPair(), 0],
    ["by another identity", "eve", staticKey, 0],
    ["after two minutes", "ada", staticKey, limits.channelResumeMs],
  ])("is not possible %s: a new channel is opened", async (_, identityId, otherKey, ms) => {
    const scene = new Scene();
    const first = await scene.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    first.receiver.gone();
    scene.pass(ms);
    const second = await scene.open(identityId, { staticKey: otherKey, resume: { channelId, lastSeq: first.ack } });
    expect(welcomeOf(second)).toMatchObject({ isResumed: false, identityId });
  });

  it("is possible until just before", async () => {
    const scene = new Scene();
    const first = await scene.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    first.receiver.gone();
    scene.pass(limits.channelResumeMs - 1);
    const second = await scene.open("ada", { staticKey, resume: { channelId, lastSeq: first.ack } });
    expect(welcomeOf(second).isResumed).toBe(true);
  });

  it("is not possible after what never was sent, an unknown channel, a breach, or the client's own farewell", async () => {
    const scene = new Scene();
    const open = (resume: { channelId: string; lastSeq: bigint }) => scene.open("ada", { staticKey, resume });
    expect(welcomeOf(await open({ channelId: "unknown", lastSeq: 0n })).isResumed).toBe(false);
    const first = await scene.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    expect(welcomeOf(await open({ channelId, lastSeq: 99n })).isResumed).toBe(false);
    first.receiver.message(Buffer.alloc(40));
    expect(welcomeOf(await open({ channelId, lastSeq: 1n })).isResumed).toBe(false);
    const polite = await scene.open("ada", { staticKey });
    const { channelId: closed } = welcomeOf(polite);
    polite.say({ case: "goAway", value: { reason: GoAwayReason.CLIENT } });
    expect(polite.status).toBe(1000);
    expect(welcomeOf(await open({ channelId: closed, lastSeq: 1n })).isResumed).toBe(false);
  });

  it("does not bring back farewells and questions of the connection before", async () => {
    const scene = new Scene();
    const first = await scene.open("ada", { staticKey });
    const { channelId } = welcomeOf(first);
    scene.pass(30_000);
    expect(first.takeKinds()).toContain("goAway");
    const second = await scene.open("ada", { staticKey, resume: { channelId, lastSeq: 1n } });
    expect(second.takeKinds()).toEqual(["welcome"]);
  });

  it("waits for a thousand channels at most, and forgets the oldest", { tags: ["slow/load"] }, async () => {
    const scene = new Scene({}, 5_000);
    const lost: { channelId: string; lastSeq: bigint }[] = [];
    for (let count = 0; count <= limits.channelsDetachedMax; count += 1) {
      const client = await scene.open("ada", { staticKey });
      lost.push({ channelId: welcomeOf(client).channelId, lastSeq: 1n });
      client.receiver.gone();
    }
    const [oldest, next] = lost as [(typeof lost)[0], (typeof lost)[0]];
    expect(welcomeOf(await scene.open("ada", { staticKey, resume: oldest })).isResumed).toBe(false);
    expect(welcomeOf(await scene.open("ada", { staticKey, resume: next })).isResumed).toBe(true);
  });
});

describe("bounds", () => {
  it("cut off a client that leaves over 1 MiB unread; it may come back for its answers", async () => {
    const staticKey = newKeyPair();
    const scene = new Scene();
    const client = await scene.open("ada", { staticKey });
    const { channelId } = welcomeOf(client);
    client.take();
    client.request();
    await settle();
    const [answer] = client.sent;
    client.take();
    // What is not sealed yet counts too.
    client.unsentBytes = limits.channelUnsentBytesMax - ((answer as Uint8Array).length - tagBytes);
    client.request();
    await settle();
    expect(client.isCut).toBe(false);
    client.take();
    client.unsentBytes += 1;
    const opId = client.request();
    await settle();
    expect([client.isCut, scene.door.count]).toEqual([true, 0]);
    const second = await scene.open("ada", { staticKey, resume: { channelId, lastSeq: client.ack } });
    expect(second.take().at(-1)?.body).toMatchObject({ case: "result", value: { opId } });
  });

  it.each(["ping", "pong", undefined] as const)("end a channel that sends too many of %s", async (kind) => {
    const scene = new Scene();
    const client = await scene.open();
    const body = kind === undefined ? { case: undefined } : { case: kind, value: { nonce: 1n } };
    for (let count = 0; count < limits.channelIdleMessagesMax; count += 1) client.say(body);
    expect(client.isOver).toBe(false);
    scene.nowMs += limits.channelPingMs;
    for (let count = 0; count <= limits.channelIdleMessagesMax; count += 1) client.say(body);
    expect(farewellOf(client)).toMatchObject({ reason: GoAwayReason.OVERLOAD });
    expect(client.status).toBe(1008);
  });

  it("let an identity have so many channels, and no more", async () => {
    const scene = new Scene({}, 3);
    const channels = [await scene.open(), await scene.open(), await scene.open()];
    expect(channels.map((each) => each.takeKinds())).toEqual([["welcome"], ["welcome"], ["welcome"]]);
    const fourth = await scene.open();
    expect(farewellOf(fourth)).toMatchObject({ reason: GoAwayReason.OVERLOAD, retryAfter: expect.any(Number) });
    expect((await scene.open("eve")).takeKinds()).toEqual(["welcome"]);
    channels[0]?.receiver.gone();
    expect((await scene.open()).takeKinds()).toEqual(["welcome"]);
  });
});

describe("breaches of the rules", () => {
  it.each([
    ["garbage", (client: SceneClient) => client.receiver.message(Buffer.alloc(64, 1))],
    ["a message of no length", (client: SceneClient) => client.receiver.message(Buffer.alloc(0))],
    [
      "a message twice",
      (client: SceneClient) => {
        const message = client.encrypted([{ case: "ping", value: { nonce: 1n } }]);
        client.receiver.message(message);
        client.receiver.message(message);
      },
    ],
    ["an envelope without number", (client: SceneClient) => client.say({ case: undefined }, 0n)],
    [
      "a confirmation of what never was sent",
      (client: SceneClient) => {
        client.ack = 50n;
        client.say({ case: undefined });
      },
    ],
    ["a welcome", (client: SceneClient) => client.say({ case: "welcome", value: {} })],
    ["a result", (client: SceneClient) => client.say({ case: "result", value: {} })],
  ])("end the channel for good: %s", async (_, act) => {
    const scene = new Scene();
    const client = await scene.open();
    act(client);
    expect(farewellOf(client).reason).toBe(GoAwayReason.PROTOCOL);
    expect([client.status, scene.door.count, scene.bugs]).toEqual([1002, 0, []]);
    // Nothing that comes afterwards is looked at.
    client.receiver.message(Buffer.alloc(64));
    client.receiver.gone();
  });
});

describe("shutting down", () => {
  it("finishes what is under way, begins nothing, and closes", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
    const idle = await scene.open("eve");
    const beginning = scene.connect();
    client.take();
    const opId = client.request();
    scene.door.shutDown();
    expect(client.take().map(({ body }) => body)).toMatchObject([
      { case: "accepted", value: { opId } },
      { case: "goAway", value: { reason: GoAwayReason.SHUTDOWN, retryAfter: expect.any(Number) } },
    ]);
    expect([client.status, idle.status, beginning.status]).toEqual([undefined, 1001, 1001]);
    client.request();
    await settle();
    expect(work.count).toBe(1);
    work.release();
    await settle();
    expect(client.take().map(({ body }) => body)).toMatchObject([{ case: "result", value: { opId } }]);
    expect(client.status).toBe(1001);
    expect(scene.connect().status).toBe(1001);
  });

  it("lets nobody in who was about to", async () => {
    const work = held();
    const scene = new Scene({ authenticate: work.operation });
    const client = scene.connect();
    await client.greet();
    const introducing = client.introduce(`ada ${client.binding}`);
    await settle();
    scene.door.shutDown();
    work.release();
    await introducing;
    await settle();
    expect([client.status, scene.door.count, scene.bugs]).toEqual([1001, 0, []]);
  });
});
