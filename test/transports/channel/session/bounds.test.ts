import { describe, expect, it } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { limits } from "../../../../server/core/limits.ts";
import { tagBytes } from "../../../../server/transports/channel/noise/cipher.ts";
import { newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { goAwayOf, settle, welcomeOf } from "../expectations.ts";
import { ChannelFixture, type FixtureClient } from "../fixture.ts";

describe("bounds", () => {
  it("cut off a client that leaves over 1 MiB unread; it may resume and gets its answers", async () => {
    const staticKey = newKeyPair();
    const fixture = new ChannelFixture();
    const client = await fixture.open("ada", { staticKey });
    const { channelId } = welcomeOf(client);
    client.take();
    client.request();
    await settle();
    const [answer] = client.sent;
    client.take();
    // Envelopes that are not yet encrypted count too.
    client.unsentBytes = limits.channelUnsentBytesMax - ((answer as Uint8Array).length - tagBytes);
    client.request();
    await settle();
    expect(client.isCut).toBe(false);
    client.take();
    client.unsentBytes += 1;
    const opId = client.request();
    await settle();
    expect([client.isCut, fixture.transport.count]).toEqual([true, 0]);
    const second = await fixture.open("ada", { staticKey, resume: { channelId, lastSeq: client.ack } });
    expect(second.take().at(-1)?.body).toMatchObject({ case: "result", value: { opId } });
  });

  it.each(["ping", "pong", undefined] as const)("end a channel with too many envelopes of kind %s", async (kind) => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    const body = kind === undefined ? { case: undefined } : { case: kind, value: { nonce: 1n } };
    for (let count = 0; count < limits.channelIdleMessagesMax; count += 1) client.sendEnvelope(body);
    expect(client.isOver).toBe(false);
    fixture.nowMs += limits.channelPingMs;
    for (let count = 0; count <= limits.channelIdleMessagesMax; count += 1) client.sendEnvelope(body);
    expect(goAwayOf(client)).toMatchObject({ reason: GoAwayReason.OVERLOAD });
    expect(client.status).toBe(1008);
  });

  it("limit the channels of one identity, and a closed channel makes room for another", async () => {
    const fixture = new ChannelFixture({}, 3);
    const channels = [await fixture.open(), await fixture.open(), await fixture.open()];
    expect(channels.map((each) => each.takeKinds())).toEqual([["welcome"], ["welcome"], ["welcome"]]);
    const fourth = await fixture.open();
    expect(goAwayOf(fourth)).toMatchObject({ reason: GoAwayReason.OVERLOAD, retryAfter: expect.any(Number) });
    expect((await fixture.open("eve")).takeKinds()).toEqual(["welcome"]);
    channels[0]?.receiver.gone();
    expect((await fixture.open()).takeKinds()).toEqual(["welcome"]);
  });
});

describe("protocol violations", () => {
  it.each([
    ["garbage", (client: FixtureClient) => client.receiver.message(Buffer.alloc(64, 1))],
    ["an empty message", (client: FixtureClient) => client.receiver.message(Buffer.alloc(0))],
    [
      "a repeated message",
      (client: FixtureClient) => {
        const message = client.encrypted([{ case: "ping", value: { nonce: 1n } }]);
        client.receiver.message(message);
        client.receiver.message(message);
      },
    ],
    ["an envelope without a number", (client: FixtureClient) => client.sendEnvelope({ case: undefined }, 0n)],
    [
      "a confirmation of an envelope that was never sent",
      (client: FixtureClient) => {
        client.ack = 50n;
        client.sendEnvelope({ case: undefined });
      },
    ],
    ["a Welcome", (client: FixtureClient) => client.sendEnvelope({ case: "welcome", value: {} })],
    ["a Result", (client: FixtureClient) => client.sendEnvelope({ case: "result", value: {} })],
  ])("end the channel for good: %s", async (_, violate) => {
    const fixture = new ChannelFixture();
    const client = await fixture.open();
    violate(client);
    expect(goAwayOf(client).reason).toBe(GoAwayReason.PROTOCOL);
    expect([client.status, fixture.transport.count, fixture.bugs]).toEqual([1002, 0, []]);
    // Later messages are ignored.
    client.receiver.message(Buffer.alloc(64));
    client.receiver.gone();
  });
});
