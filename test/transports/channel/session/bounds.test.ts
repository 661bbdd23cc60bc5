import { describe, expect, it } from "vitest";
import { GoAwayReason } from "../../../../gen/es/channel/v1/channel_pb.js";
import { limits } from "../../../../server/core/limits.ts";
import { tagBytes } from "../../../../server/transports/channel/noise/cipher.ts";
import { newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { goAwayOf, settle, welcomeOf } from "../expectations.ts";
import { Scene, type SceneClient } from "../scene.ts";

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
    // Envelopes that are not encrypted yet count too.
    client.unsentBytes = limits.channelUnsentBytesMax - ((answer as Uint8Array).length - tagBytes);
    client.request();
    await settle();
    expect(client.isCut).toBe(false);
    client.take();
    client.unsentBytes += 1;
    const opId = client.request();
    await settle();
    expect([client.isCut, scene.transport.count]).toEqual([true, 0]);
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
    expect(goAwayOf(client)).toMatchObject({ reason: GoAwayReason.OVERLOAD });
    expect(client.status).toBe(1008);
  });

  it("let an identity have so many channels, and no more", async () => {
    const scene = new Scene({}, 3);
    const channels = [await scene.open(), await scene.open(), await scene.open()];
    expect(channels.map((each) => each.takeKinds())).toEqual([["welcome"], ["welcome"], ["welcome"]]);
    const fourth = await scene.open();
    expect(goAwayOf(fourth)).toMatchObject({ reason: GoAwayReason.OVERLOAD, retryAfter: expect.any(Number) });
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
    expect(goAwayOf(client).reason).toBe(GoAwayReason.PROTOCOL);
    expect([client.status, scene.transport.count, scene.bugs]).toEqual([1002, 0, []]);
    // Nothing is read afterwards.
    client.receiver.message(Buffer.alloc(64));
    client.receiver.gone();
  });
});
